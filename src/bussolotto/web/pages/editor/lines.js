/** The lines of a text. */

/** @param {string} text */
export const linesOf = (text) => text.split('\n');

/** Where a line, from 1, begins and ends. @param {string} text @param {number} line @returns {[number, number]} */
export function lineBounds(text, line) {
  const lines = linesOf(text);
  const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  return [Math.min(start, text.length), Math.min(start + (lines[line - 1] ?? '').length, text.length)];
}
