/** The example that the rules draw. */

/** @type {import('../../../web/table/examples.js').Pile} */
export const pile = {
  size: 2,
  rings: ['1,0,0', '0,0,1'],
  dice: [
    ['2,0,0', 'red', '300'],
    ['1,1,0', 'pearl', '300'],
    ['1,0,1', 'yellow', '100'],
    ['0,2,0', 'yellow', '500'],
    ['0,1,1', 'red', '600'],
    ['0,0,2', 'pearl', '400'],
    ['1,0,0', 'pearl', '500'],
    ['0,1,0', 'red', '200'],
    ['0,0,1', 'yellow', '500'],
  ],
};
