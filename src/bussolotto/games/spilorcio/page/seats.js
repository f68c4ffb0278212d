/** Who sits round the table: name, chips, debt, whose turn it is and what he is doing. */
import { html } from '../../../web/vendor/preact.js';
import { SeatMark, Stack } from './marks.js';
import { PHASE, around } from './position.js';

/**
 * @typedef {import('./position.js').View} View
 * @typedef {import('./words.js').Translate} Translate
 * @typedef {import('../../../web/types.js').Seat} Seat
 */

/** @param {{view: View, seats: readonly Seat[], me: number | null, t: Translate}} props */
export function Others({ view, seats, me, t }) {
  const order = around(view, me ?? view.seats - 1).filter((seat) => seat !== me);
  return html`
    <ul class=${`others ${order.length > 3 ? 'others-many' : ''}`} aria-label=${t('spilorcio.players')}>
      ${order.map(
        (seat) => html`<li key=${seat}>
          <${SeatPlate} view=${view} seat=${seats[seat]} index=${seat} me=${me} t=${t} /></li>`,
      )}
      <li class="reserve" data-at="reserve">
        <${Stack} chips=${view.reserve} />
        <span class="reserve-words">
          <span class="reserve-name">${t('spilorcio.reserve')}</span> <b class="number">${view.reserve}</b></span>
      </li>
    </ul>`;
}

/** @param {{view: View, seat: Seat | undefined, index: number, me: number | null, t: Translate}} props */
export function SeatPlate({ view, seat, index, me, t }) {
  const turn = view.turn === index && view.phase !== PHASE.drawing && view.phase !== PHASE.over;
  const name = seat?.name ?? '';
  const chips = view.chips[index];
  return html`
    <div class=${`plate ${turn ? 'plate-turn' : ''} ${index === me ? 'plate-mine' : ''}`}
        aria-current=${turn ? 'true' : undefined} data-at=${`seat-${index}`}>
      <${SeatMark} seat=${index} name=${name} />
      <span class="plate-words">
        <span class="plate-name" translate=${false}>${name}</span>
        <span class="plate-doing">${doing(view, seat, index, me, turn, t)}</span>
      </span>
      <${Stack} chips=${chips} />
      <b class="plate-chips number" title=${t('spilorcio.chips', { n: chips })}>${chips}
        <span class="visually-hidden"> ${t('spilorcio.chips.unit', { n: chips })}</span></b>
      ${turn && view.debt > 0 && html`<span class="plate-debt">${t('spilorcio.owes', { n: view.debt })}</span>`}
    </div>`;
}

const DOING = { [PHASE.rolling]: 'rolling', [PHASE.keeping]: 'keeping', [PHASE.placing]: 'placing' };

/**
 * @param {View} view
 * @param {Seat | undefined} seat
 * @param {number} index
 * @param {number | null} me
 * @param {boolean} turn
 * @param {Translate} t
 */
function doing(view, seat, index, me, turn, t) {
  if (turn && index === me) return t('spilorcio.doing.mine');
  if (turn) return t(`spilorcio.doing.${DOING[view.phase]}`);
  if (seat?.player && (seat.left || seat.away)) return t('seat.stand-in');
  if (seat?.left) return t('seat.left');
  if (seat?.kind === 'person' && !seat.here) return t('spilorcio.doing.away');
  if (index === me) return t('spilorcio.doing.me');
  return view.phase === PHASE.over ? '' : t('spilorcio.doing.waiting');
}
