/** What the events of Abquetschen move: the roll that fits nowhere glows. */

/** @type {import('../../../web/table/banner.js').Moves} */
export const moves = { lost: () => ({ glow: '.abq-roll' }) };
