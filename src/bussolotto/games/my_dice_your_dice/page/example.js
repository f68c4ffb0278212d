/** The example that the rules draw. */

/** @type {readonly import('../../../web/table/examples.js').Row[]} */
export const rows = [{ faces: [1, 1, 2, 2, 4, 6, 6], ringed: [0, 1, 2, 3] }];
