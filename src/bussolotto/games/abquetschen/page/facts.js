/**
 * What the page of Abquetschen knows of its rules. Written by `python -m tools.page_facts`.
 *
 * @typedef {object} View the fields of the state, as far as a viewer may know them
 * @property {number} plies
 * @property {number} seats
 * @property {number} phase
 * @property {number} turn
 * @property {number} opening
 * @property {number} touch
 * @property {number} bonus
 * @property {number} blocked
 * @property {number} blocked_roll
 * @property {number} lattice
 * @property {number} stock
 * @property {number} in_row
 * @property {number} ended
 * @property {number} apex
 * @property {number} roll
 * @property {number} laid
 * @property {number} guarded
 * @property {number} extras
 * @property {number[]} reserve
 * @property {number[]} owner
 * @property {number[]} mark
 */

export const PHASE = { // by name
  drawing: 0,
  throwing: 1,
  opening: 2,
  rolling: 3,
  building: 4,
  choosing: 5,
  adding: 6,
  over: 7,
  earning: 8,
  doubting: 9,
  passing: 10,
};
export const COLOURS = ['red', 'yellow', 'pearl', 'violet'];

/** What an option is at the table of a view; 0 where the number is as printed. */
export const option = {
  lattice: (/** @type {View} */ view) => view.lattice,
  stock: (/** @type {View} */ view) => view.stock,
};
