/** What counts in a game, for every seat, from the first position to the last, drawn as a graph. */
import { html } from '../vendor/preact.js';

/** @typedef {import('../types.js').Frame} Frame */
/** @typedef {import('../types.js').Translate} Translate */
/** @typedef {{t: Translate, frames: Frame[], scores: number[][], names: string[],
 *     Graph: import('../types.js').Graph}} SummaryProps */

/**
 * The values of all seats at the start and whenever they changed; where they never did, the same at the end.
 * @param {readonly (readonly number[])[]} values by frame, by seat
 * @returns {number[][]}
 */
export function changes(values) {
  const same = (/** @type {readonly number[]} */ one, /** @type {readonly number[]} */ other) =>
    one.every((value, seat) => value === other[seat]);
  const changed = values.filter((value, at) => at === 0 || !same(value, values[at - 1]));
  return [...changed, ...(changed.length === 1 ? changed : [])].map((value) => [...value]);
}

/**
 * @template [V=any]
 * A graph with the title `graph.<game>` and values told by `graph.<game>.value`.
 * @param {string} game
 * @param {(frame: import('../types.js').Frame<V>, scores: readonly number[]) => number[]} [values] by seat; the game's
 *     own points unless told
 */
export const summed =
  (game, values = (_, scores) => [...scores]) =>
  (
    /** @type {Omit<SummaryProps, 'frames'> & {frames: import('../types.js').Frame<any>[]}} */ {
      t,
      frames,
      scores,
      names,
      Graph,
    },
  ) => {
    const points = changes(frames.map((frame, at) => values(frame, scores[at] ?? []).slice(0, names.length)));
    return html`<${Graph} t=${t} title=${t(`graph.${game}`)} points=${points} names=${names}
        value=${(/** @type {number} */ n) => t(`graph.${game}.value`, { n })}
        end=${t('graph.end')} />`;
  };
