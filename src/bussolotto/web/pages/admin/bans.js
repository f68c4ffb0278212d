/** Bans in force: ending one, and banning an address. */
import { useShell } from '../../components/shell.js';
import { html } from '../../vendor/preact.js';
import { moment } from '../../words/moment.js';
import { seatName } from '../../words/names.js';
import { BanForm, Entry } from './entry.js';

/** @param {import('./types.js').Doing & {entries: import('../../wire.js').Ban[]}} props */
export function Bans({ entries, operator, doing }) {
  const { t, lang } = useShell();
  return html`<${BanForm} operator=${operator} doing=${doing} />
    <ul class="list">${entries.map(({ ban, guest, name, address, until, reason }) => {
      const title = guest ? seatName(t, { name: name ?? '', kind: 'person' }) : address;
      const end = until ? t('admin.until', { time: moment(lang, until) }) : t('admin.for-good');
      return html`<${Entry} key=${ban} title=${title} notes=${[end]} facts=${[reason, guest && t('admin.guest', { id: guest })]}>
        <div class="admin-buttons"><button type="button" class="quiet"
            onClick=${() => doing(operator.remove(`bans/${ban}`))}>${t('admin.unban')}</button></div><//>`;
    })}</ul>`;
}
