/**
 * What the page of Bunte Kuh knows of its rules. Written by `python -m tools.page_facts`.
 *
 * @typedef {object} View the fields of the state, as far as a viewer may know them
 * @property {number} plies
 * @property {number} seats
 * @property {number} phase
 * @property {number} turn
 * @property {number} fiasco
 * @property {number} lattice
 * @property {number} shared
 * @property {number} penalty
 * @property {number} laid
 * @property {number} caller
 * @property {number} chosen
 * @property {number} passed
 * @property {number} idle
 * @property {number[]} pearl
 * @property {number[]} hand
 * @property {number[]} pose
 */

export const PHASE = { // by name
  drawing: 0,
  laying: 1,
  falling: 2,
  ready: 3,
  calling: 4,
  searching: 5,
  choosing: 6,
  turning: 7,
  placed: 8,
  penalty: 9,
  stuck: 10,
};

/** What an option is at the table of a view; 0 where the number is as printed. */
export const option = {
  lattice: (/** @type {View} */ view) => view.lattice,
};
