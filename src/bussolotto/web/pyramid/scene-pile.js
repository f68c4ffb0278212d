/** Where the dice of a pile stand, how they are turned, and which of their edges lie in the shade of others. */
import { Matrix4, Quaternion, Vector3 } from '../vendor/three.module.min.js';
import { ABOVE, CELLS, POSES, SIDES, cellAt, centreOf, orientationOf, poseOf } from './lattice.js';
import { COLOURS, MARK } from './scene-die.js';

/** @typedef {import('./types.js').PileDie} PileDie */
/** @typedef {import('./types.js').Place} Place */
/** @typedef {import('./types.js').Faces} Faces */
/** @typedef {import('./scene-die.js').Drawn} Drawn */

const UNIT = new Vector3(1, 1, 1);
const LIFT = 2.25; // how high a lifted die hovers over its place
const DIM = 0.5;
const BRIGHT = 1.22;
/** @type {readonly (readonly number[])[]} */
const NO_SHADE = [
  [0, 0, 0, 0],
  [0, 0, 0, 0],
  [0, 0, 0, 0],
];
const QUATERNIONS = POSES.map((faces) => {
  const [x, y, z] = orientationOf(faces).map((column) => new Vector3(...column));
  return new Quaternion().setFromRotationMatrix(new Matrix4().makeBasis(x, y, z));
});

/** Where the die of a cell has its middle; a lifted one hovers above. @param {number} cell @param {boolean} [lifted] */
export function middleOf(cell, lifted = false) {
  const middle = new Vector3(...centreOf(CELLS[cell]));
  if (lifted) middle.y += LIFT;
  return middle;
}

/**
 * How a die with these faces is turned: as it was before where that agrees with them, else the first pose that does.
 * @param {Faces | undefined} faces @param {number} [before] a pose
 */
export function poseThatShows(faces, before = 0) {
  const known = faces ?? [];
  const whole = poseOf(known);
  if (whole !== undefined) return whole;
  /** @param {readonly number[]} pose */
  const agrees = (pose) => pose.every((face, side) => !known[side] || known[side] === face);
  return agrees(POSES[before]) ? before : Math.max(0, POSES.findIndex(agrees));
}

/** How a pose is turned in space. @param {number} pose */
export const turnOf = (pose) => QUATERNIONS[pose];

/** @param {any} middle @param {any} turn @param {number} [scale] */
export const matrixOf = (middle, turn, scale = 1) =>
  new Matrix4().compose(middle, turn, scale === 1 ? UNIT : new Vector3(scale, scale, scale));

/** Which pairs of opposite faces of a die may be seen. @param {Faces | undefined} faces */
export const knownPairs = (faces) =>
  SIDES.map((axis) => Number((faces ?? []).some((face) => face && Math.min(face, 7 - face) - 1 === axis)));

/**
 * How dark the edges of a die's upper faces are: 1 where another die rises at the edge, a half where one goes on in the
 * same plane. By side, its edges toward the next side, away from it, toward the one after, away from that.
 * @param {number} cell @param {ReadonlySet<number>} filled
 */
export function shadeOf(cell, filled) {
  return SIDES.map((side) =>
    [1, 2].flatMap((turn) =>
      [-1, 1].map((way) => {
        const beside = CELLS[cell].map((coordinate, axis) => coordinate + (axis === (side + turn) % 3 ? way : 0));
        const over = beside.map((coordinate, axis) => coordinate - Number(axis === side));
        if (filled.has(cellAt(over) ?? -1)) return 1;
        return filled.has(cellAt(beside) ?? -1) ? 0.5 : 0;
      }),
    ),
  );
}

/** Do dice lie over all upper faces of this one? @param {number} cell @param {ReadonlySet<number>} filled */
export const isBuried = (cell, filled) => ABOVE[cell].every((above) => filled.has(above));

/** The cells in which a die stands; what is lifted has left its own. @param {readonly PileDie[]} dice */
export const filledBy = (dice) => new Set(dice.flatMap(({ cell, look }) => (look === 'lifted' ? [] : [cell])));

/**
 * A die of the pile at rest, as it is drawn.
 * @param {PileDie} die @param {number} pose
 * @param {{filled: ReadonlySet<number>, marked: ReadonlyMap<number, number>, lit: ReadonlySet<number | null |
 *     undefined>}} pile `lit`: under the pointer, or with the focus
 * @returns {Drawn}
 */
export function drawnDie({ cell, colour, faces, look }, pose, { filled, marked, lit }) {
  const lifted = look === 'lifted';
  const mark = look === 'chosen' ? MARK.chosen : (marked.get(cell) ?? MARK.none);
  return {
    cell,
    matrix: matrixOf(middleOf(cell, lifted), turnOf(pose)),
    colour: COLOURS.indexOf(colour),
    known: knownPairs(faces),
    shade: lifted ? NO_SHADE : shadeOf(cell, filled),
    alpha: 1,
    mark,
    tone: look === 'dim' ? DIM : look === 'new' || (lit.has(cell) && mark) ? BRIGHT : 1,
  };
}

/**
 * A ghost where a die could be put.
 * @param {Place} place @param {boolean} hovered
 * @returns {Drawn}
 */
export function drawnGhost({ cell, colour = 'pearl', faces, quiet }, hovered) {
  return {
    cell,
    matrix: matrixOf(middleOf(cell), turnOf(poseThatShows(faces)), 0.96),
    colour: COLOURS.indexOf(colour),
    known: knownPairs(faces),
    shade: NO_SHADE,
    alpha: ghostAlpha(hovered, quiet ?? false),
    mark: MARK.ghost,
    tone: hovered ? BRIGHT : 1,
  };
}

/** @param {boolean} hovered @param {boolean} quiet */
function ghostAlpha(hovered, quiet) {
  if (quiet) return hovered ? 1 : 0;
  return hovered ? 1.5 : 1;
}
