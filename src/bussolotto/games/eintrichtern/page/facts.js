/**
 * What the page of Eintrichtern knows of its rules. Written by `python -m tools.page_facts`.
 *
 * @typedef {object} View the fields of the state, as far as a viewer may know them
 * @property {number} plies
 * @property {number} seats
 * @property {number} phase
 * @property {number} turn
 * @property {number} memo
 * @property {number} lattice
 * @property {number} goal
 * @property {number} laid
 * @property {number} left
 * @property {number} lifted
 * @property {number} idle
 * @property {number[]} pearl
 * @property {number[]} won
 * @property {number[]} red
 * @property {number[]} shown
 * @property {number[][]} face
 */

export const PHASE = { drawing: 0, laying: 1, falling: 2, throwing: 3, choosing: 4, lifting: 5, settling: 6, over: 7 }; // by name
export const AS_PRINTED = [0, 0, 8, 8, 8, 6, 6, 6, 6];
export const DICE = 3;

/** What an option is at the table of a view; 0 where the number is as printed. */
export const option = {
  goal: (/** @type {View} */ view) => view.goal,
  lattice: (/** @type {View} */ view) => view.lattice,
};
