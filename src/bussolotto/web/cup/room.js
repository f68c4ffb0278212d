/** How much felt dice need to fall on. */

/** @typedef {import('./types.js').Room} Room */

const AREA = 7; // of felt for each die, in faces of a die
const SHAPES = /** @type {const} */ ([1, 2.7]); // the least and most that the felt is broader than deep
/** For so many dice there is felt: a tray changes seldom, and only where more dice come than it was made for. */
const SIZES = [5, 8, 12, 18, 28, 40, 60];

/** The size of the felt on which so many dice have room. @param {number} dice */
export const sizeFor = (dice) => SIZES.find((size) => size >= dice) ?? dice;

/**
 * Felt of the shape of the canvas, less what lies round the tray.
 * @param {{width: number, height: number, beside?: number, above?: number}} canvas
 * @param {number} dice
 * @returns {Room}
 */
export function roomFor({ width, height, beside = 0, above = 0 }, dice) {
  const area = AREA * dice;
  const shape = Math.max(SHAPES[0], Math.min(SHAPES[1], (width - 2 * beside) / Math.max(1, height - above)));
  return { width: Math.sqrt(area * shape), depth: Math.sqrt(area / shape) };
}
