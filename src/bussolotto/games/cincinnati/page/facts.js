/**
 * What the page of Cincinnati knows of its rules. Written by `python -m tools.page_facts`.
 *
 * @typedef {object} View the fields of the state, as far as a viewer may know them
 * @property {number} plies
 * @property {number} seats
 * @property {number} phase
 * @property {number} round_number
 * @property {number} starter
 * @property {number} keep_order
 * @property {number} token_supply
 * @property {number} condition_a
 * @property {number} condition_b
 * @property {number} condition_c
 * @property {number} rounds
 * @property {number} starting_tokens
 * @property {number} tokens_a_card
 * @property {number} token_worth
 * @property {number} roll_number
 * @property {number} table
 * @property {number} duelling
 * @property {number} turn
 * @property {number} to_fall
 * @property {number} lead
 * @property {number} asked
 * @property {number} waiting
 * @property {number} group
 * @property {number} supply
 * @property {number[]} deck
 * @property {number[][]} piles
 * @property {number[][]} money
 * @property {number[]} wealth
 * @property {number[]} tokens
 * @property {number[]} duels
 * @property {number[]} chosen
 * @property {number[]} dice
 * @property {number[]} kept
 * @property {number[]} hand
 * @property {number[]} standing
 */

export const PHASE = { // by name
  drawing: 0,
  dealing: 1,
  hiding: 2,
  rolling: 3,
  choosing: 4,
  keeping: 5,
  asking: 6,
  naming: 7,
  over: 8,
};
export const BOUGHT = 4;
export const GROUPS = {
  11111: 'nothing',
  2111: 'one-pair',
  221: 'two-pairs',
  311: 'three-of-a-kind',
  32: 'full-house',
  41: 'four-of-a-kind',
  5: 'five-of-a-kind',
};
export const HAND_NAMES = [
  'nothing',
  'one-pair',
  'two-pairs',
  'small-straight',
  'three-of-a-kind',
  'full-house',
  'large-straight',
  'four-of-a-kind',
  'five-of-a-kind',
];
export const KINDS = ['15000', '20000', '25000', '30000', '35000', 'duel', 'token'];
export const TABLES = 'ABC';
export const UNKNOWN = 462;
export const VALUES = [15, 20, 25, 30, 35];
