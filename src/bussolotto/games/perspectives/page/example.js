/** The example that the rules draw. */

/** @type {readonly import('../../../web/table/examples.js').Row[]} */
export const rows = [
  { faces: [2], look: 'turquoise' },
  { faces: [5], look: 'red' },
  { faces: [1, 2, 2, 3, 4, 5, 6, 6], look: 'red', ringed: [1, 2, 5] },
];
