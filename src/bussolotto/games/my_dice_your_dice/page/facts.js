/**
 * What the page of My Dice - Your Dice knows of its rules. Written by `python -m tools.page_facts`.
 *
 * @typedef {object} View the fields of the state, as far as a viewer may know them
 * @property {number} plies
 * @property {number} seats
 * @property {number} phase
 * @property {number[]} won
 * @property {number[]} spare
 * @property {number[]} groups
 * @property {number} game
 * @property {number[]} rolled
 * @property {number} first
 * @property {number} turn
 * @property {number} aside
 * @property {number} goal
 * @property {number} action_dice
 * @property {number} group_size
 * @property {number} ransom_price
 */

export const PHASE = { drawing: 0, rolling: 1, ransoming: 2, choosing: 3, stuck: 4, goal_reached: 5, last_dice: 6 }; // by name
export const MAIN = [0, 5];
export const SECONDARY = [1, 4];
