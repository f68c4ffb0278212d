/** What a view of Cincinnati says, in the words of the table. */
import { KEEPS } from '../../../web/table/keeps.js';
import { UNKNOWN, VALUES } from './facts.js';

/** @typedef {import('./facts.js').View} View */

/** The tables in use: with three players there is no B (CIN-5). @param {View} view */
export const tablesOf = (view) => (view.seats === 3 ? [0, 2] : [0, 1, 2]);

/** The dice of a seat; null for dice under the cup of somebody else. @param {View} view @param {number} seat */
export const diceOf = (view, seat) => (view.dice[seat] === UNKNOWN ? null : KEEPS[view.dice[seat]]);

/** What a seat has said that it keeps; null before. @param {View} view @param {number} seat */
export const saidOf = (view, seat) => (view.kept[seat] === UNKNOWN ? null : KEEPS[view.kept[seat]]);

/** Those who have come to a table. @param {View} view @param {number} table */
export const peopleAt = (view, table) => seatsOf(view).filter((seat) => view.chosen[seat] === table + 1);

/** Those who duel. @param {View} view */
export const duellists = (view) => (view.duelling ? seatsOf(view).filter((seat) => (view.group >> seat) & 1) : []);

/** Which card a kind is: its money in thousands, or none. @param {number} kind */
export const moneyOf = (kind) => VALUES[kind] ?? null;

/** The cards on a table, by kind. @param {View} view @param {number} table @returns {number[]} */
export const cardsOn = (view, table) =>
  view.piles[table].flatMap((/** @type {number} */ many, /** @type {number} */ kind) => Array(many).fill(kind));

/** @param {View} view */
const seatsOf = (view) => Array.from({ length: view.seats }, (_, seat) => seat);
