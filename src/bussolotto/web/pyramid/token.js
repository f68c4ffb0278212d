/**
 * Dice beside the pile: as they stand there, or one face of them alone. Decorative: who shows them says what they are.
 */
import { html } from '../vendor/preact.js';
import { PIP_SHAPES, SIDES } from './lattice.js';
import { DIE_BOX, FACE, pipsOf, PRESSED } from './plan.js';

/** @typedef {import('./types.js').Colour} Colour */

/**
 * A die as it stands in the pile.
 * @param {{colour: Colour, faces?: import('./types.js').Faces, below?: number, class?: string}} props `below`: the
 *     side it is seen from
 */
export function Token({ colour, faces = [0, 0, 0], below = 0, class: extra = '' }) {
  return html`<svg class=${`token pile-${colour} ${extra}`} viewBox=${DIE_BOX} aria-hidden="true"
      focusable="false">
    <g class="flat-die">
      ${SIDES.map((role) => {
        const face = faces[(role + below) % 3];
        return html`<path class=${`flat-face flat-face-${role}`} d=${FACE[role]} />${
          face > 0 &&
          html`<path class="flat-pip" d=${pipsOf(PIP_SHAPES[colour], face)} transform=${PRESSED[role]}
              fill-rule="evenodd"
          />`
        }`;
      })}
    </g></svg>`;
}

/** One face of a die. @param {{colour: Colour, face: number, class?: string}} props */
export function FaceToken({ colour, face, class: extra = '' }) {
  return html`<svg class=${`token pile-${colour} ${extra}`} viewBox="-1.08 -1.08 2.16 2.16" aria-hidden="true"
      focusable="false">
    <rect class="token-face" x="-1" y="-1" width="2" height="2" rx=".36" />
    <path class="flat-pip" d=${pipsOf(PIP_SHAPES[colour], face)} fill-rule="evenodd" />
  </svg>`;
}
