/** On which page a game is played: its own, or the plain one that serves every game. */
import { learn } from '../words/i18n.js';
import { complete } from '../components/needs.js';
import { ownPage } from '../components/load.js';

/** @typedef {import('../types.js').Game} Game */

/** Is this game played on the plain page, for want of its own or by `?plain`? @param {Game} game */
export const isPlain = (game) => !game.page || new URLSearchParams(location.search).has('plain');

/**
 * The page of a game, with its style sheet and its texts.
 * @param {Game} game
 * @param {boolean} plain
 * @returns {Promise<import('../types.js').GamePage>}
 */
export async function gamePage(game, plain) {
  const [own] = await Promise.all([plain ? null : ownPage(game), learn(game.name)]);
  return own ?? complete(import('./plain.js'));
}
