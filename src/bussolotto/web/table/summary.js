/** The Summary that most games want. What draws it comes when a match is over. */
import { complete } from '../components/needs.js';
import { later } from '../components/when-needed.js';

/**
 * A graph with the title `graph.<game>` and values told by `graph.<game>.value`.
 * @template [V=any]
 * @param {string} game
 * @param {(frame: import('../types.js').Frame<V>, scores: readonly number[]) => number[]} [values] by seat; the game's
 *     own points unless told
 */
export const summary = (game, values) =>
  later(async () => (await complete(import('./summed.js'))).summed(game, values));
