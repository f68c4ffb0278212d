/** House rules as a file: written by this page and read by it. The server checks them like any others. */

const KIND = 'bussolotto house rules';

/** @typedef {Pick<import('../../types.js').Preset, 'game' | 'name' | 'options' | 'seats'>} Rules */

/** @param {Rules} rules */
export const writeRules = ({ game, name, options, seats }) =>
  `${JSON.stringify({ kind: KIND, game, name, options, seats }, null, 2)}\n`;

/** Is this such a file, or at least meant to be one? @param {string} text */
export const isRules = (text) => text.trimStart().startsWith('{');

/** @param {string} text @returns {Rules} what the server is asked to keep; it says what is wrong with it */
export function readRules(text) {
  try {
    const { game, name, options, seats } = JSON.parse(text);
    return { game, name, options, seats };
  } catch {
    return /** @type {any} */ ({});
  }
}
