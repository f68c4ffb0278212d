/** What a view of Spilorcio says, in the words of the table. Reads the state's fields; decides nothing. */
import { DICE, KEEPS, count } from '../../../web/table/keeps.js';
import { BORROWED, COMPLETED, FROM_RESERVE, FROM_STOCK, PHASE } from './facts.js';

/** @typedef {import('./facts.js').View} View */

/**
 * @typedef {{number: number, length: number, filled: number, double: boolean, arrow: number, chips: number,
 *   squares: Square[]}} Row
 * @typedef {{chips: number, places: number, yellow: boolean, red: boolean}} Square chips that lie in it, places it has
 */

export { PHASE };
export const SOURCE = { reserve: FROM_RESERVE, borrowed: BORROWED, completed: COMPLETED, stock: FROM_STOCK };

/** @param {View} view @returns {Row[]} */
export function rows(view) {
  return view.length.map((length, row) => {
    const double = view.double[row] === 1;
    const filled = view.filled[row];
    const squares = Array.from({ length }, (_, square) => {
      const places = square === 0 && double ? 2 : 1;
      const yellow = Boolean((view.yellow[row] >> square) & 1);
      return { chips: square < filled ? places : 0, places, yellow, red: square === length - 1 };
    });
    const chips = filled + (filled > 0 && double ? 1 : 0);
    return { number: row + 1, length, filled, double, arrow: view.arrow[row], chips, squares };
  });
}

/** @param {Row} row @returns {number} chips on a full row: what completing it brings */
export function prize(row) {
  return row.length + (row.double ? 1 : 0);
}

/** @param {View} view @returns {number[]} */
export const rolled = (view) => KEEPS[view.roll];
/** @param {View} view @returns {number[]} */
export const setAside = (view) => KEEPS[view.aside];
/** @param {View} view @returns {number[]} */
export const unplaced = (view) => KEEPS[view.unplaced];

/**
 * The squares that these dice fill next, one after another, as `row-square`. A row that is completed begins again.
 * @param {View} view
 * @param {readonly number[]} faces
 * @returns {string[]}
 */
export function nextSquares(view, faces) {
  const filled = [...view.filled];
  return faces
    .filter((face) => face <= filled.length)
    .map((face) => {
      const row = face - 1;
      const square = filled[row];
      filled[row] = (square + 1) % view.length[row];
      return squareKey(row, square);
    });
}

/** @param {number} row @param {number} square */
export const squareKey = (row, square) => `${row}-${square}`;

/**
 * How many dice a row needs, and how likely they come, for the seat whose turn it is.
 *
 * The chance is exact for who goes after this row alone: all dice of its number are set aside, and one other where
 * none came. `null` where no dice are in play.
 * @param {View} view
 * @param {number} row
 * @param {readonly number[]} chosen dice of the roll that are to be set aside
 * @param {readonly (readonly number[])[]} reach [dice to roll][dice wanted] -> chance of as many or more
 * @returns {{needs: number, chance: number | null}}
 */
export function hope(view, row, chosen, reach) {
  const face = row + 1;
  const free = view.length[row] - view.filled[row] - count(setAside(view), face);
  if (view.phase === PHASE.rolling && view.roll === 0) return atLeast(free, view.to_roll, reach);
  if (view.phase !== PHASE.keeping) return { needs: Math.max(0, free), chance: null };
  const roll = rolled(view);
  const kept = count(chosen.length ? chosen : roll, face);
  const goAside = chosen.length || Math.max(1, kept);
  return atLeast(free - kept, roll.length - goAside, reach);
}

/** @param {number} wanted @param {number} dice @param {readonly (readonly number[])[]} reach */
function atLeast(wanted, dice, reach) {
  const needs = Math.max(0, wanted);
  return { needs, chance: needs > DICE ? 0 : reach[dice][needs] };
}

/**
 * @param {View} view
 * @param {number} first
 * @returns {number[]} seats in playing order, beginning with the one after `first`
 */
export function around(view, first) {
  return Array.from({ length: view.seats }, (_, place) => (first + 1 + place) % view.seats);
}

/** @param {View} view @returns {number[]} seats with the most chips */
export function leaders(view) {
  const chips = view.chips.slice(0, view.seats);
  const most = Math.max(...chips);
  return chips.flatMap((stock, seat) => (stock === most ? [seat] : []));
}

/**
 * Why the match ended, by the name of its reason: `stopped`, `debt`, `empty`, or `other` (given up, agreed, too long).
 * @param {View} view
 */
export function endReason(view) {
  if (view.phase !== PHASE.over) return 'other';
  if (view.stopped) return 'stopped';
  return view.debt > 0 ? 'debt' : 'empty';
}
