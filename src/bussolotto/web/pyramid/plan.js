/**
 * The pile seen from above along the diagonal of the cube, as shapes: a die is a hexagon of three rhombic faces. So
 * seen
 * the middle of a die is its uppermost corner, and the hexagon that a die would fill is made of just the three faces
 * that
 * look into its funnel (GEO-4). What is the same for every die is reckoned once, by role: 0 faces the onlooker below, 1
 * looks right above, 2 left above.
 */
import { ABOVE, CELLS, OUTSIDE, PIPS, SIDES } from './lattice.js';

/** @typedef {readonly [number, number]} Point */
/** @typedef {import('./types.js').Side} Side */
/** @typedef {'round' | 'square' | 'diamond' | 'triangle' | 'ring'} Shape */

export const UNIT = 100; // an edge of a die
const HALF_WIDTH = (Math.sqrt(3) / 2) * UNIT;
/** @type {readonly Point[]} [role of an axis] -> one step along it: upward, to the left below, to the right below */
export const STEP = [
  [0, -UNIT],
  [-HALF_WIDTH, UNIT / 2],
  [HALF_WIDTH, UNIT / 2],
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
 * Where the middle of a die is, from that of the uppermost cell; broken coordinates will do.
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

/** @param {number} role @param {number} up -1: the wall of a hollow that faces the same way @returns {Point[]} */
function rhombus(role, up) {
  const corners = [[], [(role + 1) % 3], [(role + 1) % 3, (role + 2) % 3], [(role + 2) % 3]];
  return corners.map((axes) => moved(SIDES.map((axis) => (axes.includes(axis) ? up : 0))));
}

/** @param {readonly Point[]} points */
export const pathOf = (points) => `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}Z`;

/** [role] -> the face of a die as a path around its middle */
export const FACE = SIDES.map((role) => pathOf(rhombus(role, 1)));
/** [role] -> the wall of a hollow that faces as that face does */
export const WALL = SIDES.map((role) => pathOf(rhombus(role, -1)));
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
export const middleOf = (roles) => (roles.length === 1 || roles.length === 2 ? FACE_MIDDLE[roles[0]] : [0, 0]);

const BOARD_REACH = 1.15;
/** The triangle of the base, without its round rim. @param {number} size */
export const boardPath = (size) =>
  pathOf(SIDES.map((role) => moved(SIDES.map((axis) => (axis === role ? size + BOARD_REACH : 0)))));

/** What has to be seen of a pile of this size: left, top, width, height. @param {number} size */
export function frameOf(size) {
  const reach = size + BOARD_REACH + 0.9;
  return [-reach * HALF_WIDTH, -reach * UNIT, 2 * reach * HALF_WIDTH, (reach * 1.5 + 0.6) * UNIT];
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
