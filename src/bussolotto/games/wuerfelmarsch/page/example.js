/** The example that the rules draw. */

/** @type {import('../../../web/table/examples.js').Pile} */
export const pile = {
  size: 1,
  dice: [
    ['1,0,0', 'red', '415'],
    ['0,1,0', 'yellow', '462'],
    ['0,0,1', 'red', '312'],
  ],
  rings: ['0,1,0'],
};
