/** What `POST /api/tables` is asked for: where a wish begins, what it amounts to, and opening such a table. */
import { post } from '../../line/api.js';
import { usualPlayer } from '../../words/levels.js';

/** @typedef {import('../../types.js').Game} Game */
/** @typedef {import('./types.js').Wish} Wish */
/** @typedef {import('../../line/api.js').Refused} Refused */
/** @typedef {Pick<Wish, 'device' | 'sit' | 'names' | 'pace'>} Sitting */

export const WAYS = ['online', 'device', 'screen', 'days'];
const FIT_FOR_RACES = ['online', 'screen'];
const USUAL_SEATS = 3;

/** Every option as it usually is. @param {Game} game @returns {Record<string, string>} */
export const asUsual = (game) =>
  Object.fromEntries(Object.entries(game.options).map(([name, values]) => [name, values[0]]));

/** @param {Game} game @returns {Wish} */
export function firstWish(game) {
  return {
    game: game.name,
    seats: game.seats.includes(USUAL_SEATS) ? USUAL_SEATS : game.seats[0],
    options: asUsual(game),
    visibility: 'open',
    hints: false,
    pace: 'live',
    sit: 0,
    clock: null,
    chat: 'phrases',
    bots: [],
    device: false,
    names: [],
    dice: 'program',
    fair: 'pages',
    preset: null,
  };
}

/** @param {Sitting} wish */
export const wayOf = ({ device, sit, pace }) => {
  if (device) return 'device';
  if (sit === null) return 'screen';
  return pace === 'days' ? 'days' : 'online';
};

/** @param {string} way @param {readonly string[]} people those round one device @returns {Sitting} */
export const sitting = (way, people) => ({
  device: way === 'device',
  sit: way === 'online' || way === 'days' ? 0 : null,
  pace: way === 'days' ? 'days' : 'live',
  names: way === 'device' ? [...people] : [],
});

/** @param {{race: boolean}} game @param {string} way */
export const fits = (game, way) => !game.race || FIT_FOR_RACES.includes(way);

/** How many sit as soon as the table is open. @param {Wish} wish */
export const atOnce = (wish) => ({ online: 1, days: 1, screen: 0, device: peopleOf(wish).length })[wayOf(wish)];

/** Is everybody there whom the table waits for? @param {Wish} wish */
export const isFull = (wish) => wish.device && atOnce(wish) === wish.seats;

/** May bots be asked before it is open? On a screen that is done where all see it. @param {Wish} wish */
export const asksBots = (wish) => wayOf(wish) !== 'screen' && atOnce(wish) < wish.seats;

/** @param {Pick<Wish, 'device' | 'names' | 'seats'>} wish */
export const peopleOf = ({ device, names, seats }) => (device ? names.slice(0, seats) : []);

/**
 * A bot for every seat that is free when the table is open: as chosen, else the usual one.
 * @param {Wish} wish
 * @param {Game} game
 */
export const botsFor = (wish, game) =>
  Array.from({ length: wish.seats - atOnce(wish) }, (_, index) => {
    const seat = atOnce(wish) + index;
    return { seat, player: wish.bots.find((bot) => bot.seat === seat)?.player ?? usualPlayer(game) };
  });

/**
 * Open this table, and begin where nobody is missing.
 * @param {Wish} wish
 * @param {{seat: number, player: string}[]} bots
 * @param {object} [evening] the programme of an evening
 * @returns {Promise<string>} where it is looked at
 */
export async function openTable(wish, bots, evening) {
  const asked = { ...wish, names: peopleOf(wish), bots, countdown: true };
  const { table } = await post('/api/tables', evening ? { ...asked, evening } : asked);
  if (atOnce(wish) + bots.length === wish.seats) await post(`/api/tables/${table}/start`).catch(unlessOffline);
  return `/${wayOf(wish) === 'screen' ? 's' : 't'}/${table}`;
}

/** Without a line nobody knows whether it has begun; whoever looks at it can begin. @param {unknown} refusal */
function unlessOffline(refusal) {
  if (/** @type {Refused} */ (refusal).code !== 'offline') throw refusal;
}

/**
 * Against bots, at once, as printed.
 * @param {Game} game
 * @param {import('../../storage/settings.js').Settings} settings
 * @param {Partial<Wish>} [more]
 */
export function playNow(game, settings, more = {}) {
  const wish = { ...firstWish(game), visibility: 'link', hints: hasHints(game, settings.hints, true), ...more };
  return openTable(wish, botsFor(wish, game));
}

/**
 * Are there hints at a table of this game?
 * @param {Pick<Game, 'hints'>} game
 * @param {import('../../storage/settings.js').Settings['hints']} where as it is set
 * @param {boolean} againstBots does one person play against bots alone?
 */
export const hasHints = (game, where, againstBots) =>
  game.hints && (where === 'always' || (where === 'bots' && againstBots));
