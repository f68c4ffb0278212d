/**
 * What the page of Cui bono? knows of its rules. Written by `python -m tools.page_facts`.
 *
 * @typedef {object} View the fields of the state, as far as a viewer may know them
 * @property {number} plies
 * @property {number} seats
 * @property {number} phase
 * @property {number} turn
 * @property {number} held
 * @property {number} laid
 * @property {number} idle
 * @property {number} row
 * @property {number} back
 * @property {number} repeat_
 * @property {number} lattice
 * @property {number} keeps
 * @property {number} yellow_points
 * @property {number} red_points
 * @property {number[]} to_lay
 * @property {number[][]} kept
 * @property {number[]} colour
 * @property {number[]} took
 * @property {number[]} left
 * @property {number[]} into
 * @property {number} bars
 * @property {number[]} barred
 */

export const PHASE = { drawing: 0, laying: 1, taking: 2, putting: 3, over: 4 }; // by name
export const AS_PRINTED = [0, 0, 10, 10, 10, 7, 7];
export const COLOURS = ['pearl', 'yellow', 'red'];

/** What an option is at the table of a view; 0 where the number is as printed. */
export const option = {
  back: (/** @type {View} */ view) => ['free', 'must'][view.back],
  keeps: (/** @type {View} */ view) => view.keeps,
  lattice: (/** @type {View} */ view) => view.lattice,
  red_points: (/** @type {View} */ view) => view.red_points,
  yellow_points: (/** @type {View} */ view) => view.yellow_points,
};
