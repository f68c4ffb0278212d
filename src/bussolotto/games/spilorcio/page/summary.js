/** The match as a picture: how the chips of every seat went over time. */
import { html } from '../../../web/vendor/preact.js';

/**
 * @typedef {import('../../../web/types.js').Frame<import('./facts.js').View>} Frame
 * @typedef {import('../../../web/types.js').Translate} Translate
 */

/**
 * Chips of every seat at the start and after every turn.
 * @param {readonly Frame[]} frames
 * @returns {number[][]}
 */
export function history(frames) {
  const views = frames.map(({ view }) => view);
  const turned = views.filter(
    (view, index) => index > 0 && view.turn !== views[index - 1].turn && views[index - 1].phase > 0,
  );
  const turns = views.length ? [views[0], ...turned, views[views.length - 1]] : [];
  return turns.map((view) => view.chips.slice(0, view.seats));
}

/**
 * @param {{t: Translate, frames: readonly Frame[], names: readonly string[],
 *     Graph: import('../../../web/types.js').Graph}} props
 */
export function Summary({ t, frames, names, Graph }) {
  const turns = history(frames);
  return html`<${Graph} t=${t} title=${t('spilorcio.summary')} points=${turns} names=${names}
      value=${(/** @type {number} */ n) => t('spilorcio.chips', { n })}
      end=${t('spilorcio.summary.turns', { n: turns.length - 1 })} />`;
}
