/** What can be seen of a pile from a point in space, computed by rays along the lattice: dice are cubes on its axes. */
import { ABOVE, AXIS, CELLS, SIDES } from './lattice.js';

/** @typedef {readonly number[]} Vector along the lattice's axes */
/** @typedef {{has: (cell: number) => boolean, keys: () => Iterable<number>}} Filled */

const HALF = 0.49; // of an edge of a die
const LOOKED_AT = [-0.3, 0, 0.3]; // points of a face, each way

/**
 * Those of some cells of whose die, or of the die that could stand there, nothing is seen.
 * @param {readonly number[]} eye in space @param {readonly number[]} cells @param {Filled} filled where dice stand
 */
export function hiddenFrom(eye, cells, filled) {
  const from = SIDES.map((axis) => AXIS[axis].reduce((sum, part, way) => sum + part * eye[way], 0));
  const standing = [...filled.keys()].filter((cell) => !ABOVE[cell].every((above) => filled.has(above)));
  return cells.filter((cell) => !isSeen(from, cell, standing, filled));
}

/** @param {Vector} from @param {number} cell @param {readonly number[]} standing @param {Filled} filled */
const isSeen = (from, cell, standing, filled) =>
  SIDES.some(
    (side) =>
      !filled.has(ABOVE[cell][side]) &&
      from[side] < CELLS[cell][side] - HALF &&
      pointsOf(cell, side).some((point) => !standing.some((other) => other !== cell && isBetween(from, point, other))),
  );

/** @param {number} cell @param {number} side */
function pointsOf(cell, side) {
  return LOOKED_AT.flatMap((one) =>
    LOOKED_AT.map((other) =>
      CELLS[cell].map((value, axis) => value + [-HALF, one, other][(axis - side + SIDES.length) % SIDES.length]),
    ),
  );
}

/** Does the die of a cell lie on the way? By slabs. @param {Vector} from @param {Vector} to @param {number} cell */
function isBetween(from, to, cell) {
  let [first, last] = [0, 1 - 1e-6];
  for (const axis of SIDES) {
    const way = to[axis] - from[axis] || 1e-12;
    const near = (CELLS[cell][axis] - Math.sign(way) * HALF - from[axis]) / way;
    const far = (CELLS[cell][axis] + Math.sign(way) * HALF - from[axis]) / way;
    first = Math.max(first, near);
    last = Math.min(last, far);
  }
  return first < last;
}
