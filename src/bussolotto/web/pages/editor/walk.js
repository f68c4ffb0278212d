/** A walk through a match of a sheet: which dice fall, how many play, and what they did. */

/** @typedef {import('../../storage/drafts.js').Walk} Walk */

const SEEDS = 2 ** 32;

/** @returns {Walk} with other dice than any before */
export const newWalk = () => ({ seed: Math.floor(Math.random() * SEEDS), seats: null, decisions: [] });

/** From the beginning, with the same dice. @param {Walk} walk @returns {Walk} */
export const again = (walk) => ({ ...walk, decisions: [] });

/** From the beginning, with other dice. @param {Walk} walk @returns {Walk} */
export const otherDice = (walk) => ({ ...newWalk(), seats: walk.seats });

/** From the beginning, with so many players. @param {Walk} walk @param {number} seats @returns {Walk} */
export const withSeats = (walk, seats) => ({ ...again(walk), seats });

/** Before the last decision. @param {Walk} walk @returns {Walk} */
export const back = (walk) => ({ ...walk, decisions: walk.decisions.slice(0, -1) });

/** After one more. @param {Walk} walk @param {number} seat @param {number} action @returns {Walk} */
export const further = (walk, seat, action) => ({ ...walk, decisions: [...walk.decisions, { seat, action }] });
