/**
 * A die that turns over, seen as in plan.js. All is computed along the lattice's axes: a
 * face of a die that lies still looks along one of them, its upper ones against them.
 */
import { SIDES } from './lattice.js';
import { roleOf, SQUARELY, STEP } from './plan.js';

/** @typedef {number[][]} Matrix rows */
/** @typedef {{axis: number[], angle: number}} Spin */
/**
 * @typedef {{corner: number[], across: number[], down: number[], face: number, role: number}} Seen a face as it is
 *     seen: a corner and two edges
 */

/**
 * @param {readonly number[]} faces
 * @returns {Matrix | null} [face axis][lattice axis] -> where 1, 2, 3 look; null without pips
 */
function lying(faces) {
  if (faces.some((face) => !face)) return null;
  const rows = [0, 1, 2].map((axis) => {
    const side = faces.findIndex((face) => Math.min(face, 7 - face) - 1 === axis);
    return SIDES.map((other) => (other === side ? (faces[side] <= 3 ? -1 : 1) : 0));
  });
  return rows;
}

/**
 * How a die has to turn to show other faces; null where it need not, or shows no pips.
 * @param {readonly number[]} before @param {readonly number[]} after
 * @returns {Spin | null}
 */
export function between(before, after) {
  const [first, second] = [lying(before), lying(after)];
  if (!first || !second || before.join() === after.join()) return null;
  return axisAngle(
    SIDES.map((row) => SIDES.map((column) => sum(SIDES.map((axis) => second[axis][row] * first[axis][column])))),
  );
}

/** The axis and angle of a rotation. @param {Matrix} matrix @returns {Spin} */
export function axisAngle(matrix) {
  const angle = Math.acos(Math.min(1, Math.max(-1, (matrix[0][0] + matrix[1][1] + matrix[2][2] - 1) / 2)));
  if (angle < Math.PI - 0.01) {
    return {
      axis: normal([matrix[2][1] - matrix[1][2], matrix[0][2] - matrix[2][0], matrix[1][0] - matrix[0][1]]),
      angle,
    };
  }
  const doubled = SIDES.map((row) => SIDES.map((column) => matrix[row][column] + Number(row === column)));
  return { axis: normal(doubled.find((row) => Math.hypot(...row) > 0.5) ?? [1, 0, 0]), angle }; // half a turn: a row of R + 1
}

/**
 * The rotation about an axis (Rodrigues).
 * @param {readonly number[]} axis of length 1
 * @param {number} angle
 * @returns {Matrix}
 */
export function rotation([x, y, z], angle) {
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  const less = 1 - cosine;
  return [
    [cosine + x * x * less, x * y * less - z * sine, x * z * less + y * sine],
    [y * x * less + z * sine, cosine + y * y * less, y * z * less - x * sine],
    [z * x * less - y * sine, z * y * less + x * sine, cosine + z * z * less],
  ];
}

/**
 * The faces that are seen of a die round its middle.
 * @param {readonly number[]} faces as it lay before @param {Matrix | null} matrix how it was turned since @param
 *     {number} below
 * @returns {Seen[]}
 */
export function standing(faces, matrix, below) {
  const turn = (/** @type {number[]} */ way) =>
    matrix ? matrix.map((row) => sum(row.map((value, axis) => value * way[axis]))) : way;
  const seen = (/** @type {number[]} */ way) =>
    [0, 1].map((flat) => sum(SIDES.map((axis) => way[axis] * STEP[roleOf(axis, below)][flat])));
  return SIDES.flatMap((side) =>
    [-1, 1].flatMap((sign) => {
      const unit = (/** @type {number} */ axis, /** @type {number} */ length) =>
        turn(SIDES.map((other) => (other === axis ? length : 0)));
      const out = unit(side, sign / 2);
      if (sum(out.map((way, axis) => way * SQUARELY[roleOf(axis, below)])) > -0.01) return []; // it looks away
      const [first, second] = [unit((side + 1) % 3, 1), unit((side + 2) % 3, 1)];
      const corner = out.map((value, axis) => value - (first[axis] + second[axis]) / 2);
      const looks = SIDES.reduce((best, axis) => (out[axis] < out[best] ? axis : best));
      return [
        {
          corner: seen(corner),
          across: seen(first),
          down: seen(second),
          face: sign < 0 ? faces[side] : faces[side] && 7 - faces[side],
          role: roleOf(looks, below),
        },
      ];
    }),
  );
}

/** @param {readonly number[]} numbers */
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
/** @param {readonly number[]} way */
const normal = (way) => way.map((value) => value / Math.hypot(...way));
