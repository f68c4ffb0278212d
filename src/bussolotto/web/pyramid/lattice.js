/**
 * The lattice of the pyramid, as pyramid.py has it: cells, poses, what lies where. A test holds each table to that
 * module.
 *
 * A cell is a triple (a, b, c), its number the place in lexicographic order. Its die shows three upper faces, one to
 * each
 * side X, Y, Z, which follow each other counter-clockwise seen from above (GEO-10). A smaller lattice is the top
 * corner of
 * the big one: its base are the cells whose coordinates add up to its size, and numbers of cells stay what they are.
 */
import { SIZE } from '../words/places.js';

export { LEFT_OF, RIGHT_OF, SIDE_OF_SEAT } from '../words/places.js'; // GEO-10

/** @typedef {import('./types.js').Side} Side */
/** @typedef {import('./types.js').Faces} Faces */
/** @typedef {readonly [number, number, number]} Triple */

export { SIZE };
/** @type {readonly Side[]} */
export const SIDES = [0, 1, 2];
export const [X, Y, Z] = SIDES;

const SPAN = [...Array(SIZE + 1).keys()];
/** @type {readonly Triple[]} every cell, in lexicographic order (GEO-1) */
export const CELLS = SPAN.flatMap((a) =>
  SPAN.flatMap((b) => SPAN.map((c) => /** @type {Triple} */ ([a, b, c]))),
).filter((cell) => sum(cell) <= SIZE);
export const COUNT = CELLS.length;
export const OUTSIDE = COUNT; // beyond a side, where no die can be
export const GROUND = COUNT + 1; // below level 0, where something always holds
const INDEX = new Map(CELLS.map((cell, index) => [cell.join(), index]));

/** [cell] -> level in the big pyramid, 0 for the base (GEO-1) */
export const LEVEL = CELLS.map((cell) => SIZE - sum(cell));
/** [cell][side] -> the cell that the die's upper face to that side looks to, or OUTSIDE (GEO-3) */
export const ABOVE = CELLS.map((cell) => SIDES.map((side) => cellAt(stepped(cell, side, -1)) ?? OUTSIDE));
/** [cell][axis] -> the cell it rests on along that axis, or GROUND (GEO-2) */
export const BELOW = CELLS.map((cell) => SIDES.map((side) => cellAt(stepped(cell, side, 1)) ?? GROUND));

/** @param {readonly number[]} triple */
function sum(triple) {
  return triple.reduce((total, coordinate) => total + coordinate, 0);
}

/** @param {Triple} cell @param {number} axis @param {number} by */
function stepped(cell, axis, by) {
  return cell.map((coordinate, other) => coordinate + (other === axis ? by : 0));
}

/** The number of a cell by its coordinates; undefined where there is none. @param {readonly number[]} triple */
export function cellAt(triple) {
  return INDEX.get(triple.join());
}

/** The first cell that the text of an action names; null where it names none. @param {string} text */
export function cellNamed(text) {
  const triple = / (\d+),(\d+),(\d+)/.exec(text);
  return (triple && cellAt(triple.slice(1).map(Number))) ?? null;
}

/** A cell in notation, `2,3,3`. @param {number} cell */
export const cellText = (cell) => CELLS[cell].join();

/** The cells of the lattice of this size. @param {number} size */
export const cellsWithin = (size) => CELLS.flatMap((cell, index) => (sum(cell) <= size ? [index] : []));

/** The base of the lattice of this size. @param {number} size */
export const baseOf = (size) => CELLS.flatMap((cell, index) => (sum(cell) === size ? [index] : []));

/** The level of a cell in the lattice of this size, 0 for its base. @param {number} cell @param {number} size */
export const levelIn = (cell, size) => size - sum(CELLS[cell]);

/**
 * Where a cell is, to be spoken: level from 0, and counted from 1 the row from side X away and the place in it from the
 * left, as the player of side X sees them. The same for everybody, from whichever side they look.
 * @param {number} cell @param {number} size
 */
export function addressOf(cell, size) {
  const [a, , c] = CELLS[cell];
  return { level: levelIn(cell, size), row: a + 1, place: c + 1 };
}

/**
 * The whole straight line through a cell along an axis, from its highest cell down to the base (GEO-6).
 * @param {number} cell
 * @param {number} axis
 */
export const rowOf = (cell, axis) =>
  CELLS.flatMap((other, index) =>
    SIDES.every((side) => side === axis || other[side] === CELLS[cell][side]) ? [index] : [],
  );

/** The cells whose dice touch a die here by a face (GEO-3). @param {number} cell */
export const around = (cell) => [...ABOVE[cell], ...BELOW[cell]].filter((other) => other < COUNT);

// --- poses

export const FACES = [1, 2, 3, 4, 5, 6];
/** Where a face looks on a die that lies with 1, 2, 3 to the axes. @param {number} face */
const direction = (face) => SIDES.map((axis) => (axis === Math.min(face, 7 - face) - 1 ? (face <= 3 ? 1 : -1) : 0));
/** @param {readonly number[]} one @param {readonly number[]} two @param {readonly number[]} three */
const determinant = (one, two, three) =>
  sum(
    SIDES.map(
      (axis) => three[axis] * (one[(axis + 1) % 3] * two[(axis + 2) % 3] - one[(axis + 2) % 3] * two[(axis + 1) % 3]),
    ),
  );

/**
 * @type {readonly Triple[]} [pose][side] -> the face shown there: the 24 that a die can show, in lexicographic order
 */
export const POSES = FACES.flatMap((x) =>
  FACES.flatMap((y) => FACES.map((z) => /** @type {Triple} */ ([x, y, z]))),
).filter(([x, y, z]) => determinant(direction(x), direction(y), direction(z)) === 1);
const POSE_INDEX = new Map(POSES.map((faces, pose) => [faces.join(''), pose]));

/** What a die shows where it does not matter: each keeps its own. @param {number} number of the die, or its cell */
export const facesOfAny = (number) => POSES[(number * 7 + (number >> 3) * 5) % POSES.length];

/** The pose that shows these faces; undefined where no die can. @param {Faces} faces */
export const poseOf = (faces) => POSE_INDEX.get(faces.join(''));

/**
 * What a die shows after it was tipped toward one side and away from another (GEO-9).
 * @param {Faces} faces
 * @param {number} toward
 * @param {number} away
 * @returns {number[]}
 */
export function tipped(faces, toward, away) {
  const after = [...faces];
  after[toward] = faces[away];
  after[away] = 7 - faces[toward];
  return after;
}

/**
 * The cell that tipping leads to, or OUTSIDE (GEO-9).
 * @param {number} cell
 * @param {number} toward
 * @param {number} away
 */
export const tipsTo = (cell, toward, away) =>
  cellAt(CELLS[cell].map((coordinate, side) => coordinate - Number(side === toward) + Number(side === away))) ??
  OUTSIDE;

// --- in space: y up, the player of side X at +z, lengths in edges of a die

const ROOM = Math.sqrt(2 / 3);
const FALL = -1 / Math.sqrt(3);
/**
 * @type {readonly Triple[]} [axis] -> one step along it in space, as long as an edge of a die; side X, Y, Z looks the
 *     other way
 */
export const AXIS = [
  [0, FALL, -ROOM],
  [(-ROOM * Math.sqrt(3)) / 2, FALL, ROOM / 2],
  [(ROOM * Math.sqrt(3)) / 2, FALL, ROOM / 2],
];

/** @param {readonly number[]} steps how far along each axis @returns {Triple} */
function along(steps) {
  const [x, y, z] = SIDES.map((way) => sum(SIDES.map((axis) => steps[axis] * AXIS[axis][way])));
  return [x, y, z];
}

/**
 * The middle of the die of a cell in space, from that of the uppermost cell. Broken coordinates will do.
 * @param {readonly number[]} triple
 */
export const centreOf = (triple) => along(triple);

/**
 * How a die in this pose is turned in space: where its faces 1, 2, 3 look. As columns of a matrix they turn a die whose
 * 1 looks to +x, 2 to +y, 3 to +z.
 * @param {Faces} faces a pose
 * @returns {readonly [Triple, Triple, Triple]}
 */
export function orientationOf(faces) {
  const columns = [0, 1, 2].map((axis) => {
    const side = faces.findIndex((face) => Math.min(face, 7 - face) - 1 === axis);
    const way = faces[side] <= 3 ? -1 : 1;
    return along(SIDES.map((other) => (other === side ? way : 0)));
  });
  return /** @type {[Triple, Triple, Triple]} */ (columns);
}

// --- pips

/** [face] -> where its pips are, in a square from -1 to 1 */
export const PIPS = /** @type {const} */ ([
  [],
  [[0, 0]],
  [
    [-1, 1],
    [1, -1],
  ],
  [
    [-1, 1],
    [0, 0],
    [1, -1],
  ],
  [
    [-1, -1],
    [-1, 1],
    [1, -1],
    [1, 1],
  ],
  [
    [-1, -1],
    [-1, 1],
    [0, 0],
    [1, -1],
    [1, 1],
  ],
  [
    [-1, -1],
    [-1, 0],
    [-1, 1],
    [1, -1],
    [1, 0],
    [1, 1],
  ],
]);

/** The shape of the pips, by colour, so that colour is never alone */
export const PIP_SHAPES = /** @type {const} */ ({
  red: 'round',
  yellow: 'square',
  pearl: 'diamond',
  turquoise: 'triangle',
  violet: 'ring',
});
