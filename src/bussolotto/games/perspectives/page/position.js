/** What a page reads from a position of Perspectives: whose dice lie where, who holds whose handicap die. */
import { CELLS } from '../../../web/pyramid/lattice.js';

/** @typedef {import('./facts.js').View} View */

const COLOURS = /** @type {const} */ (['red', 'yellow', 'pearl', 'violet']); // turquoise is the die that all look at (PER-10)

/** The colour of a seat's dice; with more than four some share one. @param {number} seat */
export const colourOf = (seat) => COLOURS[seat % COLOURS.length];

/**
 * The dice in the pyramid; what they show does not matter (PER-4).
 * @param {View} view
 * @returns {import('../../../web/pyramid/types.js').PileDie[]}
 */
export const diceOf = (view) =>
  CELLS.flatMap((_, cell) =>
    view.owner[cell] ? [{ cell, colour: colourOf(view.owner[cell] - 1), seat: view.owner[cell] - 1 }] : [],
  );

/** Where a die may go (PER-4). @param {View} view */
export const hollowsOf = (view) => CELLS.flatMap((_, cell) => (view.hollow[cell] ? [cell] : []));

/** Whose handicap die a seat holds: that of its left neighbour (PER-1). @param {View} view @param {number} seat */
export const holdsOf = (view, seat) => (seat + 1) % view.seats;

/** Who holds the handicap die of a seat: its right neighbour (PER-1). @param {View} view @param {number} seat */
export const holderOf = (view, seat) => (seat + view.seats - 1) % view.seats;
