/**
 * Turning dice over in one's head: which face is up, and how a die must be turned so that the wanted one is.
 *
 * A die that is not turned has 1 to +x, 2 to +y, 3 to +z, and opposite faces that add up to 7, as in the lattice of the
 * pyramid. y is up.
 */

/** @typedef {import('./types.js').Turn} Turn */
/** @typedef {readonly [number, number, number]} Triple */

/** @type {Turn} */
export const STILL = [0, 0, 0, 1];
const FACES = [1, 2, 3, 4, 5, 6];
const UP = /** @type {const} */ ([0, 1, 0]);

/** Where a face looks on a die that is not turned. @param {number} face @returns {Triple} */
export function normalOf(face) {
  const way = face <= 3 ? 1 : -1;
  const axis = Math.min(face, 7 - face) - 1;
  return [axis === 0 ? way : 0, axis === 1 ? way : 0, axis === 2 ? way : 0];
}

/** First the right turn, then the left one. @param {Turn} left @param {Turn} right @returns {Turn} */
export function times([ax, ay, az, aw], [bx, by, bz, bw]) {
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}

/** @param {Turn} turn @returns {Turn} */
export const back = ([x, y, z, w]) => [-x, -y, -z, w];

/** @param {Turn} turn @param {Triple} way @returns {Triple} */
export function turned(turn, [x, y, z]) {
  const [ax, ay, az] = times(times(turn, [x, y, z, 0]), back(turn));
  return [ax, ay, az];
}

/** @param {number} yaw to the left seen from above, in radians @returns {Turn} */
export const yawed = (yaw) => [0, Math.sin(yaw / 2), 0, Math.cos(yaw / 2)];

/** @param {Triple} one @param {Triple} other @returns {Turn} the shortest turn that brings one direction to another */
export function bringing(one, other) {
  const cosine = dot(one, other);
  if (cosine < -0.999999) return Math.abs(one[0]) < 0.9 ? unit([0, -one[2], one[1], 0]) : unit([-one[1], one[0], 0, 0]);
  return unit([
    one[1] * other[2] - one[2] * other[1],
    one[2] * other[0] - one[0] * other[2],
    one[0] * other[1] - one[1] * other[0],
    1 + cosine,
  ]);
}

/** @param {Turn} turn @returns {Turn} */
function unit([x, y, z, w]) {
  const length = Math.hypot(x, y, z, w);
  return [x / length, y / length, z / length, w / length];
}

/** @param {Triple} one @param {Triple} other */
const dot = (one, other) => one[0] * other[0] + one[1] * other[1] + one[2] * other[2];

/** How nearly a face looks up: 1 if it does. @param {Turn} turn @param {number} face */
export const upness = (turn, face) => turned(turn, normalOf(face))[1];

/** The face that looks up. @param {Turn} turn */
export const topFace = (turn) => FACES.reduce((best, face) => (upness(turn, face) > upness(turn, best) ? face : best));

/**
 * One of the cube's 24 rotations: the die that lies turned by `lying` shows `wanted` if it is painted anew by this.
 * @param {Turn} lying
 * @param {number} wanted the face that is to look up
 * @param {number} quarter 0..3: which of the four that do so
 * @returns {Turn}
 */
export function relabel(lying, wanted, quarter) {
  const up = normalOf(topFace(lying));
  return times(aboutAxis(up, quarter), bringing(normalOf(wanted), up));
}

/** @param {Triple} axis @param {number} quarters @returns {Turn} */
function aboutAxis([x, y, z], quarters) {
  const sine = Math.sin((quarters * Math.PI) / 4);
  return [x * sine, y * sine, z * sine, Math.cos((quarters * Math.PI) / 4)];
}

/** Lying flat with the face up that is nearest to it. @param {Turn} turn @returns {Turn} */
export function flattened(turn) {
  return times(bringing(turned(turn, normalOf(topFace(turn))), UP), turn);
}

/** Flat on the felt with this face up. @param {number} face @param {number} yaw @returns {Turn} */
export const showing = (face, yaw) => times(yawed(yaw), bringing(normalOf(face), UP));

/**
 * Part of the way from one turn to another, straight on.
 * @param {Turn} one
 * @param {Turn} other
 * @param {number} part
 * @returns {Turn}
 */
export function between(one, other, part) {
  const way = one.reduce((total, value, axis) => total + value * other[axis], 0) < 0 ? -1 : 1;
  const [x, y, z, w] = one.map((value, axis) => value + (way * other[axis] - value) * part);
  return unit([x, y, z, w]);
}
