/** What the events of Eintrichtern move: both sums glow; the die itself is held up by the pile. */

const sums = () => ({ glow: '.ein-sums' });

/** @type {import('../../../web/table/banner.js').Moves} */
export const moves = { match: sums, miss: sums };
