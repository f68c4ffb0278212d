/** What is asked of the lab: as the form has it, as a link has it, and as the server is asked. */
import { decoded, encoded } from '../../line/address.js';
import { levelsOf, usualPlayer } from '../../words/levels.js';
import { asUsual } from '../setup/wish.js';

/** @typedef {import('../../types.js').Game} Game */
/** @typedef {'curve' | 'map' | 'find' | 'choices'} Kind */
/** @typedef {{option: string, low: number, high: number, step: number}} Axis the numbers matter for numbers alone */
/**
 * @typedef {{game: string, seats: number, player: string, options: Record<string, string>, kind: Kind, axes: Axis[],
 *   measure: string, goal: number, name: string}} Question `axes`: two, of which some kinds need fewer; `goal`: of the
 *   measure, in per cent where it is a share; `name`: what somebody calls it, or ''
 */
/** @typedef {import('../../wire.js').LabFacts} Bounds */

export const KINDS = /** @type {const} */ (['curve', 'map', 'find', 'choices']);
export const PLAYERS = 'players'; // an axis of its own: who sits in all seats
export const QUICK = 'sensible'; // the player that is compiled, and the usual one of studies
const AT_ONCE = [QUICK, 'random']; // players that need no time
const SHOWN = 11; // values of an axis to begin with
export const SHOWN_OF_TWO = 6;
const LONGEST_NAME = 60;
const SHARES = ['place', 'seat', 'player', 'tied', 'ending'];

/** How many axes a kind of question has. @param {Kind} kind */
export const axesOf = (kind) => ({ curve: 1, map: 2, find: 1, choices: 0 })[kind];

/** Is a measure a share, told in per cent? @param {string} measure */
export const isShare = (measure) => SHARES.includes(measure.split('.')[0]);

/** What can be tried out: the numbers of a game first, its other options, and its players. @param {Game} game */
export const triable = (game) => [
  ...game.numbers,
  ...Object.keys(game.options).filter((name) => !game.numbers.includes(name)),
  PLAYERS,
];

/**
 * The whole range of an option, in so many steps; the usual value is one of them, so that others are compared with it.
 * @param {Game} game @param {string} option @param {number} [shown] @returns {Axis}
 */
export function wholeAxis(game, option, shown = SHOWN) {
  const range = game.ranges[option];
  if (!range) return { option, low: 0, high: 0, step: 1 };
  const { low, high, step } = range;
  const between = step * Math.max(1, Math.ceil((high - low) / step / (shown - 1)));
  const usual = Number(asUsual(game)[option]);
  const first = usual >= low ? low + ((usual - low) % between) : low; // a word is no number
  return { option, low: first, high: first + Math.floor((high - first) / between) * between, step: between };
}

/** A question to begin with. @param {Game} game @returns {Question} */
export function firstQuestion(game) {
  const [one, other = one] = triable(game);
  return {
    game: game.name,
    seats: game.seats[0],
    player: AT_ONCE.find((player) => game.players.includes(player)) ?? usualPlayer(game),
    options: asUsual(game),
    kind: 'curve',
    axes: [wholeAxis(game, one), wholeAxis(game, other, SHOWN_OF_TWO)],
    measure: 'place.0',
    goal: Math.round(1000 / game.seats[0]) / 10,
    name: '',
  };
}

/** May a match take long, as players search? @param {Pick<Question, 'player' | 'axes' | 'kind'>} question */
export const mayBeSlow = ({ player, axes, kind }) =>
  !AT_ONCE.includes(player) || axes.slice(0, axesOf(kind)).some(({ option }) => option === PLAYERS);

/** The values of an axis, in order. @param {Game} game @param {Axis} axis @returns {string[]} */
export function valuesOf(game, { option, low, high, step }) {
  if (option === PLAYERS) return levelsOf(game).length > 1 ? levelsOf(game) : [...game.players];
  if (!game.ranges[option]) return [...game.options[option]];
  const count = Math.floor((high - low) / step) + 1;
  const sound = Number.isFinite(count) && step > 0 && count > 0 && count <= 1000;
  return sound ? Array.from({ length: count }, (_, index) => String(low + index * step)) : [];
}

/**
 * What is wrong with an axis, as the key of a text; '' if nothing is.
 * @param {Game} game @param {Axis} axis
 */
export function wrongWith(game, axis) {
  const range = game.ranges[axis.option];
  if (!range) return valuesOf(game, axis).length > 1 ? '' : 'lab.wrong.few';
  const { low, high, step } = axis;
  const fits = low >= range.low && high <= range.high && (low - range.low) % range.step === 0;
  if (!fits || ![low, high, step].every(Number.isSafeInteger)) return 'lab.wrong.range';
  if (step < 1 || step % range.step !== 0) return 'lab.wrong.step';
  return valuesOf(game, axis).length > 1 ? '' : 'lab.wrong.few';
}

/** @param {Game} game @param {Question} question the axes that this kind of question has */
export const usedAxes = (game, { kind, axes }) =>
  axes.slice(0, axesOf(kind)).map((axis) => ({ option: axis.option, values: valuesOf(game, axis) }));

/** What the server is asked. @param {Game} game @param {Question} question */
export function asked(game, question) {
  const { seats, player, options, kind, measure, goal } = question;
  return {
    game: game.name,
    players: Array.from({ length: seats }, () => player),
    options,
    axes: usedAxes(game, question),
    target: kind === 'find' ? { measure, value: isShare(measure) ? goal / 100 : goal } : null,
  };
}

/** A question as part of an address. @param {Question} question */
export const written = (question) => encoded(JSON.stringify(question));

/** The game of a question in an address; '' where it is none. @param {string | undefined} text */
export function gameIn(text) {
  try {
    return String(JSON.parse(decoded(text ?? '')).game ?? '').slice(0, 64);
  } catch {
    return '';
  }
}

/**
 * The question of an address, completed by what a game has; null where it is none, or of a game that is not here.
 * @param {string | undefined} text @param {readonly Game[]} games @returns {Question | null}
 */
export function read(text, games) {
  try {
    const told = JSON.parse(decoded(text ?? ''));
    const game = games.find(({ name }) => name === told.game);
    return game ? repaired(game, told) : null;
  } catch {
    return null;
  }
}

/** @param {Game} game @param {any} told what somebody wrote @returns {Question} */
function repaired(game, told) {
  const usual = firstQuestion(game);
  const known = Object.entries({ ...told.options }).filter(([name]) => game.options[name]);
  const options = Object.fromEntries(known.map(([name, value]) => [name, String(value)]));
  return {
    game: game.name,
    seats: game.seats.includes(told.seats) ? told.seats : usual.seats,
    player: game.players.includes(told.player) ? told.player : usual.player,
    options: { ...usual.options, ...options },
    kind: KINDS.includes(told.kind) ? told.kind : usual.kind,
    axes: usual.axes.map((axis, place) => repairedAxis(game, { ...told.axes?.[place] }) ?? axis),
    measure: typeof told.measure === 'string' ? told.measure.slice(0, LONGEST_NAME) : usual.measure,
    goal: Number.isFinite(told.goal) ? told.goal : usual.goal,
    name: typeof told.name === 'string' ? told.name.slice(0, LONGEST_NAME) : '',
  };
}

/** @param {Game} game @param {any} told @returns {Axis | null} */
function repairedAxis(game, { option, low, high, step }) {
  if (!triable(game).includes(option)) return null;
  return [low, high, step].every(Number.isFinite) ? { option, low, high, step } : wholeAxis(game, option);
}
