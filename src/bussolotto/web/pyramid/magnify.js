/** Looking closer at a part of a picture, which stays where it is: as numbers, for the flat pile and the one in 3D. */

/** @typedef {{scale: number, x: number, y: number}} Zoom what is drawn is moved by x, y after it was made larger */
/** @typedef {{x: number, y: number}} Point */

export const MOST = 4; // times as large
export const STEP = 1.5; // of a button or key

/** @type {Zoom} */
export const WHOLE = { scale: 1, x: 0, y: 0 };

/** @param {Zoom} zoom @param {number} factor @param {Point} point what stays where it is @returns {Zoom} */
export function about({ scale, x, y }, factor, point) {
  const next = Math.min(MOST, Math.max(1, scale * factor));
  const by = next / scale;
  return { scale: next, x: point.x - (point.x - x) * by, y: point.y - (point.y - y) * by };
}

/** Nothing outside is ever shown. @param {Zoom} zoom @param {readonly number[]} frame left, top, width, height @returns {Zoom} */
export function kept({ scale, x, y }, [left, top, width, height]) {
  const inside = (/** @type {number} */ value, /** @type {number} */ start, /** @type {number} */ length) =>
    Math.min(start - start * scale, Math.max(start + length - (start + length) * scale, value));
  return { scale, x: inside(x, left, width), y: inside(y, top, height) };
}
