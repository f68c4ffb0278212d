/** What people, games and house rules are called in the language chosen. */
import { LEFT_OF, placeName, RIGHT_OF, SIDE_OF_SEAT } from './places.js';

/**
 * @typedef {{size?: number, names: readonly string[], seat?: number}} Table the size of its pile's base, who sits there,
 *     and who chooses
 */

const SHEET = /^(.+)-[0-9a-f]{16}$/; // the name of a rule sheet's game; its title is learnt where it is shown
const CELL = /^\d+,\d+,\d+$/;
const POSE = /^[1-6]{3}$/; // the faces of a die by side

/** Is this game a rule sheet? @param {string} game */
export const isSheet = (game) => SHEET.test(game);

/**
 * @param {import('../types.js').Translate} t
 * @param {{name: string, kind?: import('../types.js').SeatKind, player?: string | null, left?: boolean, away?: boolean}}
 *     seat who has gone keeps the name while a bot plays on
 */
export function seatName(t, { name, kind, player, left, away }) {
  if (kind === null) return t('seat.free');
  if (kind === 'bot' && !left && !away && (!name || name === player)) return t('seat.bot');
  return name || t('seat.guest');
}

/**
 * What those round a table are called, each by another name.
 * @param {import('../types.js').Translate} t
 * @param {readonly import('../types.js').Seat[]} seats
 */
export const seatNames = (t, seats) => distinct(seats.map((seat) => seatName(t, seat)));

/** What kind of bot it is. @param {import('../types.js').Translate} t @param {string} player */
export function playerName(t, player) {
  const key = `player.${player}`;
  return t.has(key) ? t(key) : player;
}

/**
 * The names in a record, where a bot is known by its player's name alone.
 * @param {import('../types.js').Translate} t
 * @param {readonly (string | null)[]} names
 */
export const recordNames = (t, names) => distinct(names.map((name) => recordName(t, name)));

/** @param {import('../types.js').Translate} t @param {string | null} name */
function recordName(t, name) {
  if (!name) return t('seat.guest'); // who gave none, or has deleted their data
  return t.has(`player.${name}`) ? t('seat.bot') : name;
}

/**
 * Of several with the same name the first gets a 1, and so on.
 * @param {readonly string[]} names
 */
export function distinct(names) {
  const isShared = (/** @type {string} */ name) => names.filter((other) => other === name).length > 1;
  const told = new Set(names.filter((name) => !isShared(name)));
  return names.map((name) => {
    if (!isShared(name)) return name;
    let number = 1;
    while (told.has(`${name} ${number}`)) number += 1;
    told.add(`${name} ${number}`);
    return `${name} ${number}`;
  });
}

/**
 * The first word of an action's text as people say it; the word itself where nobody has named it.
 * @param {import('../types.js').Translate} t
 * @param {string} word
 */
export function wordName(t, word) {
  const key = `word.${word}`;
  return t.has(key) ? t(key) : word;
}

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

/** @param {import('../types.js').Translate} t @param {number} n */
export const watchers = (t, n) => (n ? t('people.watching', { n }) : t('people.nobody'));

/**
 * What a game is called, as on its box, in the language chosen.
 * @param {import('../types.js').Translate} t @param {string} game @param {string} [title] of a rule sheet, where it is
 *     known
 */
export function gameTitle(t, game, title) {
  const key = `game.${game}.title`;
  if (t.has(key)) return t(key);
  if (title) return title;
  const [, name = game] = SHEET.exec(game) ?? [];
  return name === game ? game : name[0].toUpperCase() + name.slice(1).replaceAll('-', ' ');
}

/**
 * A game among others: a rule sheet with its author, as many may have the same title.
 * @param {import('../types.js').Translate} t @param {string} game @param {string} [title] @param {string} [author] of a
 *     rule sheet, where they are known
 */
export function listedTitle(t, game, title, author) {
  const key = `game.${game}.author`;
  const name = isSheet(game) && (t.has(key) ? t(key) : author);
  const called = gameTitle(t, game, title);
  return name ? t('game.by', { title: called, name }) : called;
}

/** @param {import('../types.js').Translate} t @param {string} game @param {string} option */
export function optionName(t, game, option) {
  const key = `option.${game}.${option}`;
  return t.has(key) ? t(key) : option.replaceAll('_', ' '); // of a rule sheet
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
  const key = `option.${game}.${option}.${value}`;
  return t.has(key) ? t(key) : value;
}
