/** The seats of a match of which only the names are known. */

/** @param {string} name @param {number} seat */
export const recordSeat = (name, seat) => ({
  seat,
  name,
  kind: /** @type {const} */ ('person'),
  player: null,
  here: true,
  left: false,
  away: false,
  late: false,
});
