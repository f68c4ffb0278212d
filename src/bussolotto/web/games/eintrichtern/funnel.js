/** What a view of Eintrichtern tells: which faces look into a funnel, their sum, whether it is the throw. */
import { BELOW, SIDES } from '../../pyramid/lattice.js';

/** @typedef {import('../../types.js').View} View */

export const [DRAWING, LAYING, FALLING, THROWING, CHOOSING, LIFTING, SETTLING, OVER] = [0, 1, 2, 3, 4, 5, 6, 7]; // phases
const FEW_SEATS = 4;
export const SIZES = [8, 7, 6]; // by option lattice
const GOALS = [0, 4, 6, 8, 10]; // by option goal; 0: as printed

/** The faces that look into a funnel, one of each side; 0 where nobody may see it (GEO-4). @param {View} view @param {number} cell @returns {number[]} */
export const funnelOf = (view, cell) => SIDES.map((side) => view.face[BELOW[cell][side]][side]);

/** @param {readonly number[]} faces */
export const sum = (faces) => faces.reduce((total, face) => total + face, 0);

/** @param {View} view @param {number} cell */
export const sumOf = (view, cell) => sum(funnelOf(view, cell));

/** Is what lies open the same as the throw (EIN-3)? @param {View} view */
export const matches = (view) => view.lifted > 0 && sumOf(view, view.lifted - 1) === sum(view.pearl);

/** How many red dice win (EIN-4). @param {View} view */
export const targetOf = (view) => GOALS[view.goal] || (view.seats <= FEW_SEATS ? 8 : 6);
