/** What a page reads from a position of Perspectives: whose dice lie where, who holds whose handicap die. */
import { CELLS, facesOfAny } from '../../../web/pyramid/lattice.js';
import { COLOURS } from './facts.js';

/** @typedef {import('./facts.js').View} View */

/** The colour of a seat's dice; with more than four some share one, and turquoise is for all (PER-10). @param {number} seat */
export const colourOf = (seat) =>
  /** @type {import('../../../web/pyramid/types.js').Colour} */ (COLOURS[seat % COLOURS.length]);

/**
 * The dice in the pyramid; what they show does not matter (PER-4).
 * @param {View} view
 * @returns {import('../../../web/pyramid/types.js').PileDie[]}
 */
export const diceOf = (view) =>
  CELLS.flatMap((_, cell) =>
    view.owner[cell]
      ? [{ cell, colour: colourOf(view.owner[cell] - 1), faces: facesOfAny(cell), seat: view.owner[cell] - 1 }]
      : [],
  );

/** Where a die may go (PER-4). @param {View} view */
export const hollowsOf = (view) => CELLS.flatMap((_, cell) => (view.hollow[cell] ? [cell] : []));

/** Whose handicap die a seat holds: that of its left neighbour (PER-1). @param {View} view @param {number} seat */
export const holdsOf = (view, seat) => (seat + 1) % view.seats;

/** Who holds the handicap die of a seat: its right neighbour (PER-1). @param {View} view @param {number} seat */
export const holderOf = (view, seat) => (seat + view.seats - 1) % view.seats;
