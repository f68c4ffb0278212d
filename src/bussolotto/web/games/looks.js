/** What a general page shows of a position, found in the fields that the facts of a game name, and in what happened. */
import { CHANCE, firstWord } from '../line/steps.js';
import { BELOW, cellAt, cellNamed, CELLS, COUNT, levelIn, POSES, SIZE } from '../pyramid/lattice.js';

/** @typedef {import('../wire.js').PileLook} PileLook */
/** @typedef {import('../wire.js').TrayLook} TrayLook */
/** @typedef {import('../wire.js').FigureLook} FigureLook */
/** @typedef {import('../wire.js').TryLook} Try */
/** @typedef {import('../types.js').Step} Step */
/** @typedef {import('../types.js').View} View */
/** @typedef {{face: number, colour: string}} LyingDie `face` 0: without pips */
/**
 * @typedef {{action: number, text: string, cells: number[]}} Choice a legal action, with the cells that its text names
 * @typedef {{now: Choice[], places: Map<number, Choice>, done: Choice[]}} Open `now`: what can be done at once;
 *     `places`: the cells that can be picked next, with one of the actions that begin so; `done`: what the cells picked
 *     so far are enough for
 */

const CELL = /^\d+,\d+,\d+$/;
const MOST = 12; // dice of one turn; earlier ones are no longer shown

/** The size of the lattice. @param {PileLook} pile @param {View} view */
export const sizeOf = ({ size }, view) => (typeof size === 'number' ? size : (view[size] ?? SIZE));

/**
 * What stands in the pyramid.
 * @param {PileLook} pile @param {View} view
 * @returns {import('../pyramid/types.js').PileDie[]}
 */
export function pileDice(pile, view) {
  return CELLS.flatMap((_, cell) => {
    const kind = view[pile.dice][cell];
    const colour = /** @type {import('../pyramid/types.js').Colour} */ (pile.colours[kind - 1] ?? pile.colours[0]);
    return kind > 0 ? [{ cell, colour, ...(pile.faces && { faces: facesOf(pile, view[pile.faces][cell]) }) }] : [];
  });
}

/** @param {PileLook} pile @param {number | number[]} shown a pose, or three faces */
const facesOf = (pile, shown) => (Array.isArray(shown) ? shown : POSES[shown - pile.first_pose]);

/**
 * The dice of a tray, of a seat's if it has one for each.
 * @param {TrayLook} tray @param {View} view @param {number} [seat]
 * @returns {LyingDie[]}
 */
export function trayDice(tray, view, seat) {
  const { field, colours, counts, kinds } = tray;
  const held = seat === undefined ? view[field] : view[field][seat];
  const numbers = /** @type {number[]} */ ([held].flat());
  const [colour] = colours;
  if (kinds) return numbers.filter((kind) => kind > 0).map((kind) => ({ face: 0, colour: colours[kind - 1] }));
  if (colours.length > 1) return numbers.flatMap((count, at) => many(count, { face: 0, colour: colours[at] }));
  if (counts) return numbers.flatMap((count, at) => many(count, { face: at + 1, colour }));
  return numbers.filter((face) => face > 0).map((face) => ({ face, colour }));
}

/**
 * Where a die has come to lie that somebody took: the last of its colour, on the tray that has more of it than before;
 * null where no tray has.
 * @param {readonly TrayLook[]} trays @param {View} before @param {View} after
 * @param {{seat: number, colour: string}} taken
 */
export function landingOf(trays, before, after, { seat, colour }) {
  for (const tray of trays) {
    const [was, now] = [before, after].map((view) =>
      trayDice(tray, view, tray.by_seat ? seat : undefined).map((die) => die.colour === colour),
    );
    const count = (/** @type {boolean[]} */ same) => same.filter(Boolean).length;
    if (count(now) > count(was)) return { tray, place: now.lastIndexOf(true) };
  }
  return null;
}

/** The action of a tap on a die of a tray. @param {TrayLook} tray @param {LyingDie} die */
export const tapOf = ({ takes }, { face }) => `${takes} ${face}`;

/**
 * What taps on dice do: on those of trays for all, and on one's own.
 * @param {readonly TrayLook[]} trays @param {View} view @param {number} seat
 * @returns {Set<string>} texts of actions
 */
export const tapped = (trays, view, seat) =>
  new Set(
    trays
      .filter(({ takes }) => takes)
      .flatMap((tray) => trayDice(tray, view, tray.by_seat ? seat : undefined).map((die) => tapOf(tray, die))),
  );

/** @param {number} count @param {LyingDie} die */
const many = (count, die) => Array.from({ length: Math.max(0, count) }, () => die);

/**
 * The dice that were rolled in the last turn in which any were, in their order, and whose turn that was; `last`: those
 * that fell last; `past`: has somebody else acted since?
 * @param {readonly Step[]} steps @param {readonly string[]} words those of rolled dice
 */
export function thrownDice(steps, words) {
  const throws = throwsOf(steps, words);
  const owner = throws.at(-1)?.seat ?? null;
  const before = throws.findLastIndex(({ seat }) => seat !== owner);
  const turn = throws.slice(before + 1);
  const dice = turn.flatMap((one) => one.dice).slice(-MOST);
  const last = (turn.at(-1)?.dice ?? []).map(({ id }) => id);
  const others = steps.filter(({ seat }) => seat !== CHANCE && seat !== owner);
  const past = owner !== null && others.some(({ version }) => version > last[0]);
  return { dice, owner, last, past };
}

/**
 * What fell after each action of a seat, and nothing where nothing did.
 * @param {readonly Step[]} steps @param {readonly string[]} words
 */
function throwsOf(steps, words) {
  /** @type {{seat: number | null, dice: {id: number, face: number}[]}[]} */
  const throws = [{ seat: null, dice: [] }];
  for (const step of steps) {
    const face = Number(step.text?.split(' ')[1]);
    if (step.seat !== CHANCE) throws.push({ seat: step.seat, dice: [] });
    else if (words.includes(firstWord(step)) && face >= 1 && face <= 6)
      throws.at(-1)?.dice.push({ id: step.version, face });
  }
  return throws.slice(0, throws.findLastIndex(({ dice }) => dice.length) + 1);
}

/** The cells that the text of an action names, in their order. @param {string} text */
export const cellsIn = (text) =>
  text.split(' ').flatMap((part) => (CELL.test(part) ? [cellAt(part.split(',').map(Number)) ?? -1] : []));

/**
 * What can be done, and picked, after some cells were.
 * @param {readonly string[]} texts of all actions, by code @param {readonly number[]} legal
 * @param {readonly number[]} picked
 * @returns {Open}
 */
export function openChoices(texts, legal, picked) {
  const choices = legal.map((action) => ({ action, text: texts[action] ?? '', cells: cellsIn(texts[action] ?? '') }));
  const begun = choices.filter(({ cells }) => cells.length && picked.every((cell, at) => cells[at] === cell));
  const longer = begun.filter(({ cells }) => cells.length > picked.length);
  return {
    now: choices.filter(({ cells }) => !cells.length),
    places: new Map(longer.toReversed().map((choice) => [choice.cells[picked.length], choice])),
    done: begun.filter(({ cells }) => cells.length === picked.length),
  };
}

/** The seat that the die of a cell went to: whose step named the cell last. @param {readonly Step[]} steps */
export function takerOf(steps) {
  const step = steps.findLast(({ seat }) => seat !== CHANCE);
  const cell = cellsIn(step?.text ?? '').at(-1);
  return (/** @type {number} */ taken) => (taken === cell ? step?.seat : undefined);
}

/**
 * What a seat can try in a race, where nobody is told what is legal: what everybody sees that it may be.
 * @param {{pile: PileLook | null, tries: readonly Try[]}} looks @param {readonly string[]} texts of all actions, by code
 * @param {View} view @param {number} seat
 * @returns {number[]} codes of actions
 */
export function triedBy({ pile, tries }, texts, view, seat) {
  const done = (/** @type {string} */ once) => once && (view[once] >> seat) & 1;
  const now = triesNow(tries, view).filter(({ by, once }) => (!by || view[by] === seat) && !done(once));
  return texts.flatMap((text, action) => {
    const [cell, begins] = [cellNamed(text), text.split(' ')[0]];
    const there = pile && cell !== null ? lyingAt(pile, view, cell) : '';
    return now.some(({ word, at }) => word === begins && (!at || at === there)) ? [action] : [];
  });
}

/** May this seat alone do something in a race? @param {readonly Try[]} tries @param {View} view @param {number} seat */
export const upNow = (tries, view, seat) => triesNow(tries, view).some(({ by }) => by && view[by] === seat);

/** @param {readonly Try[]} tries @param {View} view */
const triesNow = (tries, view) => tries.filter(({ field, value }) => view[field] === value);

/** What there is at a cell for whoever tries something. @param {PileLook} pile @param {View} view @param {number} cell */
function lyingAt(pile, view, cell) {
  const lies = (/** @type {number} */ at) => at < COUNT && view[pile.dice][at] > 0;
  if (lies(cell)) return 'die';
  const level = levelIn(cell, sizeOf(pile, view));
  return level === 0 || (level > 0 && BELOW[cell].every(lies)) ? 'gap' : '';
}
