/** On which page a game is played: its own, the general one that its facts are enough for, or the plain one. */
import { learn } from '../words/i18n.js';
import { complete } from '../components/needs.js';
import { ownPage } from '../components/load.js';

/** @typedef {import('../types.js').Game} Game */

/** Is this game played on the plain page, for want of anything to be drawn or by `?plain`? @param {Game} game */
export const isPlain = (game) =>
  new URLSearchParams(location.search).has('plain') || !(game.page || (!game.race && game.looks));

/**
 * The page of a game, with its style sheet and its texts.
 * @param {Game} game
 * @param {boolean} plain
 * @returns {Promise<import('../types.js').GamePage>}
 */
export async function gamePage(game, plain) {
  const [own] = await Promise.all([plain ? null : ownPage(game), learn(game.name)]);
  if (own) return own;
  return plain ? complete(import('./plain.js')) : complete(import('./general.js'));
}
