/** The example that the rules draw. */

/** @type {readonly string[]} */
const SMALL_BASE = ['3,0,0', '2,1,0', '2,0,1', '1,2,0', '1,1,1', '1,0,2', '0,3,0', '0,2,1', '0,1,2', '0,0,3'];
/** @type {readonly string[]} */
const ABOVE_IT = ['2,0,0', '1,1,0', '1,0,1', '0,2,0', '0,1,1', '0,0,2', '1,0,0', '0,1,0', '0,0,1', '0,0,0'];
const CLIMBING = ['3,0,0', '2,0,0', '1,0,0', '0,0,0'];

/** @type {import('../../../web/table/examples.js').Pile} */
export const pile = {
  size: 3,
  rings: CLIMBING,
  dice: [...SMALL_BASE, ...ABOVE_IT].map((cell, at) => [
    cell,
    CLIMBING.includes(cell) ? 'red' : at % 3 ? 'yellow' : 'pearl',
  ]),
};
