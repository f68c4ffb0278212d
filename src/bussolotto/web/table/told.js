/** What a match tells: the sentence of an event, in the words of its game. */
import { joinNames, sentence } from '../words/i18n.js';
import { named } from '../words/names.js';

/** @typedef {import('../types.js').EventTold} EventTold */
/** @typedef {import('../types.js').Translate} Translate */
/** @typedef {{t: Translate, game: string, names: readonly string[]}} Telling */

const END = 'end-'; // how the word of an event begins that tells how the match ended

/**
 * The text `event.<game>.<word>`, '' where the game has none; an ending without one is told by its name. `seat`, `other`
 * and `seats` are players; words and pairs have texts of their own.
 * @param {EventTold} event @param {Telling} telling
 */
export function eventText({ word, values }, telling) {
  const { t, game, names } = telling;
  if (!t.has(`event.${game}.${word}`)) return word.startsWith(END) ? endingText(word.slice(END.length), telling) : '';
  const said = Object.entries(values).map(([name, value]) => [name, valueText(name, value, telling)]);
  const { seat, seats } = values;
  const name = seat === undefined ? '' : names[seat];
  return t(`event.${game}.${word}`, {
    ...Object.fromEntries(said),
    name,
    ...(seats && { count: seats.length }), // who wins has a verb
    names: seats ? said.find(([key]) => key === 'seats')?.[1] : '',
  });
}

/** @param {string} ending @param {Telling} telling */
function endingText(ending, { t, game }) {
  const text = named(t, `ending.${game}.${ending}`, ending.replaceAll('-', ' '));
  return sentence(text.charAt(0).toUpperCase() + text.slice(1));
}

/** @param {string} name @param {any} value @param {Telling} telling @returns {string | number} */
function valueText(name, value, telling) {
  const { t, game, names } = telling;
  if (name === 'other') return names[value];
  if (name === 'seats') return joinNames(value.map((/** @type {number} */ seat) => names[seat]));
  if (Array.isArray(value) && !Array.isArray(value[0])) return value.join(',\u00a0'); // faces stay in one line
  if (Array.isArray(value))
    return value.map((/** @type {[any, any]} */ one) => pairText(name, one, telling)).join(', ');
  const key = `event.${game}.${name}.${value}`;
  return typeof value === 'string' && t.has(key) ? t(key) : value;
}

/**
 * Who and what, or what and how much.
 * @param {string} name @param {[number | string, number | string]} pair @param {Telling} telling
 */
function pairText(name, [one, other], telling) {
  const { t, game, names } = telling;
  const what = valueText(name, other, telling);
  const values = { n: typeof other === 'number' ? other : 0, what };
  const text =
    typeof one === 'number'
      ? t(`event.${game}.${name}`, { ...values, name: names[one] })
      : t(`event.${game}.${name}.${one}`, values);
  return text.replaceAll(' ', '\u00a0'); // 'Bot 2 (0)' is not torn apart at the end of a line
}

/**
 * Why a match is over, in the words of its game; '' where it did not end by its rules.
 * @param {readonly import('../types.js').Step[]} steps @param {Telling} telling
 */
export function whyOver(steps, telling) {
  const last = steps.at(-1)?.events?.findLast(({ word }) => word.startsWith('end'));
  return last ? eventText(last, telling) : '';
}
