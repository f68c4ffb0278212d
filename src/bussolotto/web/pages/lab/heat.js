/** What is drawn on a board or pyramid: for each place how often it is chosen, or how much depends on it. */
import { percent } from '../../words/i18n.js';

/** @typedef {import('../../types.js').Translate} Translate */
/** @typedef {{action: string, chosen: number, possible: number, drawn: number, square: number}} Action */
/**
 * @typedef {{value: number | null, part: number, text: string}} Heat of a place: the figure, null where too little is
 *     known; what part it is of the largest; the figure as people read it
 */

const AT_CELL = /^(\S+) (\d+,\d+,\d+)$/;
const LEAST_DRAWN = 3; // decisions, for what depends on them to be told

/** What can be drawn. */
export const KINDS = /** @type {const} */ (['often', 'matter']);

/** @typedef {typeof KINDS[number]} Kind */

/**
 * The share of all decisions in which one of these actions was chosen; or the change that another choice would have
 * made to the chance of winning, as the root mean square where these were chosen. Null where too little is known.
 * @param {readonly Action[]} actions @param {number} decisions @param {Kind} kind
 */
export function heatOf(actions, decisions, kind) {
  const sum = (/** @type {(action: Action) => number} */ of) => actions.reduce((total, one) => total + of(one), 0);
  if (kind === 'often') return sum(({ chosen }) => chosen) / Math.max(1, decisions);
  const drawn = sum((one) => one.drawn);
  if (drawn < LEAST_DRAWN) return null;
  return Math.sqrt(Math.max(0, sum((one) => one.drawn * one.square) / drawn));
}

/**
 * The heat of several places, each of which is meant by some actions; the hottest has the part 1.
 * @template Place
 * @param {ReadonlyMap<Place, readonly Action[]>} places @param {number} decisions @param {Kind} kind
 * @param {Translate} t @param {string} lang
 * @returns {Map<Place, Heat>}
 */
export function heats(places, decisions, kind, t, lang) {
  const values = [...places].map(
    ([place, actions]) => /** @type {const} */ ([place, heatOf(actions, decisions, kind)]),
  );
  const most = Math.max(...values.map(([, value]) => value ?? 0)) || 1;
  return new Map(
    values.map(([place, value]) => [
      place,
      { value, part: (value ?? 0) / most, text: value === null ? t('lab.heat.unknown') : percent(value, lang) },
    ]),
  );
}

/** The actions that name a cell, by word, the most frequent word first, and by cell. @param {readonly Action[]} actions */
export function byCell(actions) {
  const words = /** @type {Map<string, Map<string, Action[]>>} */ (new Map());
  for (const one of actions) {
    const [, word, cell] = AT_CELL.exec(one.action) ?? [];
    if (!word) continue;
    if (!words.has(word)) words.set(word, new Map());
    words.get(word)?.set(cell, [one]);
  }
  const chosen = (/** @type {Map<string, Action[]>} */ cells) =>
    [...cells.values()].flat().reduce((sum, one) => sum + one.chosen, 0);
  return new Map([...words].sort(([, one], [, other]) => chosen(other) - chosen(one)));
}
