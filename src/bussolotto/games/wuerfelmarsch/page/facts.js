/**
 * What the page of Würfelmarsch knows of its rules. Written by `python -m tools.page_facts`.
 *
 * @typedef {object} View the fields of the state, as far as a viewer may know them
 * @property {number} plies
 * @property {number} seats
 * @property {number} phase
 * @property {number} turn
 * @property {number} picked
 * @property {number} idle
 * @property {number} ended
 * @property {number} own_tie
 * @property {number} lattice
 * @property {number} army
 * @property {number} tie_cost
 * @property {number[]} armies
 * @property {number[]} won
 * @property {number[]} lost
 * @property {number[]} last_move
 * @property {number[]} owner
 * @property {number[]} pose
 */

export const PHASE = { drawing: 0, picking: 1, moving: 2, fighting: 3, over: 4 }; // by name
export const COLOURS = ['red', 'yellow', 'pearl'];

/** What an option is at the table of a view; 0 where the number is as printed. */
export const option = {
  army: (/** @type {View} */ view) => view.army,
  lattice: (/** @type {View} */ view) => view.lattice,
  tie_cost: (/** @type {View} */ view) => view.tie_cost,
};
