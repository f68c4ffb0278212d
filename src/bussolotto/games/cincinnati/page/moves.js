/** What the events of Cincinnati move: the row of who wins glows, the cards of the table fly to the seat. */

/** @type {import('../../../web/table/banner.js').Moves} */
export const moves = {
  clears: cards,
  'clears-low': cards,
  wins: ({ seat }) => ({ glow: row(seat), fly: '.cin-stake .cin-card' }),
  tie: ({ seats }) => ({ glow: seats.map(row).join() }),
  robs: ({ seat }) => ({ glow: row(seat) }),
  'robs-nothing': ({ seat }) => ({ glow: row(seat) }),
  holds: ({ seat }) => ({ glow: row(seat) }),
};

/** @param {Record<string, any>} values @returns {import('../../../web/table/banner.js').Move} */
function cards({ seat, table }) {
  return { glow: row(seat), fly: `[data-table="${table}"] .cin-card` };
}

/** @param {number} seat */
const row = (seat) => `[data-row="${seat}"]`;
