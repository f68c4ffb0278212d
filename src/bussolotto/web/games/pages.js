/** On which page a game is played: its own, the general one that its facts are enough for, or the plain one. */
import { learn } from '../words/i18n.js';
import { complete } from '../components/needs.js';
import { ownPage } from '../components/load.js';
import { isOffline } from '../components/when-needed.js';

/** @typedef {import('../types.js').Game} Game */

/**
 * Is this game played on the plain page, for want of anything to be drawn, or in a race tried, or by `?plain`?
 * @param {Game} game
 */
export const isPlain = (game) =>
  new URLSearchParams(location.search).has('plain') || !(game.page || (game.looks && canBePressed(game)));

/** @param {Game} game */
const canBePressed = ({ race, looks }) => !race || Boolean(looks?.tries.length);

/**
 * The page of a game, with its style sheet and its texts. Where its own is broken, it is played on the plain one,
 * and the console says why.
 * @param {Game} game
 * @param {boolean} plain
 * @returns {Promise<import('../types.js').GamePage>}
 */
export async function gamePage(game, plain) {
  const [own] = await Promise.all([plain ? null : ownPage(game).catch(notOwn), learn(game.name)]);
  if (own) return own;
  return plain || game.page ? complete(import('./plain.js')) : complete(import('./general.js'));
}

/** What did not come for want of a line is no fault of the game. @param {unknown} problem @returns {null} */
function notOwn(problem) {
  if (isOffline(problem)) throw problem;
  console.error(problem);
  return null;
}
