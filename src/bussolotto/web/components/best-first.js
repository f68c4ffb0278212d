/** The choices of a decision in the order of what they are worth. */
import { worthOf } from './worth.js';

/** @typedef {import('../types.js').Advice} Advice */

/**
 * The choices that have a value, what is advised and then the best first; none while that of the advised is not known.
 * @param {Advice} advice @returns {number[]}
 */
export const bestFirst = (advice) =>
  Object.keys(worthOf(advice, advice.best[0]) === undefined ? {} : advice.values)
    .map(Number)
    .filter((action) => worthOf(advice, action) !== undefined)
    .sort(
      (one, other) =>
        Number(advice.best.includes(other)) - Number(advice.best.includes(one)) ||
        advice.values[other] - advice.values[one],
    );
