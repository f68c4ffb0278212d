/**
 * The flat twin of the pile: seen from above, so that all three sides are seen at once, with a small net of the base
 * beside it where dice lie over the base. Shapes are picked exactly: what one points at is what one gets.
 */
import { html, useEffect, useId, useLayoutEffect, useRef } from '../vendor/preact.js';
import { animateChanges, turned } from './animate.js';
import { seenAt } from './cells.js';
import { baseOf, cellText, CELLS, COUNT, LEVEL, levelIn, PIP_SHAPES, SIDES, SIZE } from './lattice.js';
import {
  boardPath,
  CENTRE,
  FACE,
  FACE_MIDDLE,
  FLAG,
  frameOf,
  fromBelow,
  HEXAGON,
  middleOf,
  openRoles,
  outlineOf,
  pathOf,
  pipsOf,
  placeOf,
  PRESSED,
  ridgePoints,
  THICKNESS,
  UNIT,
  WALL,
} from './plan.js';

/** @typedef {import('./types.js').PileDie} PileDie */
/** @typedef {import('./types.js').Place} Place */
/** @typedef {import('./types.js').Side} Side */
/** @typedef {ReadonlyMap<number, PileDie>} Dice */
/**
 * @typedef {object} FlatProps
 * @property {Dice} dice by cell
 * @property {readonly Place[]} places
 * @property {number | null} chosen
 * @property {number | null} focused the cell that the keyboard is at
 * @property {readonly import('./types.js').Goal[]} goals
 * @property {number} size
 * @property {Side} below
 * @property {boolean} names
 * @property {readonly import('./types.js').Move[]} moves
 * @property {(cell: number) => number | undefined} [taker]
 * @property {boolean} motion
 * @property {boolean} busy
 * @property {boolean} atOnce
 * @property {ReturnType<typeof import('./zoom.js').useZoom>} zoom
 * @property {(cell: number) => void} onPick
 * @property {(cell: number | null) => void} onAgain the second tap of a double tap, and what is there
 * @property {import('../types.js').Translate} t
 */

const LOW = 3.2; // percent of the light that each level further down loses
const SIDE_NAMES = ['X', 'Y', 'Z'];
const BESIDE = 0.6; // the name of a side, from the middles of the dice there

/** @param {FlatProps} props */
export function Flat(props) {
  const { dice, places, goals, size, below, names, zoom, busy, atOnce, onPick, onAgain } = props;
  const turner = useRef(/** @type {SVGGElement | null} */ (null));
  const layer = useRef(/** @type {SVGGElement | null} */ (null));
  const id = useId();
  const top = Math.max(...[...dice.keys()].map((cell) => LEVEL[cell]));
  useMotion(props, turner, layer);
  const pick = (/** @type {MouseEvent} */ event) => {
    if (zoom.dragged()) return;
    const cell = /** @type {Element} */ (event.target).closest('[data-pick]')?.getAttribute('data-pick');
    if (zoom.again(event)) return void onAgain(cell ? Number(cell) : null);
    if (!cell) return;
    const crowded = atOnce && isCrowded(Number(cell), props, /** @type {SVGSVGElement} */ (event.currentTarget));
    const small = atOnce && zoom.byFinger() && /** @type {Element} */ (event.target).closest('.flat-net');
    if (!crowded && !small) onPick(Number(cell));
  };
  return html`<svg class=${`flat ${busy ? 'flat-busy' : ''} ${zoom.scale > 1 ? 'flat-zoomed' : ''}`}
      viewBox=${frameOf(size).join(' ')} aria-hidden="true"
      focusable="false" onClick=${pick} ...${zoom.handlers}>
    <${Shades} id=${id} />
    <g style=${zoom.style}><g ref=${turner}>
      <${Board} size=${size} below=${below} dice=${dice} id=${id} />
      ${[...dice]
        .sort(([one], [other]) => fromBelow(one, other))
        .map(
          ([cell, die]) => html`<${Die} key=${cell}
              die=${die} roles=${openRoles(cell, dice, below)} low=${top - LEVEL[cell]} below=${below} id=${id} />`,
        )}
      <g ref=${layer}></g>
      <${Marks} ...${props} />
      ${goals.map(
        ({ cell, colour }) => html`<g key=${cell} class=${`flat-goal pile-${colour}`} style=${at(cell, below)}>
          <path d=${FLAG} transform=${`translate(${CENTRE.join(' ')})`} /></g>`,
      )}
      ${names && html`<${Names} places=${places} dice=${dice} size=${size} below=${below} />`}
      ${places
        .filter(({ mark }) => mark)
        .map(
          (place) => html`<${Tag} key=${place.cell} cell=${place.cell} words=${place.mark} below=${below}
              point=${middleOf(dice.has(place.cell) ? openRoles(place.cell, dice, below) : SIDES)} />`,
        )}
    </g></g>
    ${hasNet(dice, size) && html`<${Net} ...${props} />`}
  </svg>`;
}

/**
 * Could a touch mean another cell as well? Then the pile is looked at more closely instead.
 * @param {number} cell @param {FlatProps} props @param {SVGSVGElement} drawing
 */
function isCrowded(cell, { dice, places, below, zoom }, drawing) {
  const others = places.length ? places.map((place) => place.cell) : [...dice.keys()];
  const [x, y] = seenAt(cell, dice, below);
  const far = others
    .filter((other) => other !== cell && (!dice.has(other) || openRoles(other, dice, below).length > 0))
    .map((other) => seenAt(other, dice, below))
    .map(([right, down]) => Math.hypot(right - x, down - y));
  return zoom.crowded([x, y], Math.min(...far), drawing.getScreenCTM()?.a ?? 1);
}

/**
 * Light on the corner of a die that is nearest to the eye: the same for all, and what makes them stand out.
 * @param {{id: string}} props
 */
function Shades({ id }) {
  return html`<defs>
    <radialGradient id=${`${id}-die`} gradientUnits="userSpaceOnUse" cx="0" cy="0" r=${UNIT}>
      <stop offset="0" stop-color="#fff" stop-opacity=".34" /><stop offset=".45" stop-color="#fff" stop-opacity=".06" />
      <stop offset="1" stop-color="#2b1a0c" stop-opacity=".2" />
    </radialGradient>
    <radialGradient id=${`${id}-hollow`} gradientUnits="userSpaceOnUse" cx=${CENTRE[0]} cy=${CENTRE[1]} r=${UNIT}>
      <stop offset="0" stop-color="#150a02" stop-opacity=".72" />
      <stop offset=".55" stop-color="#150a02" stop-opacity=".3" />
      <stop offset="1" stop-color="#150a02" stop-opacity="0" />
    </radialGradient>
    <radialGradient id=${`${id}-wood`} cx=".4" cy=".35" r=".8"><stop class="flat-wood-light" offset="0" />
      <stop class="flat-wood-dark" offset="1" /></radialGradient>
  </defs>`;
}

/** The base with its hollows. @param {{size: number, below: number, dice: Dice, id: string}} props */
function Board({ size, below, dice, id }) {
  return html`<g class="flat-board">
    <path class="flat-rim" d=${boardPath(size)} transform=${`translate(0 ${THICKNESS})`} />
    <path class="flat-wood" d=${boardPath(size)} fill=${`url(#${id}-wood)`} stroke=${`url(#${id}-wood)`} />
    ${baseOf(size)
      .filter((cell) => !dice.has(cell) || openRoles(cell, dice, below).length === SIDES.length)
      .map(
        (cell) => html`<g key=${cell} class="flat-hollow" data-pick=${cell} style=${at(cell, below)}>
          ${SIDES.map((role) => html`<path class=${`flat-wall-${role}`} d=${WALL[role]} />`)}
          <path class="flat-deep" d=${HEXAGON} fill=${`url(#${id}-hollow)`} />
        </g>`,
      )}
  </g>`;
}

/**
 * @param {{die: PileDie, roles: readonly Side[], low: number, below: number, id: string}} props `low`: levels below
 *     the highest die
 */
function Die({ die, roles, low, below, id }) {
  return html`<g class=${`flat-die pile-${die.colour} ${die.look ? `is-${die.look}` : ''}`} data-pick=${die.cell}
      data-die=${die.cell}
      style=${`${at(die.cell, below)};--low:${LOW * low}%`}>
    ${roles.map(
      (role) => html`<${Face} key=${role} role=${role} colour=${die.colour}
          face=${die.faces?.[(role + below) % 3] ?? 0} />`,
    )}
    <path d=${outlineOf(roles)} fill=${`url(#${id}-die)`} />
    ${(die.look === 'new' || die.look === 'chosen') && html`<path class="flat-outline" d=${outlineOf(roles)} />`}
  </g>`;
}

/** @param {{role: number, colour: import('./types.js').Colour, face: number}} props */
function Face({ role, colour, face }) {
  return html`<path class=${`flat-face flat-face-${role}`} d=${FACE[role]} />
    ${
      face > 0 &&
      html`<path class="flat-pip" d=${pipsOf(PIP_SHAPES[colour], face)} transform=${PRESSED[role]}
          fill-rule="evenodd" />`
    }`;
}

/** Ghosts and rings of places, what is chosen, where the keyboard is. @param {FlatProps} props */
function Marks({ dice, places, chosen, focused, below }) {
  const outline = (/** @type {number} */ cell) => outlineOf(dice.has(cell) ? openRoles(cell, dice, below) : SIDES);
  return html`
    ${places.map((place) =>
      dice.has(place.cell)
        ? html`<path key=${place.cell} class="flat-ring" d=${outline(place.cell)} style=${at(place.cell, below)} />`
        : html`<${Ghost} key=${place.cell} place=${place} below=${below} />`,
    )}
    ${chosen !== null && html`<path class="flat-chosen" d=${outline(chosen)} style=${at(chosen, below)} />`}
    ${focused !== null && html`<path class="flat-focus" d=${outline(focused)} style=${at(focused, below)} />`}`;
}

/** A die that could lie here. @param {{place: Place, below: number}} props */
function Ghost({ place, below }) {
  const { cell, colour, faces } = place;
  return html`<g class=${`flat-ghost pile-${colour ?? 'none'} ${place.quiet ? 'flat-quiet' : ''}`} data-pick=${cell}
      style=${at(cell, below)}>
    ${SIDES.map((role) => html`<path class=${`flat-face-${role}`} d=${FACE[role]} />`)}
    <path class="flat-ring" d=${HEXAGON} />
    ${
      faces &&
      colour &&
      SIDES.map(
        (role) => html`<path class="flat-pip"
            d=${pipsOf(PIP_SHAPES[colour], faces[(role + below) % 3])} transform=${PRESSED[role]} fill-rule="evenodd"
        />`,
      )
    }
  </g>`;
}

/** @param {{cell: number, words: string | undefined, below: number, point: readonly [number, number]}} props */
function Tag({ cell, words = '', below, point }) {
  const [x, y] = placeOf(CELLS[cell], below);
  const wide = 34 + 26 * words.length;
  return html`<g class="flat-tag" style=${`transform:translate(${x + point[0]}px,${y + point[1]}px)`}>
    <rect x=${-wide / 2} y="-27" width=${wide} height="54" rx="27" /><text y="15">${words}</text></g>`;
}

/**
 * Names of cells, level lines with their numbers, names of the sides.
 * @param {{dice: Dice, places: readonly Place[], size: number, below: number}} props
 */
function Names({ dice, places, size, below }) {
  const empty = [...places.map(({ cell }) => cell), ...baseOf(size)].filter(
    (cell, at, all) => !dice.has(cell) && all.indexOf(cell) === at && !covered(cell, dice),
  );
  const seen = [...dice.keys()]
    .map((cell) => ({ cell, roles: openRoles(cell, dice, below) }))
    .filter(({ roles }) => roles.length);
  const levels = Array.from({ length: size }, (_, steps) => steps + 1);
  return html`<g class="flat-names">
    ${levels.map((steps) => html`<path key=${steps} class="flat-level" d=${pathOf(ridgePoints(steps))} />`)}
    ${[...seen, ...empty.map((cell) => ({ cell, roles: SIDES }))].map(({ cell, roles }) => {
      const [x, y] = placeOf(CELLS[cell], below);
      const [left, top] = middleOf(roles);
      return html`<text key=${cell} x=${x + left} y=${y + top + 9}>${cellText(cell)}</text>`;
    })}
    ${levels.map((steps) => {
      const [, , [x, y]] = ridgePoints(steps);
      return html`<g key=${steps} class="flat-tag"
          style=${`transform:translate(${x + FACE_MIDDLE[1][0]}px,${y + FACE_MIDDLE[1][1]}px)`}>
        <rect x="-27" y="-27" width="54" height="54" rx="27" /><text y="15">${size - steps}</text></g>`;
    })}
    ${SIDES.map((role) => {
      const along = (size + 1.5 + BESIDE) / 2;
      const [x, y] = placeOf(
        SIDES.map((side) => (side === (role + below) % 3 ? -BESIDE : along)),
        below,
      );
      return html`<text key=${role} class="flat-side" x=${x} y=${y + 20}>${SIDE_NAMES[(role + below) % 3]}</text>`;
    })}
  </g>`;
}

/** Does a die lie over this empty cell, in the same line of sight? @param {number} cell @param {Dice} dice */
const covered = (cell, dice) =>
  CELLS.some(
    (other, index) =>
      dice.has(index) &&
      levelIn(index, SIZE) > levelIn(cell, SIZE) &&
      other.every((value, axis) => CELLS[cell][axis] - value === CELLS[cell][0] - other[0]),
  );

// --- the net of the base

const NET_SCALE = 0.24;

/** Is the base hidden from above by dice over it? @param {Dice} dice @param {number} size */
export const hasNet = (dice, size) => [...dice.keys()].some((cell) => levelIn(cell, size) > 0);

/** @param {FlatProps} props */
function Net({ dice, places, chosen, focused, size, below }) {
  const [left, top] = frameOf(size);
  const marked = new Set(places.filter(({ quiet }) => !quiet).map(({ cell }) => cell));
  const reach = (size + 2) * UNIT * NET_SCALE;
  return html`<g class="flat-net"
      style=${`transform:translate(${left + reach * 0.9}px,${top + reach * 1.06}px) scale(${NET_SCALE})`}>
    ${baseOf(size).map((cell) => {
      const state = [marked.has(cell) && 'is-place', chosen === cell && 'is-chosen', focused === cell && 'is-focused']
        .filter(Boolean)
        .join(' ');
      return html`<path key=${cell} class=${`pile-${dice.get(cell)?.colour ?? 'none'} ${state}`} data-pick=${cell}
          d=${HEXAGON} style=${at(cell, below)} />`;
    })}
  </g>`;
}

/** @param {number} cell @param {number} below */
function at(cell, below) {
  const [x, y] = placeOf(CELLS[cell], below);
  return `transform:translate(${x.toFixed(1)}px,${y.toFixed(1)}px)`;
}

// --- motion

/**
 * Animates what has changed since the last time, and a turn of the whole.
 * @param {FlatProps} props
 * @param {{current: SVGGElement | null}} turner
 * @param {{current: SVGGElement | null}} layer
 */
function useMotion({ dice, below, moves, taker, motion }, turner, layer) {
  const before = useRef({ dice, below });
  const running = useRef(/** @type {(() => void) | null} */ (null));
  const skip = () => running.current?.();
  useLayoutEffect(() => {
    const was = before.current;
    before.current = { dice, below };
    if (was.below !== below) {
      skip();
      if (motion && turner.current) turned(turner.current, below === (was.below + 1) % 3 ? 1 : -1);
      return;
    }
    if (!layer.current || sameDice(was.dice, dice)) return;
    skip();
    if (motion) running.current = animateChanges(layer.current, { before: was.dice, after: dice, moves, taker, below });
  });
  useEffect(() => {
    document.addEventListener('pointerdown', skip, true);
    document.addEventListener('keydown', skip, true);
    return () => {
      document.removeEventListener('pointerdown', skip, true);
      document.removeEventListener('keydown', skip, true);
      skip();
    };
  }, []);
}

/** @param {Dice} one @param {Dice} other */
function sameDice(one, other) {
  for (let cell = 0; cell < COUNT; cell++) {
    const [first, second] = [one.get(cell), other.get(cell)];
    if (first?.colour !== second?.colour || first?.faces?.join() !== second?.faces?.join()) return false;
  }
  return true;
}
