/** What a seat has kept: a place for every die until the match ends, the dearest first. */
import { FaceToken } from '../../../web/pyramid/token.js';
import { html } from '../../../web/vendor/preact.js';
import { AS_PRINTED, option } from './facts.js';
import { COLOURS } from './history.js';

/** @typedef {import('./facts.js').View} View */
/** @typedef {import('../../../web/types.js').Translate} Translate */

const KINDS = [3, 2, 1];

/** Dice that end the match (CUI-6). @param {View} view */
export const endAt = (view) => option.keeps(view) || AS_PRINTED[view.seats];

/** What a die of this colour, from 1, costs (CUI-6). @param {View} view @param {number} colour */
export const priceOf = (view, colour) => [0, 1, option.yellow_points(view), option.red_points(view)][colour];

/** @param {View} view @param {number} seat */
export const pointsOf = (view, seat) =>
  KINDS.reduce((total, kind) => total + priceOf(view, kind) * view.kept[seat][kind - 1], 0);

/** @param {{view: View, seat: number, t: Translate}} props */
export function Kept({ view, seat, t }) {
  const dice = KINDS.flatMap((kind) => Array(view.kept[seat][kind - 1]).fill(kind));
  const most = endAt(view);
  const counts = KINDS.filter((kind) => view.kept[seat][kind - 1]).map((kind) =>
    t(`cui.count.${COLOURS[kind]}`, { n: view.kept[seat][kind - 1] }),
  );
  return html`<span class="cui-kept" role="img"
      aria-label=${`${t('cui.kept', { n: dice.length, most })} ${counts.join(', ')}`.trim()}>
    ${Array.from({ length: most }, (_, at) =>
      dice[at]
        ? html`<${FaceToken} key=${at} colour=${COLOURS[dice[at]]}
            face=${dice[at]} />`
        : html`<i key=${at} />`,
    )}
  </span>`;
}
