/** What people and games are called in the language chosen. */

const SHEET = /^(.+)-[0-9a-f]{16}$/; // the name of a rule sheet's game; its title is learnt where it is shown

/** Is this game a rule sheet? @param {string} game */
export const isSheet = (game) => SHEET.test(game);

/**
 * @param {import('../types.js').Translate} t
 * @param {{name: string, kind?: import('../types.js').SeatKind, player?: string | null, left?: boolean, away?: boolean}}
 *     seat who has gone keeps the name while a bot plays on
 */
export function seatName(t, { name, kind, player, left, away }) {
  if (kind === null) return t('seat.free');
  if (kind === 'bot' && !left && !away && (!name || name === player)) return t('seat.bot');
  return name || t('seat.guest');
}

/**
 * What those round a table are called, each by another name.
 * @param {import('../types.js').Translate} t
 * @param {readonly import('../types.js').Seat[]} seats
 */
export const seatNames = (t, seats) => distinct(seats.map((seat) => seatName(t, seat)));

/**
 * What something is called; a word of its own where only a later version, or nobody, has a name for it.
 * @param {import('../types.js').Translate} t @param {string} key @param {string} word
 */
export const named = (t, key, word) => (t.has(key) ? t(key) : word);

/** What kind of bot it is. @param {import('../types.js').Translate} t @param {string} player */
export const playerName = (t, player) => named(t, `player.${player}`, player);

/**
 * Of several with the same name the first gets a 1, and so on.
 * @param {readonly string[]} names
 */
export function distinct(names) {
  const isShared = (/** @type {string} */ name) => names.filter((other) => other === name).length > 1;
  const told = new Set(names.filter((name) => !isShared(name)));
  return names.map((name) => {
    if (!isShared(name)) return name;
    let number = 1;
    while (told.has(`${name} ${number}`)) number += 1;
    told.add(`${name} ${number}`);
    return `${name} ${number}`;
  });
}

/** @param {import('../types.js').Translate} t @param {number} n */
export const watchers = (t, n) => (n ? t('people.watching', { n }) : t('people.nobody'));

/**
 * What a game is called, as on its box, in the language chosen.
 * @param {import('../types.js').Translate} t @param {string} game @param {string} [title] of a rule sheet, where it is
 *     known
 */
export function gameTitle(t, game, title) {
  const key = `game.${game}.title`;
  if (t.has(key)) return t(key);
  if (title) return title;
  const [, name = game] = SHEET.exec(game) ?? [];
  return name === game ? game : name[0].toUpperCase() + name.slice(1).replaceAll('-', ' ');
}
