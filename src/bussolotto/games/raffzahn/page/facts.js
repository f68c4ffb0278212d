/**
 * What the page of Raffzahn knows of its rules. Written by `python -m tools.page_facts`.
 *
 * @typedef {object} View the fields of the state, as far as a viewer may know them
 * @property {number} plies
 * @property {number} seats
 * @property {number} phase
 * @property {number} turn
 * @property {number} laid
 * @property {number} auto_stop
 * @property {number} lattice
 * @property {number} penalty
 * @property {number} remain
 * @property {number} number
 * @property {number} idle
 * @property {number} above_base
 * @property {number[]} taken
 * @property {number[]} pose
 * @property {number[]} covered
 */

export const PHASE = { drawing: 0, laying: 1, falling: 2, ready: 3, stopped: 4, taking: 5, cleared: 6, stuck: 7 }; // by name

/** What an option is at the table of a view; 0 where the number is as printed. */
export const option = {
  lattice: (/** @type {View} */ view) => view.lattice,
  penalty: (/** @type {View} */ view) => view.penalty,
};
