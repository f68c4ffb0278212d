/** Small drawn examples beside the rules: a few dice of a pyramid seen from above, or rows of dice. */
import { Die } from '../components/die.js';
import { styled } from '../load.js';
import { cellAt, PIP_SHAPES, SIDES } from '../pyramid/lattice.js';
import { FACE, fromBelow, HEXAGON, openRoles, outlineOf, pipsOf, placeOf, PRESSED, UNIT } from '../pyramid/plan.js';
import { html } from '../vendor/preact.js';

/** @typedef {import('../types.js').Translate} Translate */
/** @typedef {import('../pyramid/types.js').Colour} Colour */
/** @typedef {readonly [string, Colour, string?]} Standing a die: its cell, its colour, what it shows to X, Y, Z (0: not shown) */
/** @typedef {{dice: readonly Standing[], rings?: readonly string[], signs?: Record<string, string>, size: number}} Pile
 *   `rings`: cells that are outlined, `signs`: cells with a sign; the lattice has this size */
/** @typedef {{faces: readonly number[], name?: string, look?: string, ringed?: readonly number[]}} Row `name`: a catalogue
 *   key; `look`: the colour of the dice; `ringed`: which of them, by their place */

await Promise.all(['../pyramid/pyramid.css', './examples.css'].map((file) => styled(new URL(file, import.meta.url).pathname)));

/** A funnel with 4, 2 and 5 round it. @param {readonly Colour[]} colours @returns {Standing[]} */
const funnel = ([first, second, third]) => [['1,0,0', first, '415'], ['0,1,0', second, '123'], ['0,0,1', third, '135']];
/** @type {readonly string[]} */
const SMALL_BASE = ['3,0,0', '2,1,0', '2,0,1', '1,2,0', '1,1,1', '1,0,2', '0,3,0', '0,2,1', '0,1,2', '0,0,3'];
/** @type {readonly string[]} */
const ABOVE_IT = ['2,0,0', '1,1,0', '1,0,1', '0,2,0', '0,1,1', '0,0,2', '1,0,0', '0,1,0', '0,0,1', '0,0,0'];
const CLIMBING = ['3,0,0', '2,0,0', '1,0,0', '0,0,0'];

/** @type {Record<string, Pile>} by game */
const PILES = {
  abquetschen: {
    size: 3, rings: CLIMBING,
    dice: [...SMALL_BASE, ...ABOVE_IT].map((cell, at) => [cell, CLIMBING.includes(cell) ? 'red' : at % 3 ? 'yellow' : 'pearl']),
  },
  'bunte-kuh': { size: 1, dice: funnel(['pearl', 'pearl', 'pearl']), rings: ['0,0,0'] },
  'cui-bono': {
    size: 2, signs: { '1,0,0': '✓', '0,1,0': '✓', '0,0,1': '✗' },
    dice: [['2,0,0', 'yellow'], ['1,1,0', 'yellow'], ['1,0,1', 'yellow'], ['0,2,0', 'red'], ['0,1,1', 'pearl'], ['0,0,2', 'pearl']],
  },
  eintrichtern: { size: 1, dice: funnel(['yellow', 'yellow', 'yellow']), rings: ['0,0,0'] },
  raffzahn: {
    size: 2, rings: ['1,0,0', '0,0,1'],
    dice: [['2,0,0', 'red', '300'], ['1,1,0', 'pearl', '300'], ['1,0,1', 'yellow', '100'], ['0,2,0', 'yellow', '500'], ['0,1,1', 'red', '600'], ['0,0,2', 'pearl', '400'],
      ['1,0,0', 'pearl', '500'], ['0,1,0', 'red', '200'], ['0,0,1', 'yellow', '500']],
  },
  wuerfelmarsch: { size: 1, dice: [['1,0,0', 'red', '415'], ['0,1,0', 'yellow', '462'], ['0,0,1', 'red', '312']], rings: ['0,1,0'] },
};

/** @type {Record<string, readonly Row[]>} by game */
const ROWS = {
  cincinnati: [
    { faces: [6, 6, 6, 6, 6], name: 'hand.five-of-a-kind' }, { faces: [5, 5, 5, 5, 2], name: 'hand.four-of-a-kind' }, { faces: [6, 5, 4, 3, 2], name: 'hand.large-straight' },
    { faces: [4, 4, 4, 6, 6], name: 'hand.full-house' }, { faces: [3, 3, 3, 6, 1], name: 'hand.three-of-a-kind' }, { faces: [6, 5, 4, 3, 3], name: 'hand.small-straight' },
    { faces: [5, 5, 4, 4, 1], name: 'hand.two-pairs' }, { faces: [6, 6, 4, 2, 1], name: 'hand.one-pair' },
  ],
  'my-dice-your-dice': [{ faces: [1, 1, 2, 2, 4, 6, 6], ringed: [0, 1, 2, 3] }],
  perspectives: [{ faces: [2], look: 'turquoise' }, { faces: [5], look: 'red' }, { faces: [1, 2, 2, 3, 4, 5, 6, 6], look: 'red', ringed: [1, 2, 5] }],
};

/** @param {{game: string, t: Translate}} props */
export function Example({ game, t }) {
  return html`<figure class="rules-example">
    ${PILES[game] && html`<${PileDrawing} pile=${PILES[game]} />`}
    ${ROWS[game] && html`<div class="example-rows" aria-hidden="true">${ROWS[game].map((row) => html`<${RowDrawing} key=${row.faces.join('')} row=${row} t=${t} />`)}</div>`}
    <figcaption>${t(`rules.${game}.example`)}</figcaption>
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
  const reach = (size + 1.1) * UNIT;
  const sorted = [...dice].sort(([one], [other]) => fromBelow(cellOf(one), cellOf(other)));
  return html`<svg class="example-pile" viewBox=${`${-reach} ${-reach} ${2 * reach} ${reach * 1.62}`} aria-hidden="true" focusable="false">
    ${sorted.map((die) => html`<${StandingDie} key=${die[0]} die=${die} filled=${filled} />`)}
    ${rings.map((cell) => html`<path key=${cell} class="flat-ring" d=${filled.has(cellOf(cell)) ? outlineOf(openRoles(cellOf(cell), filled, 0)) : HEXAGON} transform=${moved(cell)} />`)}
    ${Object.entries(signs).map(([cell, sign]) => html`<g key=${cell} class="flat-tag" transform=${moved(cell)}><rect x="-32" y="-32" width="64" height="64" rx="32" /><text y="15">${sign}</text></g>`)}
  </svg>`;
}

/** @param {{die: Standing, filled: ReadonlySet<number>}} props */
function StandingDie({ die: [cell, colour, faces = '000'], filled }) {
  return html`<g class=${`pile-${colour}`} transform=${moved(cell)}>${openRoles(cellOf(cell), filled, 0).map((role) => html`
    <path class=${`flat-face flat-face-${role} example-face`} d=${FACE[role]} />
    ${SIDES.includes(role) && Number(faces[role]) > 0 && html`<path class="flat-pip" d=${pipsOf(PIP_SHAPES[colour], Number(faces[role]))} transform=${PRESSED[role]} fill-rule="evenodd" />`}`)}</g>`;
}

/** @param {{row: Row, t: Translate}} props */
function RowDrawing({ row: { faces, name, look, ringed = [] }, t }) {
  return html`<div class=${`example-row ${look ? `pile-${look} example-coloured` : ''}`}>
    ${faces.map((face, at) => html`<span key=${at} class=${ringed.includes(at) ? 'example-ringed' : ''}><${Die} face=${face} /></span>`)}
    ${name && html`<span class="example-name">${t(name)}</span>`}
  </div>`;
}
