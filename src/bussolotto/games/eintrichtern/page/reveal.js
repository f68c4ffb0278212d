/**
 * The throw beside what looks into the lifted funnel: both sums, for as long as all may look; and what everybody has
 * won.
 */
import { FaceToken } from '../../../web/pyramid/token.js';
import { html } from '../../../web/vendor/preact.js';
import { FALLING, funnelOf, matches, OVER, SETTLING, sum } from './funnel.js';

/** @typedef {import('../../../web/types.js').TableProps<import('./facts.js').View>} TableProps */

/** @param {TableProps} props */
export function Reveal({ view, version, rest_ms: restMs = 0, falling, t }) {
  const open = view.lifted > 0 && view.phase !== OVER ? funnelOf(view, view.lifted - 1) : [0, 0, 0];
  const fate = view.lifted > 0 ? (matches(view) ? 'is-same' : 'is-other') : '';
  return html`<div class=${`ein-sums ${fate}`}>
    <${Sum} name=${t('ein.throw.is')} faces=${view.pearl} colour="pearl" falling=${falling || view.phase === FALLING} t=${t} />
    <${Sum} name=${t('ein.funnel.is')} faces=${open} colour="yellow" t=${t} />
    <span class="ein-rest">
      ${
        view.phase === SETTLING &&
        restMs > 0 &&
        html`<i key=${version} style=${{ animationDuration: `${restMs}ms` }}
        />`
      }</span>
  </div>`;
}

/**
 * @param {{name: string, faces: readonly number[], colour: import('../../../web/pyramid/types.js').Colour, falling?:
 *     boolean, t: TableProps['t']}} props
 */
function Sum({ name, faces, colour, falling = false, t }) {
  const known = !falling && faces.every((face) => face > 0);
  const words = known ? t('ein.sum', { name, faces: faces.join(', '), n: sum(faces) }) : t('ein.sum.none', { name });
  return html`<span class="ein-sum" role="img" aria-label=${words} data-sum=${known ? sum(faces) : undefined}>
    <span class="ein-name" aria-hidden="true">${name}</span>
    <span class="ein-dice">${faces.map((face, at) =>
      face
        ? html`<${FaceToken} key=${`${at}-${face}`} colour=${colour} face=${face} class=${falling ? 'ein-fallen' : ''}
        />`
        : html`<i key=${at} />`,
    )}</span>
    <b class="number" aria-hidden="true">${known ? sum(faces) : '\u00a0'}</b>
  </span>`;
}

/** Red dice won, and how many are still wanted. @param {{won: number, target: number, t: TableProps['t']}} props */
export function Stock({ won, target, t }) {
  return html`<span class="ein-stock" role="img" aria-label=${t('ein.won', { n: won, target })}>
    ${Array.from({ length: target }, (_, at) => html`<i key=${at} class=${at < won ? 'is-won' : ''} />`)}
  </span>`;
}
