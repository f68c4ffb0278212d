/** The 24 ways a die can stand, each as the die would look: one is chosen, and tried in the funnel. */
import { PIP_SHAPES, POSES, SIDES } from '../../../web/pyramid/lattice.js';
import { DIE_BOX, FACE, HEXAGON, pipsOf, PRESSED } from '../../../web/pyramid/plan.js';
import { html } from '../../../web/vendor/preact.js';
import { rove } from '../../../web/components/disclosure.js';

/** @typedef {import('../../../web/types.js').Translate} Translate */
/** @typedef {import('../../../web/pyramid/types.js').Colour} Colour */

/** @param {{chosen: number | null, choose: (pose: number) => void, colour: Colour, t: Translate}} props */
export function Poses({ chosen, choose, colour, t }) {
  return html`<div class="kuh-poses" role="radiogroup" aria-label=${t('kuh.poses')} onKeyDown=${rove}>${POSES.map(
    (faces, pose) => html`
      <button type="button" key=${pose} class="kuh-pose" role="radio" aria-checked=${pose === chosen}
          aria-label=${poseText(t, faces)}
          tabindex=${pose === (chosen ?? 0) ? 0 : -1} data-pose=${faces.join('')} onClick=${() => choose(pose)}>
        <${PoseDie} faces=${faces} colour=${colour} /></button>`,
  )}</div>`;
}

/** @param {Translate} t @param {readonly number[]} faces */
const poseText = (t, [near, right, left]) => t('kuh.pose', { near, right, left });

/** A die standing on its corner, seen from above. @param {{faces: readonly number[], colour: Colour}} props */
function PoseDie({ faces, colour }) {
  return html`<svg class=${`pile-${colour}`} viewBox=${DIE_BOX} aria-hidden="true" focusable="false">
    ${SIDES.map(
      (role) => html`<path class=${`flat-face-${role}`} d=${FACE[role]} />
        <path class="flat-pip" d=${pipsOf(PIP_SHAPES[colour], faces[role])} transform=${PRESSED[role]}
            fill-rule="evenodd"
        />`,
    )}
    <path class="kuh-edge" d=${HEXAGON} />
  </svg>`;
}
