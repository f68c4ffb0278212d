/** Which games have a page of their own; every other is played on the plain page. */
import { learn } from '../i18n.js';
import { styled } from '../load.js';

/** @type {Record<string, () => Promise<import('../types.js').GamePage>>} */
const OWN = {
  abquetschen: () => import('./abquetschen.js'),
  'bunte-kuh': () => import('./bunte-kuh.js'),
  cincinnati: () => import('./cincinnati.js'),
  'cui-bono': () => import('./cui-bono.js'),
  eintrichtern: () => import('./eintrichtern.js'),
  'my-dice-your-dice': () => import('./my-dice-your-dice.js'),
  perspectives: () => import('./perspectives.js'),
  raffzahn: () => import('./raffzahn.js'),
  spilorcio: () => import('./spilorcio.js'),
  wuerfelmarsch: () => import('./wuerfelmarsch.js'),
};

/** Is this game played on the plain page, for want of its own or by `?plain`? @param {string} game */
export const isPlain = (game) => !OWN[game] || new URLSearchParams(location.search).has('plain');

/**
 * The page of a game, with its style sheet and its texts.
 * @param {string} game
 * @param {boolean} plain
 * @returns {Promise<import('../types.js').GamePage>}
 */
export async function gamePage(game, plain) {
  if (plain) return Promise.all([import('./plain.js'), learn(game)]).then(([page]) => page);
  const [page] = await Promise.all([OWN[game](), learn(game), ...['../table/table.css', `./${game}.css`].map((file) => styled(new URL(file, import.meta.url).pathname))]);
  return page;
}
