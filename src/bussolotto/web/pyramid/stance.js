/** Where one stands at the pile in 3D to begin with, as numbers: a high pile is seen from lower down than a flat one. */

/** @typedef {{azimuth: number, elevation: number}} Stance radians round the pile from side X, and up from the table */

export const THIRD = (2 * Math.PI) / 3;
const DEGREE = Math.PI / 180;
const OVER_FLAT = 53 * DEGREE; // single dice on the base hide nothing
const BEFORE_FULL = 35 * DEGREE; // a full pyramid reads as one
const EDGE = 48 * DEGREE; // an edge comes to the front, and the side is still the nearest one
const BESIDE = 14 * DEGREE; // who has a side of his own sees that squarely, and the next one

/**
 * @param {number} side the one nearest to me @param {boolean} own is it mine, to be read?
 * @param {number} share how high the pile is, of a full one
 * @returns {Stance}
 */
export function firstStance(side, own, share) {
  const high = Math.min(1, Math.max(0, share));
  return {
    azimuth: side * THIRD + (own ? BESIDE * high : EDGE),
    elevation: OVER_FLAT + (BEFORE_FULL - OVER_FLAT) * high,
  };
}

/**
 * Where the eye is.
 * @param {Stance} stance @param {number} distance from the point one looks at @param {number} height of that
 * @returns {[number, number, number]}
 */
export function eyeAt({ azimuth, elevation }, distance, height) {
  const level = Math.cos(elevation) * distance;
  return [Math.sin(azimuth) * level, height + Math.sin(elevation) * distance, Math.cos(azimuth) * level];
}
