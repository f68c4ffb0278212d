/** What a page reads from a position of Bunte Kuh: what lies there, what looks into a funnel, what was thrown. */
import { ABOVE, BELOW, CELLS, COUNT, levelIn, POSES, SIDES } from '../../../web/pyramid/lattice.js';
import { option } from './facts.js';

/** @typedef {import('./facts.js').View} View */

const PEARL = 'pearl';
const OTHERS = /** @type {const} */ (['red', 'yellow']);

/** Is there a gap with all three dice round it? @param {View} view @param {number} cell */
const isFunnel = (view, cell) => !view.pose[cell] && BELOW[cell].every((below) => below < COUNT && view.pose[below]);

/** All funnels that stand, whatever they add up to (BKU-3). @param {View} view */
export const funnelsOf = (view) => CELLS.flatMap((_, cell) => (isFunnel(view, cell) ? [cell] : []));

/** The three faces that look into a funnel. @param {View} view @param {number} cell */
export const facesInto = (view, cell) => SIDES.map((side) => POSES[view.pose[BELOW[cell][side]] - 1]?.[side] ?? 0);

/** @param {readonly number[]} faces */
export const total = (faces) => faces.reduce((sum, face) => sum + face, 0);

/** What was thrown, together; 0 while no throw is on. @param {View} view */
export const thrown = (view) => (view.pearl.every(Boolean) ? total(view.pearl) : 0);

/**
 * The dice that lie there; colours tell the base from what was put on it.
 * @param {View} view
 * @returns {import('../../../web/pyramid/types.js').PileDie[]}
 */
export const diceOf = (view) =>
  CELLS.flatMap((_, cell) =>
    view.pose[cell] ? [{ cell, colour: colourOf(view, cell), faces: POSES[view.pose[cell] - 1] }] : [],
  );

/**
 * Colours do not matter (BKU-1): pearl dice below, red and yellow ones mixed above.
 * @param {View} view
 * @param {number} cell
 */
export const colourOf = (view, cell) =>
  levelIn(cell, option.lattice(view)) === 0 ? PEARL : OTHERS[(ABOVE[cell][0] + cell) % 2];
