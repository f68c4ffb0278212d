/**
 * Which die is which in a match of Cui bono?, told from its steps: so that dice slide as themselves, each with its
 * pips.
 */
import { ABOVE, cellAt, cellsWithin, COUNT, facesOfAny, OUTSIDE, SIDES, SIZE } from '../../../web/pyramid/lattice.js';
import { COLOURS as FROM_ONE, PHASE } from './facts.js';

/** @typedef {import('../../../web/types.js').Step<import('./facts.js').View>} Step */
/** @typedef {import('../../../web/pyramid/types.js').Colour} Colour */
/** @typedef {{id: number, colour: number}} Die `id`: the cell that it was laid on; `colour`: from 1, as in the state */
/** @typedef {(Die | null)[]} Pile by cell */
/**
 * @typedef {{colour: number, slid: number, kept: boolean}} Fact of a ply: the die it is about, how many dice slid,
 *     whether a take ended with the die kept
 */

/** By the number of a colour, from 1. */
export const COLOURS = /** @type {readonly Colour[]} */ ([FROM_ONE[0], ...FROM_ONE]);
export const { taking: TAKING, putting: PUTTING } = PHASE;

/** The cells of each lattice, from the smallest. */
const LATTICES = Array.from({ length: SIZE + 1 }, (_, size) => cellsWithin(size));

/** What is seen of a die: pips do not matter here, and each die keeps its own. @param {Die} die */
export const facesOf = ({ id }) => facesOfAny(id);

/**
 * What slides when the die of a cell is taken (GEO-11): cells from the hole upward.
 * @param {readonly unknown[]} pile what is empty is falsy @param {number} cell
 */
export function sliding(pile, cell) {
  for (const side of SIDES) {
    const row = [];
    for (let above = ABOVE[cell][side]; above !== OUTSIDE && pile[above]; above = ABOVE[above][side]) row.push(above);
    if (row.length) return row;
  }
  return [];
}

/**
 * The pile without the die of a cell, what rests on it having slid.
 * @param {Pile} pile
 * @param {number} cell
 * @returns {Pile}
 */
export function without(pile, cell) {
  const after = [...pile];
  let hole = cell;
  for (const above of sliding(pile, cell)) {
    after[hole] = pile[above];
    hole = above;
  }
  after[hole] = null;
  return after;
}

/** @typedef {{pile: Pile, held: Die | null, laid: number, facts: (Fact | null)[]}} History */
/** @type {WeakMap<Step, History>} by the first step of a match: what is known of its longest run */
const known = new WeakMap();

/** What every step was about. @param {readonly Step[]} steps @returns {History} of at least these steps */
export function historyOf(steps) {
  const history = known.get(steps[0]) ?? { pile: Array(COUNT).fill(null), held: null, laid: 0, facts: [] };
  for (let at = history.facts.length; at < steps.length; at++) follow(history, steps[at]);
  if (steps.length) known.set(steps[0], history);
  return history;
}

/**
 * The pile after these steps, as the view has it; dice by where they lie where the steps do not tell.
 * @param {readonly Step[]} steps
 * @param {readonly number[]} colours
 * @returns {Pile}
 */
export function pileAfter(steps, colours) {
  const told = { pile: Array(COUNT).fill(null), held: null, laid: 0, facts: [] };
  for (const step of steps) follow(told, step);
  const agrees = colours.every((colour, cell) => (told.pile[cell]?.colour ?? 0) === colour);
  return agrees ? told.pile : colours.map((colour, id) => (colour ? { id, colour } : null));
}

/** @param {History} history @param {Step} step */
function follow(history, { text }) {
  const [word, what = ''] = (text ?? '').split(' ');
  const cell = cellAt(what.split(',').map(Number)) ?? -1;
  const last = history.facts[history.facts.length - 1];
  if (word === 'take' && last && history.held) last.kept = true; // somebody else goes on: no funnel took it back
  history.facts.push(DOINGS[word]?.(history, cell, what) ?? null);
}

/**
 * Dice laid in the order of the cells of a small pyramid, each where it belongs.
 * @param {Pile} pile
 * @param {readonly number[]} cells
 * @returns {Pile}
 */
function onCells(pile, cells) {
  /** @type {Pile} */
  const placed = Array(COUNT).fill(null);
  cells.forEach((cell, place) => {
    placed[cell] = pile[place] && { id: cell, colour: pile[place].colour };
  });
  return placed;
}

/** @type {Record<string, (history: History, cell: number, what: string) => Fact | null>} */
const DOINGS = {
  lay(history, _, what) {
    const colour = COLOURS.lastIndexOf(/** @type {Colour} */ (what));
    history.pile[history.laid] = { id: history.laid, colour };
    history.laid += 1;
    return null;
  },
  take(history, cell) {
    const { laid } = history;
    if (laid && laid < COUNT)
      history.pile = onCells(history.pile, LATTICES.find(({ length }) => length === laid) ?? []);
    history.laid = 0;
    const held = history.pile[cell];
    const slid = sliding(history.pile, cell).length;
    history.pile = without(history.pile, cell);
    history.held = held;
    return { colour: held?.colour ?? 0, slid, kept: false };
  },
  put(history, cell) {
    const { held } = history;
    history.pile[cell] = held;
    history.held = null;
    return { colour: held?.colour ?? 0, slid: 0, kept: false };
  },
  keep(history) {
    const { held } = history;
    history.held = null;
    return { colour: held?.colour ?? 0, slid: 0, kept: true };
  },
};
