/** Who plays a race against bots alone may ask them to be slower. */
import { post } from '../../line/api.js';
import { needs } from '../../components/needs.js';
import { excuse, useShell } from '../../components/shell.js';
import { html, useRef } from '../../vendor/preact.js';

needs(['later-ready']);

const SLOWEST = ['calm', 'easy', 'random'];

/** Asks the bots to be slower, as long as one of them can be. @param {Pick<import('./at-table.js').AtTable, 'table' | 'changed'>} props */
export function Slower({ table, changed }) {
  const { t, announce } = useShell();
  const asking = useRef(false);
  const { seats, me } = table;
  const alone = me.seat !== null && seats.every(({ seat, kind, left }) => seat === me.seat || left || kind === 'bot');
  const faster = seats.some(({ player, left }) => player && !left && !SLOWEST.includes(player));
  if (table.state !== 'running' || !alone || !faster) return null;
  const ask = async () => {
    if (asking.current) return; // twice would be slower still
    asking.current = true;
    try {
      changed(await post(`/api/tables/${table.table}/slower`));
      announce(t('ready.slowed'));
    } catch (refusal) {
      announce(excuse(t, refusal));
    }
    asking.current = false;
  };
  return html`<button type="button" class="quiet" data-slower onClick=${ask}>${t('ready.slower')}</button>`;
}
