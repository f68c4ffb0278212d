/** The pyramid in the text of a position: its levels as blocks of their own, so that a narrow page can stack them. */

const SEAT = /^\*?\d+: /; // what stands under a drawing begins with a seat
const BETWEEN = 3; // so many blank columns, at least, lie between two levels

/**
 * The levels drawn in a text, from the base up, and what stands under them. No levels where the blocks found do not
 * lose one line each, as the levels of a pyramid do: then the text is shown as it is.
 * @param {string} show
 * @returns {{levels: string[], rest: string}}
 */
export function readLevels(show) {
  const lines = show.split('\n');
  const drawn = Math.max(
    0,
    lines.findIndex((line) => SEAT.test(line)),
  );
  const levels = pilesOf(lines.slice(0, drawn)).flatMap(blocksOf);
  const isPyramid = levels.length > 0 && levels.every((level, above) => height(level) === height(levels[0]) - above);
  return isPyramid ? { levels, rest: lines.slice(drawn).join('\n') } : { levels: [], rest: show };
}

/** How many lines a text has. @param {string} text */
export const height = (text) => text.split('\n').length;

/** The longest line of a text, in characters. @param {string} text */
export const columns = (text) => Math.max(1, ...text.split('\n').map((line) => line.length));

/** @param {string} line */
const indent = (line) => line.length - line.trimStart().length;

/**
 * Drawings under each other: a triangle widens downwards, so a line further in begins the next.
 * @param {string[]} lines
 */
function pilesOf(lines) {
  /** @type {string[][]} */
  const piles = [];
  for (const [at, line] of lines.entries()) {
    if (!at || indent(line) >= indent(lines[at - 1])) piles.push([]);
    piles[piles.length - 1].push(line);
  }
  return piles;
}

/** The levels that stand side by side. @param {string[]} pile */
function blocksOf(pile) {
  const wide = columns(pile.join('\n'));
  const inked = Array.from({ length: wide }, (_, at) => at).filter((at) =>
    pile.some((line) => (line[at] ?? ' ') !== ' '),
  );
  const firsts = inked.filter((at, place) => !place || at - inked[place - 1] > BETWEEN);
  return firsts.map((first, place) =>
    pile
      .map((line) => line.slice(first, firsts[place + 1]).trimEnd())
      .filter(Boolean)
      .join('\n'),
  );
}
