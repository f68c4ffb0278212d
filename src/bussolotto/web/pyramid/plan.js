/**
 * The pile as shapes, seen from high above the side that is below: from so high that no uncovered face is hidden, and
 * so low that the side below is a wall that faces the onlooker. A die is a hexagon of three faces. What is the same for
 * every die is computed once, by role: 0 faces the onlooker below, 1 looks right above, 2 left above.
 */
import { ABOVE, AXIS, CELLS, OUTSIDE, PIPS, SIDES } from './lattice.js';

/** @typedef {readonly [number, number]} Point */
/** @typedef {import('./types.js').Side} Side */
/** @typedef {'round' | 'square' | 'diamond' | 'triangle' | 'ring'} Shape */

export const UNIT = 100; // so wide is a step to the side
const HALF_WIDTH = (Math.sqrt(3) / 2) * UNIT;
const HEIGHT = (66 * Math.PI) / 180; // of the eye above the table; at a right angle all three sides would look alike
const EDGE = Math.sqrt(1.5) * UNIT; // of a die, seen squarely
const SIGHT = SIDES.map((axis) => -AXIS[axis][1] * Math.sin(HEIGHT) - AXIS[axis][2] * Math.cos(HEIGHT));
/** @type {readonly number[]} [role] -> how squarely that face is seen */
export const SQUARELY = [SIGHT[0], SIGHT[1], SIGHT[1]];
const DOWN = [0, 1].map((axis) => EDGE * (AXIS[axis][2] * Math.sin(HEIGHT) - AXIS[axis][1] * Math.cos(HEIGHT)));
/** @type {readonly Point[]} [role of an axis] -> one step along it: upward, to the left below, to the right below */
export const STEP = [
  [0, DOWN[0]],
  [-HALF_WIDTH, DOWN[1]],
  [HALF_WIDTH, DOWN[1]],
];

/**
 * The role of a side, or of an axis, with this side below.
 * @param {number} side
 * @param {number} below
 * @returns {Side}
 */
export const roleOf = (side, below) => SIDES[(side - below + 3) % 3];

/** @param {readonly number[]} steps by role @returns {Point} */
function moved(steps) {
  const [x, y] = [0, 1].map((way) => STEP[0][way] * steps[0] + STEP[1][way] * steps[1] + STEP[2][way] * steps[2]);
  return [x, y];
}

/**
 * Where the uppermost corner of a die is, from that of the uppermost cell; broken coordinates will do.
 * @param {readonly number[]} triple @param {number} below the side that is below
 */
export function placeOf(triple, below) {
  const [up, left, right] = SIDES.map((role) => triple[(role + below) % 3]);
  return moved([up, left, right]);
}

/**
 * The uncovered upper faces of the die of a cell, by role.
 * @param {number} cell
 * @param {{has: (cell: number) => boolean}} dice
 * @param {number} below
 * @returns {Side[]}
 */
export const openRoles = (cell, dice, below) =>
  SIDES.filter((side) => ABOVE[cell][side] === OUTSIDE || !dice.has(ABOVE[cell][side]))
    .map((side) => roleOf(side, below))
    .sort();

/** @param {number} role @param {boolean} wall of a hollow that faces the same way @returns {Point[]} */
function rhombus(role, wall) {
  const corners = [[], [(role + 1) % 3], [(role + 1) % 3, (role + 2) % 3], [(role + 2) % 3]];
  return corners.map((axes) => moved(SIDES.map((axis) => Number(axes.includes(axis) !== wall))));
}

/** @param {readonly Point[]} points */
export const pathOf = (points) => `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}Z`;

/** The middle of a die, from its uppermost corner */
export const CENTRE = moved([0.5, 0.5, 0.5]);
/** [role] -> the face of a die as a path from its uppermost corner */
export const FACE = SIDES.map((role) => pathOf(rhombus(role, false)));
/** [role] -> the wall of a hollow that faces as that face does */
export const WALL = SIDES.map((role) => pathOf(rhombus(role, true)));
/** [role] -> the middle of that face */
export const FACE_MIDDLE = SIDES.map((role) => moved(SIDES.map((axis) => (axis === role ? 0 : 0.5))));
/** [role] -> the transform that presses a square from -1 to 1 into that face */
export const PRESSED = SIDES.map((role) => {
  const [across, down] = [STEP[(role + 1) % 3], STEP[(role + 2) % 3]];
  return `matrix(${[...across, ...down].map((value) => value / 2).join(' ')} ${FACE_MIDDLE[role].join(' ')})`;
});

const AROUND = [
  [1, 0, 0],
  [1, 0, 1],
  [0, 0, 1],
  [0, 1, 1],
  [0, 1, 0],
  [1, 1, 0],
];
/** @param {readonly Side[]} roles the uncovered faces */
function around(roles) {
  const inside = (/** @type {number[]} */ steps) =>
    SIDES.some((role) => !roles.includes(role) && steps[role] === 0 && steps.filter(Boolean).length === 2);
  return pathOf(AROUND.map((steps) => moved(inside(steps) ? [0, 0, 0] : steps)));
}
/** @type {Record<string, string>} roles in a row -> the outline of those faces of a die */
const OUTLINES = Object.fromEntries(
  [[0], [1], [2], [0, 1], [0, 2], [1, 2], [0, 1, 2]].map((roles) => {
    const some = roles.map((role) => SIDES[role]);
    return [some.join(''), some.length === 1 ? FACE[some[0]] : around(some)];
  }),
);
export const HEXAGON = OUTLINES['012'];
/** The outline of what is seen of a die; all of it where nothing is. @param {readonly Side[]} roles */
export const outlineOf = (roles) => OUTLINES[roles.join('')] ?? HEXAGON;

/**
 * Where in a die its mark, its name and its button are: on what is seen of it.
 * @param {readonly Side[]} roles
 * @returns {Point}
 */
export const middleOf = (roles) => (roles.length === 1 || roles.length === 2 ? FACE_MIDDLE[roles[0]] : CENTRE);

/** What is seen of a single die, with a little air: left, top, width, height. */
export const DIE_BOX = [-HALF_WIDTH - 6, DOWN[0] - 6, 2 * HALF_WIDTH + 12, 2 * DOWN[1] - DOWN[0] + 12].join(' ');

/** A flag that stands at 0, 0, for a goal. */
export const FLAG = 'M-5 0V-104H5V-100L62 -76L5 -52V0Z';

const BOARD_REACH = 0.77; // from the middle of a corner die
const RIM = 75; // round the triangle
export const THICKNESS = 40; // of the wood, as it is seen
/** The corners of the base without its round rim, by role. @param {number} size */
const boardCorners = (size) =>
  SIDES.map((role) => moved(SIDES.map((axis) => (axis === role ? size + 0.5 + BOARD_REACH : 0.5 - BOARD_REACH / 2))));
/** The triangle of the base, without its round rim. @param {number} size */
export const boardPath = (size) => pathOf(boardCorners(size));

/** What has to be seen of a pile of this size: left, top, width, height. @param {number} size */
export function frameOf(size) {
  const [far, , right] = boardCorners(size);
  const [across, top] = [right[0] + RIM, far[1] - RIM];
  return [-across, top, 2 * across, right[1] + RIM + THICKNESS - top];
}

/** Where a level line turns, by role of the ridge. @param {number} steps from the top */
export const ridgePoints = (steps) => SIDES.map((role) => moved(SIDES.map((axis) => (axis === role ? steps : 0))));

// --- pips, in a square from -1 to 1

const SPREAD = 0.54;
/** @type {Record<Shape, (x: number, y: number) => string>} */
const PIP = {
  round: (x, y) => disc(x, y, 0.19),
  square: (x, y) =>
    polygon(x, y, [
      [-0.16, -0.16],
      [0.16, -0.16],
      [0.16, 0.16],
      [-0.16, 0.16],
    ]),
  diamond: (x, y) =>
    polygon(x, y, [
      [0, -0.23],
      [0.23, 0],
      [0, 0.23],
      [-0.23, 0],
    ]),
  triangle: (x, y) =>
    polygon(x, y, [
      [-0.21, -0.21],
      [0.21, -0.13],
      [-0.13, 0.21],
    ]),
  ring: (x, y) => disc(x, y, 0.22) + disc(x, y, 0.1),
};

/** @param {number} x @param {number} y @param {number} radius */
const disc = (x, y, radius) =>
  `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0Z`;
/** @param {number} x @param {number} y @param {number[][]} corners */
const polygon = (x, y, corners) => `M${corners.map((corner) => `${x + corner[0]} ${y + corner[1]}`).join('L')}Z`;

/** @type {Map<string, string>} */
const drawn = new Map();
/** The pips of a face as a path. @param {Shape} shape @param {number} face 0: none */
export function pipsOf(shape, face) {
  const key = shape + face;
  const known = drawn.get(key) ?? PIPS[face].map(([x, y]) => PIP[shape](x * SPREAD, y * SPREAD)).join('');
  drawn.set(key, known);
  return known;
}

/** The order to draw cells in: lower dice first. @param {number} one @param {number} other */
export const fromBelow = (one, other) => total(other) - total(one) || one - other;
/** @param {number} cell */
const total = (cell) => CELLS[cell][0] + CELLS[cell][1] + CELLS[cell][2];
