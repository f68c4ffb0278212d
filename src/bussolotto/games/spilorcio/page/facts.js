/**
 * What the page of Spilorcio knows of its rules. Written by `python -m tools.page_facts`.
 *
 * @typedef {object} View the fields of the state, as far as a viewer may know them
 * @property {number} plies
 * @property {number} seats
 * @property {number} phase
 * @property {number} turn
 * @property {number} to_roll
 * @property {number} roll
 * @property {number} aside
 * @property {number} unplaced
 * @property {number} reserve
 * @property {number} debt
 * @property {number} stopped
 * @property {number} loan
 * @property {number} board
 * @property {number} starting_chips
 * @property {number} chips_in_all
 * @property {number} loan_cap
 * @property {number[]} chips
 * @property {number[]} filled
 * @property {number[]} length
 * @property {number[]} double
 * @property {number[]} yellow
 * @property {number[]} arrow
 * @property {number} placer
 * @property {number} placed
 * @property {number[]} order
 * @property {number[]} source
 */

export const PHASE = { drawing: 0, rolling: 1, keeping: 2, placing: 3, over: 4 }; // by name
export const BORROWED = 2;
export const COMPLETED = 4;
export const FROM_RESERVE = 1;
export const FROM_STOCK = 8;
export const ROWS = 5;
export const _BOARDS = [
  [[4, 1, 0, 1], [5, 1, 0, 1], [6, 0, 8, 2], [7, 0, 8, 2], [8, 0, 8, 3]],
  [[3, 1, 0, 1], [4, 1, 0, 1], [4, 0, 4, 2], [5, 0, 8, 2], [6, 0, 8, 3]],
  [[4, 1, 0, 1], [5, 1, 0, 1], [6, 0, 12, 1], [7, 0, 12, 1], [8, 0, 12, 1]],
];
