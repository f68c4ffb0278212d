/** Small drawn examples beside the rules: a few dice of a pyramid seen from above, or rows of dice. */
import { Die } from '../components/die.js';
import { cellAt, PIP_SHAPES, SIDES } from '../pyramid/lattice.js';
import { needs } from '../components/needs.js';
import { FACE, frameOf, fromBelow, HEXAGON, openRoles, outlineOf, pipsOf, placeOf, PRESSED } from '../pyramid/plan.js';
import { html } from '../vendor/preact.js';

/** @typedef {import('../types.js').Translate} Translate */
/** @typedef {import('../pyramid/types.js').Colour} Colour */
/**
 * @typedef {readonly [string, Colour, string?]} Standing a die: its cell, its colour, what it shows to X, Y, Z (0: not
 *     shown)
 */
/** @typedef {{dice: readonly Standing[], rings?: readonly string[], signs?: Record<string, string>, size: number}} Pile
 *   `rings`: cells that are outlined, `signs`: cells with a sign; the lattice has this size */
/** @typedef {{faces: readonly number[], name?: string, look?: string, ringed?: readonly number[]}} Row `name`: a catalogue
 *   key; `look`: the colour of the dice; `ringed`: which of them, by their place */
/** @typedef {{pile?: Pile, rows?: readonly Row[]}} Drawing what an example shows */

needs([], [new URL('../pyramid/pyramid.css', import.meta.url), new URL('./examples.css', import.meta.url)]);

/** A funnel with 4, 2 and 5 round it. @param {readonly Colour[]} colours @returns {Standing[]} */
export const funnel = ([first, second, third]) => [
  ['1,0,0', first, '415'],
  ['0,1,0', second, '123'],
  ['0,0,1', third, '135'],
];
/** @param {{caption: string, t: Translate} & Drawing} props */
export function Example({ caption, pile, rows, t }) {
  return html`<figure class="rules-example">
    ${pile && html`<${PileDrawing} pile=${pile} />`}
    ${
      rows &&
      html`<div class="example-rows" aria-hidden="true">
        ${rows.map((row) => html`<${RowDrawing} key=${row.faces.join('')} row=${row} t=${t} />`)}</div>`
    }
    <figcaption>${caption}</figcaption>
  </figure>`;
}

/** @param {string} text */
const cellOf = (text) => cellAt(text.split(',').map(Number)) ?? 0;

/** @param {string} text */
function moved(text) {
  const [x, y] = placeOf(text.split(',').map(Number), 0);
  return `translate(${x.toFixed(1)} ${y.toFixed(1)})`;
}

/** @param {{pile: Pile}} props */
function PileDrawing({ pile: { dice, rings = [], signs = {}, size } }) {
  const filled = new Set(dice.map(([cell]) => cellOf(cell)));
  const sorted = [...dice].sort(([one], [other]) => fromBelow(cellOf(one), cellOf(other)));
  return html`<svg class="example-pile" viewBox=${frameOf(size).join(' ')} aria-hidden="true"
      focusable="false">
    ${sorted.map((die) => html`<${StandingDie} key=${die[0]} die=${die} filled=${filled} />`)}
    ${rings.map(
      (cell) => html`<path key=${cell} class="flat-ring"
          d=${filled.has(cellOf(cell)) ? outlineOf(openRoles(cellOf(cell), filled, 0)) : HEXAGON}
          transform=${moved(cell)}
      />`,
    )}
    ${Object.entries(signs).map(
      ([cell, sign]) => html`<g key=${cell} class="flat-tag" transform=${moved(cell)}>
        <rect x="-32" y="-32" width="64" height="64" rx="32" /><text y="15">${sign}</text></g>`,
    )}
  </svg>`;
}

/** @param {{die: Standing, filled: ReadonlySet<number>}} props */
function StandingDie({ die: [cell, colour, faces = '000'], filled }) {
  return html`<g class=${`pile-${colour}`} transform=${moved(cell)}>${openRoles(cellOf(cell), filled, 0).map(
    (role) => html`
      <path class=${`flat-face flat-face-${role} example-face`} d=${FACE[role]} />
      ${
        SIDES.includes(role) &&
        Number(faces[role]) > 0 &&
        html`<path class="flat-pip"
            d=${pipsOf(PIP_SHAPES[colour], Number(faces[role]))} transform=${PRESSED[role]} fill-rule="evenodd" />`
      }`,
  )}</g>`;
}

/** @param {{row: Row, t: Translate}} props */
function RowDrawing({ row: { faces, name, look, ringed = [] }, t }) {
  return html`<div class=${`example-row ${look ? `pile-${look} example-coloured` : ''}`}>
    ${faces.map(
      (face, at) => html`<span key=${at} class=${ringed.includes(at) ? 'example-ringed' : ''}>
        <${Die} face=${face} /></span>`,
    )}
    ${name && html`<span class="example-name">${t(name)}</span>`}
  </div>`;
}
