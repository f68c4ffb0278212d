/** What games and people are called in lists and records. */
import { distinct, gameTitle, isSheet } from './names.js';

/**
 * A game among others: a rule sheet with its author, as many may have the same title.
 * @param {import('../types.js').Translate} t @param {string} game @param {string} [title] @param {string} [author] of a
 *     rule sheet, where they are known
 */
export function listedTitle(t, game, title, author) {
  const key = `game.${game}.author`;
  const name = isSheet(game) && (t.has(key) ? t(key) : author);
  const called = gameTitle(t, game, title);
  return name ? t('game.by', { title: called, name }) : called;
}

/**
 * The names in a record, where a bot is known by its player's name alone.
 * @param {import('../types.js').Translate} t
 * @param {readonly (string | null)[]} names
 */
export const recordNames = (t, names) => distinct(names.map((name) => recordName(t, name)));

/** @param {import('../types.js').Translate} t @param {string | null} name */
function recordName(t, name) {
  if (!name) return t('seat.guest'); // who gave none, or has deleted their data
  return isBot(t, name) ? t('seat.bot') : name;
}

/** Is it the name of a bot's player? @param {import('../types.js').Translate} t @param {string | null} name */
export const isBot = (t, name) => t.has(`player.${name}`);
