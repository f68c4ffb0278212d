/** Who has won, in a sentence. */
import { joinNames } from '../../words/i18n.js';

/** @typedef {import('../../types.js').Seat} Seat */
/** @typedef {import('../../types.js').End} End */

/**
 * @param {import('../../types.js').Translate} t
 * @param {End} end
 * @param {readonly Seat[]} seats
 * @param {number | null} me
 */
export function winnerLine(t, { returns }, seats, me) {
  const winners = seats.filter(({ seat }) => returns[seat] > 0);
  const names = winners.map(({ name }) => name);
  if (winners.length > 1) return t('result.shared', { names: joinNames(names) });
  return winners[0]?.seat === me ? t('result.you') : t('result.won', { name: names[0] ?? '' });
}
