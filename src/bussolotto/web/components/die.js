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

/** The shape of the pips, by colour, so that colour is never alone: a path round the middle; other dice have round ones. */
const SHAPES = /** @type {Record<string, string>} */ ({
  yellow: 'M-5.5-5.5h11v11h-11z',
  pearl: 'M0-7.5L7.5 0 0 7.5-7.5 0z',
  turquoise: 'M0-7L7 5.5H-7z',
  violet: 'M-6.5 0a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0M-3 0a3 3 0 1 1 6 0a3 3 0 1 1-6 0z',
});

/**
 * @param {{face: number, colour?: string, class?: string}} props face 1..6; 0 is a blank die
 */
export function Die({ face, colour = '', class: extra = '' }) {
  const shape = SHAPES[colour];
  return html`
    <svg class=${`die ${colour && `die-of-${colour}`} ${extra}`} viewBox="0 0 64 64" aria-hidden="true" focusable="false">
      <rect class="die-edge" x="1" y="2" width="62" height="61" rx="14" />
      <rect class="die-body" x="1" y="1" width="62" height="59" rx="14" />
      <rect class="die-top" x="5" y="4.5" width="54" height="52" rx="11" />
      ${PIPS[face].map(([x, y]) =>
        shape
          ? html`<path class="die-pip" d=${shape} transform=${`translate(${x} ${y - 1.5})`} fill-rule="evenodd" />`
          : html`<circle class="die-pip" cx=${x} cy=${y - 1.5} r=${face === 1 ? 7.5 : 6} />`,
      )}
    </svg>`;
}
