/** House rules as a file: written by pages and by the server, read here. The server checks them like any others. */

const KIND = 'bussolotto house rules';

/** @typedef {import('../../types.js').Preset} Preset */
/** @typedef {import('../../wire.js').NewPreset} Rules */

/** What is kept of house rules elsewhere, all of it. @param {Preset} preset @returns {Rules} */
export const rulesOf = ({ game, name, options, seats, authors, licence, about }) => ({
  game,
  name,
  options,
  seats,
  authors,
  licence: licence || null,
  about,
});

/** @param {Preset} preset */
export const writeRules = (preset) => `${JSON.stringify({ kind: KIND, ...rulesOf(preset) }, null, 2)}\n`;

/** Is this such a file, or at least meant to be one? @param {string} text */
export const isRules = (text) => text.trimStart().startsWith('{');

/** @param {string} text @returns {Rules | null} what the server is asked to keep; null if this is no such file */
export function readRules(text) {
  try {
    const found = JSON.parse(text);
    return found.kind === KIND ? rulesOf(found) : null;
  } catch {
    return null;
  }
}
