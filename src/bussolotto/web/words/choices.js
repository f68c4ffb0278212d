/** What people do, as they say it. */
import { named } from './names.js';
import { LEFT_OF, placeName, RIGHT_OF, SIDE_OF_SEAT } from './places.js';

/**
 * @typedef {{size?: number, names: readonly string[], seat?: number}} Table the size of its pile's base, who sits there,
 *     and who chooses
 */

const CELL = /^\d+,\d+,\d+$/;
const POSE = /^[1-6]{3}$/; // the faces of a die by side

/**
 * The first word of an action's text as people say it; the word itself where nobody has named it.
 * @param {import('../types.js').Translate} t
 * @param {string} word
 */
export const wordName = (t, word) => named(t, `word.${word}`, word);

/**
 * An action as people say it who see the pile and know each other: with places and names.
 * @param {import('../types.js').Translate} t @param {string} game @param {string} text @param {Table} table
 */
export function choiceName(t, game, text, table) {
  const [word, ...parts] = text.split(' ');
  const rest = parts.join(' ');
  const key = `choice.${game}.${word}`;
  if (['', '0'].includes(rest) && t.has(`${key}.none`)) return t(`${key}.none`);
  if (/^\d$/.test(rest) && t.has(`${key}.n.other`)) return t(`${key}.n`, { n: Number(rest) });
  if (CELL.test(rest) && t.has(`${key}.at`))
    return t(`${key}.at`, { at: placeName(t, rest.split(',').map(Number), table.size, 'at') });
  return [wordName(t, word), restName(t, game, word, rest, table)].filter(Boolean).join(' ');
}

/**
 * What follows the word of an action: a place, a player, how a die lies, a word, or else as it stands.
 * @param {import('../types.js').Translate} t @param {string} game @param {string} word @param {string} rest
 * @param {Table} table
 */
export function restName(t, game, word, rest, { size, names, seat = 0 }) {
  const key = `choice.${game}.${word}`;
  if (t.has(key)) return t(key, { name: names[Number(rest)], ...(POSE.test(rest) && facesBy(rest, seat)) });
  const said = (/** @type {string} */ part) =>
    CELL.test(part) ? placeName(t, part.split(',').map(Number), size) : wordName(t, part);
  return rest.split(' ').map(said).join(' ');
}

/**
 * What a die shows: as its owner sees it, and toward the first seat, and to the right and left as seen from there.
 * @param {string} pose @param {number} seat
 */
function facesBy(pose, seat) {
  const [first, right, left] = pose;
  const side = SIDE_OF_SEAT[seat] ?? 0;
  return { near: pose[side], toLeft: pose[LEFT_OF[side]], toRight: pose[RIGHT_OF[side]], first, right, left };
}

/** An action in words: its word, then what it names. @param {import('../types.js').Translate} t @param {string} text */
export function actionName(t, text) {
  const [word, ...rest] = text.split(' ');
  return [wordName(t, word), ...rest].join(' ');
}
