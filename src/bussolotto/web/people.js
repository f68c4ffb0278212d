/** What those at a table are called. */

/**
 * @param {import('./shell.js').Shell['t']} t
 * @param {{name: string, kind?: import('./types.js').SeatKind, player?: string | null}} seat
 */
export function seatName(t, { name, kind, player }) {
  if (kind === null) return t('seat.free');
  if (kind === 'bot' && (!name || name === player)) return t('seat.bot');
  return name || t('seat.guest');
}

/**
 * What those round a table are called, each by another name.
 * @param {import('./shell.js').Shell['t']} t
 * @param {readonly import('./types.js').Seat[]} seats
 */
export const seatNames = (t, seats) => distinct(seats.map((seat) => seatName(t, seat)));

/** What kind of bot it is. @param {import('./shell.js').Shell['t']} t @param {string} player */
export function playerName(t, player) {
  const key = `player.${player}`;
  return t.has(key) ? t(key) : player;
}

/**
 * The names in a record, where a bot is known by its player's name alone.
 * @param {import('./shell.js').Shell['t']} t
 * @param {readonly (string | null)[]} names
 */
export const recordNames = (t, names) => distinct(names.map((name) => recordName(t, name)));

/** @param {import('./shell.js').Shell['t']} t @param {string | null} name */
function recordName(t, name) {
  if (!name) return t('seat.guest');
  return t.has(`player.${name}`) ? t('seat.bot') : name;
}

/**
 * The second of the same name gets a 2, and so on.
 * @param {readonly string[]} names
 */
export function distinct(names) {
  return names.map((name, index) => {
    const earlier = names.slice(0, index).filter((other) => other === name).length;
    return earlier ? `${name} ${earlier + 1}` : name;
  });
}

/** @param {import('./shell.js').Shell['t']} t @param {number} n */
export const watchers = (t, n) => (n ? t('people.watching', { n }) : t('people.nobody'));
