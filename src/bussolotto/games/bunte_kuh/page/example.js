/** The example that the rules draw. */
import { funnel } from '../../../web/table/examples.js';

/** @type {import('../../../web/table/examples.js').Pile} */
export const pile = { size: 1, dice: funnel(['pearl', 'pearl', 'pearl']), rings: ['0,0,0'] };
