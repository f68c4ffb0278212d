/** What the choices of a decision are worth, as far as advice knows it well enough to show it. */
import { percent } from '../words/i18n.js';

/** @typedef {import('../types.js').Advice} Advice */

const VAGUE = 0.05; // a value with a larger standard error is not shown

/**
 * What a choice is worth, as far as that is known well, or where nothing is worth anything its chance.
 * @param {Advice} advice @param {number} action @returns {number | undefined}
 */
export const worthOf = ({ measure, values, errors, chances }, action) =>
  measure === null ? chances[action] : (errors[action] ?? 0) <= VAGUE ? values[action] : undefined;

/**
 * Do the values say the same as the advice? A player's choice stands unless another is better beyond its error, and then
 * a larger number elsewhere would only confuse.
 * @param {Advice} advice
 */
export function agrees(advice) {
  const { measure, best, values } = advice;
  const shown = Object.keys(values).map((action) => worthOf(advice, Number(action)) ?? 0);
  return measure !== 'share' || shown.every((value) => Math.round(100 * value) <= Math.round(100 * values[best[0]]));
}

/**
 * The same as people read it, in whole percent where there is an error; '' where it is not known.
 * @param {Advice} advice @param {number} action @param {string} lang
 */
export function worthText(advice, action, lang) {
  const value = worthOf(advice, action);
  if (value === undefined) return '';
  return percent(advice.measure === 'share' ? Math.round(100 * value) / 100 : value, lang);
}
