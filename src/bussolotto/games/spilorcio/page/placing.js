/**
 * The placing of dice, one after another, as it is shown: what each die did, read from `order` and `source` of the view
 * after it. Only the pictures in between are worked out here; the position after the last is the one the rules gave.
 */
import { PHASE, SOURCE, rows, prize } from './position.js';

/**
 * @typedef {import('./position.js').View} View
 * @typedef {{seat: number, row: number, square: number, stock: number, reserve: number, completed: boolean,
 *   taken: number, paid: number[], laid: View, view: View}} Placing
 * One die: chips from the stock and from the reserve (borrowed ones among them), and what completing its row brought;
 * `laid` is the picture with its chips in the square, `view` the one after a completed row was taken.
 */

/**
 * @param {View} before the view before the plies
 * @param {View} after the view after them
 * @returns {Placing[]} every die that put chips between the two
 */
export function placings(before, after) {
  const shown = before.phase === PHASE.placing ? before.placed : 0;
  let view = before;
  return after.order.slice(shown, after.placed).map((number, index) => {
    const placing = place(view, after.placer, number - 1, after.source[shown + index]);
    view = placing.view;
    return placing;
  });
}

/**
 * @param {View} before
 * @param {number} seat
 * @param {number} row
 * @param {number} source what the rules say of this die
 * @returns {Placing}
 */
function place(before, seat, row, source) {
  const square = before.filled[row];
  const cost = square === 0 && before.double[row] ? 2 : 1;
  const reserve = chipsOfReserve(source, cost);
  const stock = cost - reserve;
  const laid = copy(before);
  laid.reserve -= reserve;
  laid.chips[seat] -= stock;
  laid.filled[row] += 1;
  const view = copy(laid);
  const completed = Boolean(source & SOURCE.completed);
  const paid = view.chips.map((chips, other) => (completed && other !== seat ? Math.min(chips, view.arrow[row]) : 0));
  const taken = completed ? prize(rows(view)[row]) : 0;
  if (completed) take(view, seat, row, taken, paid);
  return { seat, row, square, stock, reserve, completed, taken, paid, laid, view };
}

/** @param {View} view @returns {View} */
const copy = (view) => ({ ...view, chips: [...view.chips], filled: [...view.filled] });

/** @param {number} source @param {number} cost */
function chipsOfReserve(source, cost) {
  if (!(source & SOURCE.stock)) return cost;
  return source & (SOURCE.reserve | SOURCE.borrowed) ? cost - 1 : 0;
}

/**
 * @param {View} view changed in place
 * @param {number} seat
 * @param {number} row
 * @param {number} taken
 * @param {number[]} paid
 */
function take(view, seat, row, taken, paid) {
  paid.forEach((chips, other) => {
    view.chips[other] -= chips;
  });
  view.reserve += paid.reduce((sum, chips) => sum + chips, 0);
  view.chips[seat] += taken;
  view.filled[row] = 0;
}
