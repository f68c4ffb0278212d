/** Those who sit at the table: one card a seat, in playing order. */
import { html } from '../vendor/preact.js';
import { useScrollKeys } from './scroll.js';
import { seatName } from '../words/names.js';
import { useShell } from './shell.js';
import { Count } from './count.js';
import { Die } from './die.js';
import { Icon } from './icon.js';

/** @typedef {import('../types.js').Seat} Seat */

/**
 * The seats in playing order, from the one after mine; mine is the last and so the nearest to me.
 * @param {readonly Seat[]} seats
 * @param {number | null} me
 */
export function fromMine(seats, me) {
  const first = me === null ? 0 : me + 1;
  return [...seats.slice(first), ...seats.slice(0, first)];
}

/** The colour of a seat's own dice; '' where dice belong to nobody. @param {import('../types.js').Game} game @param {number} seat */
export const diceColour = ({ colours = [] }, seat) => colours[seat % colours.length] ?? '';

/** @param {{seat: Seat}} props */
export function Avatar({ seat }) {
  const letter = [...(seat.name || '?')][0].toUpperCase();
  return html`<span class=${`avatar seat-colour-${seat.seat}`} aria-hidden="true" translate=${false}>
    ${seat.kind === 'bot' ? html`<${Icon} name="bot" />` : letter}
  </span>`;
}

/**
 * @param {{seat: Seat, mine: boolean, turn: boolean, over?: boolean, score?: number | string | null, note?: string,
 *     id?: string, told?: boolean, dice?: string, children?: any}} props `over`: is the match over? `told`: is something
 *     told of this player now? `dice`: the colour of their own
 *     `score`: the large number, `note`: one line under the name instead of whose turn it is
 */
export function SeatCard({ seat, mine, turn, over = false, ...more }) {
  const { score = null, note, id, told = false, dice = '', children } = more;
  const { t } = useShell();
  const away = seat.kind === 'person' && !seat.here;
  const status = note ?? seatStatus(t, seat, { mine, turn, over });
  const states = [turn && 'seat-turn', mine && 'seat-mine', away && 'seat-away', told && 'seat-told'].filter(Boolean);
  return html`<li class=${`seat seat-colour-${seat.seat} ${states.join(' ')}`}
      aria-current=${turn ? 'true' : undefined} data-seat=${seat.seat} id=${id}>
    <${Avatar} seat=${seat} />
    <span class="seat-words">
      <span class="seat-name"><span translate=${false}>${seatName(t, seat)}</span>${
        dice && html` <span class="seat-plays"><${Die} face=${5} colour=${dice} /> ${t(`seat.plays.${dice}`)}</span>`
      }</span>
      <span class="seat-note">${status}</span>
    </span>
    ${score !== null && html`<span class="seat-score number"><${Count} value=${score} /></span>`}
    ${children}
  </li>`;
}

/**
 * What a player does now; after the end nobody waits any more.
 * @param {import('../types.js').Translate} t @param {Seat} seat
 * @param {{mine: boolean, turn: boolean, over: boolean}} now
 */
export function seatStatus(t, seat, { mine, turn, over }) {
  if (turn && mine) return t('seat.your-turn');
  if (seat.player && (seat.left || seat.away)) return t('seat.stand-in');
  if (seat.left) return t('seat.left');
  if (seat.kind === 'person' && !seat.here) return t(turn ? 'seat.away-turn' : 'seat.away');
  if (turn) return t('seat.turn');
  if (mine) return t('seat.you');
  return over ? '\u00a0' : t('seat.waiting');
}

/** @param {{label?: string, children: any}} props */
export function SeatStrip({ label, children }) {
  const { t } = useShell();
  const list = useScrollKeys();
  return html`<ul class="seats" aria-label=${label ?? t('seat.list')} ref=${list}>${children}</ul>`;
}
