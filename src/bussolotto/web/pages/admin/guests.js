/** Guests by their name: ban, rename, delete. */
import { AskOnce } from '../../components/ask.js';
import { useShell } from '../../components/shell.js';
import { html } from '../../vendor/preact.js';
import { moment } from '../../words/moment.js';
import { seatName } from '../../words/names.js';
import { BanForm, Entry, RenameForm } from './entry.js';

/** @param {import('./types.js').Doing & {entries: import('../../wire.js').GuestView[]}} props */
export function Guests({ entries, operator, doing }) {
  const { t, lang } = useShell();
  return html`<ul class="list">${entries.map(({ guest, name, since, banned, addresses, tables }) => {
    const notes = [
      t('admin.since', { time: moment(lang, since) }),
      tables.length > 0 && t('admin.at-tables', { n: tables.length }),
      banned && t('admin.banned'),
    ];
    const called = seatName(t, { name, kind: 'person' });
    return html`<${Entry} key=${guest} title=${called} notes=${notes} facts=${[t('admin.guest', { id: guest }), ...addresses]}>
      <div class="admin-buttons">
        ${!banned && html`<${BanForm} operator=${operator} doing=${doing} guest=${guest} addresses=${addresses} />`}
        <${RenameForm} operator=${operator} doing=${doing} guest=${guest} name=${name} />
        <${AskOnce} label=${t('admin.delete')} question=${t('admin.delete.ask', { name: called })}
            yes=${t('admin.delete')} go=${() => doing(operator.remove(`guests/${guest}`))} />
      </div><//>`;
  })}</ul>`;
}
