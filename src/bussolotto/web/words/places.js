/** Where a place of a pile is, in words that a person can follow; the same for everybody, from whichever side. */

export const SIZE = 8; // the sum of the coordinates of a base cell, unless a table has another
/** [side] -> the side that a player there has to his left, to his right (GEO-10) */
export const LEFT_OF = /** @type {const} */ ([2, 0, 1]);
export const RIGHT_OF = /** @type {const} */ ([1, 2, 0]);
/** [seat] -> his side, with three seats (GEO-10) */
export const SIDE_OF_SEAT = /** @type {const} */ ([0, 2, 1]);
const CORNERS = ['far', 'left', 'right']; // by the side from which they are farthest away

/**
 * @param {import('../types.js').Translate} t
 * @param {readonly number[]} triple its distances from the sides, seen from the top
 * @param {number} [size] of the base
 * @param {'place' | 'at'} [form] as what it is called, or as where something is
 */
export function placeName(t, triple, size = SIZE, form = 'place') {
  const corner = CORNERS[triple.indexOf(size)];
  if (corner) return t(`pyramid.${form}.${corner}`);
  const level = size - triple.reduce((sum, distance) => sum + distance);
  if (level === size) return t(`pyramid.${form}.top`);
  const address = { level, row: triple[0] + 1, place: triple[2] + 1 };
  return level ? t(`pyramid.${form}`, address) : t(`pyramid.${form}.base`, address);
}
