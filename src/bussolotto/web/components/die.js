/** A die as crisp SVG: ivory, distinct pips. Decorative: who shows it gives the control around it a name. */
import { html } from '../vendor/preact.js';

const NEAR = 17;
const MIDDLE = 32;
const FAR = 47;

/**
 * @type {ReadonlyArray<ReadonlyArray<readonly [number, number]>>} where the pips of each face lie, by face 0 (blank)
 *     to 6
 */
const PIPS = [
  [],
  [[MIDDLE, MIDDLE]],
  [
    [NEAR, NEAR],
    [FAR, FAR],
  ],
  [
    [NEAR, NEAR],
    [MIDDLE, MIDDLE],
    [FAR, FAR],
  ],
  [
    [NEAR, NEAR],
    [FAR, NEAR],
    [NEAR, FAR],
    [FAR, FAR],
  ],
  [
    [NEAR, NEAR],
    [FAR, NEAR],
    [MIDDLE, MIDDLE],
    [NEAR, FAR],
    [FAR, FAR],
  ],
  [
    [NEAR, NEAR],
    [FAR, NEAR],
    [NEAR, MIDDLE],
    [FAR, MIDDLE],
    [NEAR, FAR],
    [FAR, FAR],
  ],
];

/**
 * @param {{face: number, class?: string}} props face 1..6; 0 is a blank die
 */
export function Die({ face, class: extra = '' }) {
  return html`
    <svg class=${`die ${extra}`} viewBox="0 0 64 64" aria-hidden="true" focusable="false">
      <rect class="die-edge" x="1" y="2" width="62" height="61" rx="14" />
      <rect class="die-body" x="1" y="1" width="62" height="59" rx="14" />
      <rect class="die-top" x="5" y="4.5" width="54" height="52" rx="11" />
      ${PIPS[face].map(([x, y]) => html`<circle class="die-pip" cx=${x} cy=${y - 1.5} r=${face === 1 ? 7.5 : 6} />`)}
    </svg>`;
}
