/** What house rules and numbers of a game are called. */
import { named } from './names.js';

/** @param {import('../types.js').Translate} t @param {string} game @param {string} option */
export function optionName(t, game, option) {
  return named(t, `option.${game}.${option}`, option.replaceAll('_', ' ')); // of a rule sheet
}

/**
 * What is to be told of a match's options: its house rules, and those numbers that are not as usual.
 * @param {import('../types.js').Game} game @param {Record<string, string>} options
 */
export const toldOptions = (game, options) =>
  Object.entries(options).filter(([name, value]) => !game.numbers.includes(name) || value !== game.options[name][0]);

/**
 * Beside the value of an option: what is printed where that is known and another, else what is usual where that is.
 * @param {import('../types.js').Translate} t @param {import('../types.js').Game} game
 * @param {string} option @param {string} value
 */
export function optionNote(t, game, option, value) {
  const [usual] = game.options[option];
  const printed = game.printed[option];
  if (printed && printed !== value) return t('presets.differs', { value: optionValue(t, game.name, option, printed) });
  return value === usual ? '' : t('presets.usual', { value: optionValue(t, game.name, option, usual) });
}

/** @param {import('../types.js').Translate} t @param {string} game @param {string} option @param {string} value */
export function optionValue(t, game, option, value) {
  return named(t, `option.${game}.${option}.${value}`, value);
}
