/** The example that the rules draw. */

/** @type {import('../../../web/table/examples.js').Pile} */
export const pile = {
  size: 2,
  signs: { '1,0,0': '✓', '0,1,0': '✓', '0,0,1': '✗' },
  dice: [
    ['2,0,0', 'yellow'],
    ['1,1,0', 'yellow'],
    ['1,0,1', 'yellow'],
    ['0,2,0', 'red'],
    ['0,1,1', 'pearl'],
    ['0,0,2', 'pearl'],
  ],
};
