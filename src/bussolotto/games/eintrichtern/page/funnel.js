/** What a view of Eintrichtern tells: which faces look into a funnel, their sum, whether it is the throw. */
import { BELOW, SIDES } from '../../../web/pyramid/lattice.js';
import { option, PHASE, AS_PRINTED } from './facts.js';

/** @typedef {import('./facts.js').View} View */

export const {
  laying: LAYING,
  falling: FALLING,
  throwing: THROWING,
  lifting: LIFTING,
  settling: SETTLING,
  over: OVER,
} = PHASE;

/**
 * The faces that look into a funnel, one of each side; 0 where nobody may see it (GEO-4).
 * @param {View} view
 * @param {number} cell
 * @returns {number[]}
 */
export const funnelOf = (view, cell) => SIDES.map((side) => view.face[BELOW[cell][side]][side]);

/** @param {readonly number[]} faces */
export const sum = (faces) => faces.reduce((total, face) => total + face, 0);

/** @param {View} view @param {number} cell */
export const sumOf = (view, cell) => sum(funnelOf(view, cell));

/** Is what lies open the same as the throw (EIN-3)? @param {View} view */
export const matches = (view) => view.lifted > 0 && sumOf(view, view.lifted - 1) === sum(view.pearl);

/** How many red dice win (EIN-4). @param {View} view */
export const targetOf = (view) => option.goal(view) || AS_PRINTED[view.seats];

/**
 * Who has won the red die that leaves the pile.
 * @param {readonly import('../../../web/types.js').Step<View>[]} steps
 */
export function keeperOf(steps) {
  const keeper = steps.findLast(({ text }) => text === 'keep')?.seat;
  return () => keeper;
}
