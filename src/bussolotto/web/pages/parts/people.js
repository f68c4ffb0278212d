/** The others at the table: not hear somebody, never meet him again, report him, and as host send him away. */
import { post, remove } from '../../line/api.js';
import { seatName } from '../../words/names.js';
import { needs } from '../../components/needs.js';
import { excuse, useShell } from '../../components/shell.js';
import { html, useState } from '../../vendor/preact.js';
import { AskOnce } from '../../components/ask.js';
import { others } from './others.js';
import { Avatar } from '../../components/seats.js';
import { Report } from './report.js';

/** @typedef {import('../../types.js').Seat} Seat */
/** @typedef {Pick<import('./at-table.js').AtTable, 'table' | 'known' | 'channel' | 'changed'>} Props */

needs(['later-waiting']);

const MOST = 100; // whom one has muted is forgotten in the end

/**
 * Whom one has muted, where.
 * @param {import('../../types.js').Table} table
 * @param {number} seat
 * @param {string} name
 */
export const mute = (table, seat, name) => `${table.table}/${seat}/${name}`;

/** @param {Props} props */
export function People(props) {
  const { t } = useShell();
  const { table } = props;
  const people = others(table);
  if (!people.length) return null;
  return html`<details class="fold people"><summary>${t('people.title')}</summary>
    <ul class="list">${people.map((seat) => html`<${One} key=${seat.seat} ...${props} seat=${seat} />`)}</ul>
  </details>`;
}

/** @param {Props & {seat: Seat}} props */
function One({ table, changed, seat }) {
  const { t, settings, set, announce } = useShell();
  const [problem, fail] = useState('');
  const [done, tell] = useState('');
  const name = seatName(t, seat);
  const at = `/api/tables/${table.table}/seats/${seat.seat}`;
  const key = mute(table, seat.seat, seat.name);
  const muted = settings.muted.includes(key);
  const silence = (/** @type {boolean} */ on) =>
    set({ muted: [...settings.muted.filter((other) => other !== key), ...(on ? [key] : [])].slice(-MOST) });
  const block = () =>
    post(`${at}/block`).then(
      () => {
        silence(true);
        const text = t('people.blocked', { name });
        tell(text);
        announce(text);
      },
      (refusal) => fail(excuse(t, refusal)),
    );
  const sendAway = () => remove(at).then(changed, (refusal) => fail(excuse(t, refusal)));
  return html`<li class="person"><${Avatar} seat=${seat} /><span class="person-name" translate=${false}>${name}</span>
    <div class="person-buttons">
      <button type="button" class="quiet" aria-pressed=${muted} onClick=${() => silence(!muted)}>
        ${t(muted ? 'people.unmute' : 'people.mute')}</button>
      ${
        !done &&
        html`<${AskOnce} label=${t('people.block')} question=${t('people.block.ask', { name })}
            yes=${t('people.block')} go=${block} />`
      }
      ${table.me.seat !== null && html`<${Report} key=${table.match} at=${at} name=${name} />`}
      ${
        table.me.host &&
        html`<${AskOnce} label=${t('waiting.remove')} question=${t('waiting.away.ask', { name })}
            yes=${t('waiting.remove')} go=${sendAway} />`
      }
    </div>
    ${done && html`<p class="muted">${done}</p>`}
    <p class="problem" role="alert">${problem}</p></li>`;
}
