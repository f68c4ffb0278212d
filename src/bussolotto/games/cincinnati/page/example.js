/** The example that the rules draw. */

/** @type {readonly import('../../../web/table/examples.js').Row[]} */
export const rows = [
  { faces: [6, 6, 6, 6, 6], name: 'hand.five-of-a-kind' },
  { faces: [5, 5, 5, 5, 2], name: 'hand.four-of-a-kind' },
  { faces: [6, 5, 4, 3, 2], name: 'hand.large-straight' },
  { faces: [4, 4, 4, 6, 6], name: 'hand.full-house' },
  { faces: [3, 3, 3, 6, 1], name: 'hand.three-of-a-kind' },
  { faces: [6, 5, 4, 3, 3], name: 'hand.small-straight' },
  { faces: [5, 5, 4, 4, 1], name: 'hand.two-pairs' },
  { faces: [6, 6, 4, 2, 1], name: 'hand.one-pair' },
];
