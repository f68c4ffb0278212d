/** The seats of a match of which only the names are known. */
import { isBot, recordNames } from '../../words/listed.js';

/** Those who played, as seats: nobody of them is away. @param {import('../../types.js').Translate} t @param {readonly (string | null)[]} names */
export const recordSeats = (t, names) =>
  recordNames(t, names).map((name, seat) => ({
    ...recordSeat(name, seat),
    kind: /** @type {'bot' | 'person'} */ (isBot(t, names[seat]) ? 'bot' : 'person'),
  }));

/** @param {string} name @param {number} seat */
export const recordSeat = (name, seat) => ({
  seat,
  name,
  kind: /** @type {const} */ ('person'),
  player: null,
  here: true,
  left: false,
  away: false,
  late: false,
});
