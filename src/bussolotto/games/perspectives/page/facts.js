/**
 * What the page of Perspectives knows of its rules. Written by `python -m tools.page_facts`.
 *
 * @typedef {object} View the fields of the state, as far as a viewer may know them
 * @property {number} plies
 * @property {number} seats
 * @property {number} phase
 * @property {number} turn
 * @property {number} falling
 * @property {number} to_fall
 * @property {number} number
 * @property {number} caller
 * @property {number} grant
 * @property {number} placer
 * @property {number} to_place
 * @property {number} placed
 * @property {number} idle
 * @property {number} hand_size
 * @property {number} dice_each
 * @property {number} bonus_dice
 * @property {number} hollows
 * @property {number[]} hand
 * @property {number[]} reserve
 * @property {number[]} added
 * @property {number[]} handicap
 * @property {number[][]} shown
 * @property {number[]} owner
 * @property {number[]} hollow
 */

export const PHASE = { drawing: 0, throwing: 1, falling: 2, placing: 3, granting: 4, over: 5 }; // by name
export const COLOURS = ['red', 'yellow', 'pearl', 'violet'];
