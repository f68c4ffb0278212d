/** What those at a table are called. */

/**
 * @param {import('./shell.js').Shell['t']} t
 * @param {{name: string, kind?: import('./types.js').SeatKind, player?: string | null}} seat
 */
export function seatName(t, { name, kind, player }) {
  if (kind === null) return t('seat.free');
  if (kind === 'bot' && player && (!name || name === player)) return playerName(t, player);
  return name || t('seat.guest');
}

/** @param {import('./shell.js').Shell['t']} t @param {string} player */
export function playerName(t, player) {
  const key = `player.${player}`;
  return t.has(key) ? t(key) : player;
}

/**
 * The names in a record, where a bot is known by its player's name alone.
 * @param {import('./shell.js').Shell['t']} t
 * @param {readonly (string | null)[]} names
 */
export const recordNames = (t, names) => names.map((name) => (name ? playerName(t, name) : t('seat.guest')));
