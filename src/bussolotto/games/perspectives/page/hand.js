/** The two numbers that count, and my own dice, to be taken up one by one. */
import { Die } from '../../../web/components/die.js';
import { html } from '../../../web/vendor/preact.js';
import { rove } from '../../../web/components/disclosure.js';
import { FACES } from '../../../web/pyramid/lattice.js';
import { colourOf, holderOf } from './position.js';

/** @typedef {import('../../../web/types.js').TableProps<import('./facts.js').View>} TableProps */
/** @typedef {import('./facts.js').View} View */

/**
 * The turquoise die and my handicap die, which lies with my right neighbour.
 * @param {Pick<TableProps, 'view' | 'me' | 'seats' | 't'>} props
 */
export function Lead({ view, me, seats, t }) {
  const { number } = view;
  const mine = me === null ? 0 : view.handicap[me];
  const holder = me === null ? '' : seats[holderOf(view, me)].name;
  return html`<div class="per-lead">
    <div class=${`race-die ${number ? 'race-die-on' : ''}`} role="img"
        aria-label=${t(number ? 'per.turquoise' : 'per.turquoise.none', { number })}>
      <${Die} face=${number} colour="turquoise" /></div>
    ${
      me !== null &&
      html`<figure class="per-mine" role="img"
          aria-label=${t(mine ? 'per.mine' : 'per.mine.none', { name: holder, number: mine })}>
        <span class=${`per-die ${mine ? '' : 'per-own'}`}><${Die} face=${mine} colour=${colourOf(me)} /></span>
        <figcaption aria-hidden="true">${t('per.at', { name: holder })}</figcaption></figure>`
    }
  </div>`;
}

/**
 * My rolled dice, in the order of their numbers.
 * @param {{view: View, me: number, taken: number, take: ((face: number) => void) | null, t: TableProps['t']}} props
 *   `taken`: the number of the die taken up, 0: none; `take` is null where nothing can be taken
 */
export function Hand({ view, me, taken, take, t }) {
  const faces = FACES.flatMap((face) => Array.from({ length: view.shown[me][face - 1] }, (_, at) => ({ face, at })));
  if (!faces.length) return html`<p class="per-hand muted">${t('per.hand.left', { n: view.hand[me] })}</p>`;
  const first = faces.findIndex(({ face }) => face === taken);
  return html`<div class="per-hand" role="group" aria-label=${t('per.hand')} onKeyDown=${rove}>${faces.map(
    ({ face, at }, index) => html`
      <button type="button" key=${`${face}-${at}`} class="per-die" data-face=${face}
          aria-label=${t('per.die', { face })} aria-pressed=${index === first}
          tabindex=${index === Math.max(0, first) ? 0 : -1} disabled=${!take} onClick=${() => take?.(face)}>
        <${Die} face=${face} colour=${colourOf(me)} /></button>`,
  )}</div>`;
}
