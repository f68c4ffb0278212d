/** Tables, who sits there, and closing one. */
import { useSheetTitles } from '../../components/sheet-titles.js';
import { useShell } from '../../components/shell.js';
import { html } from '../../vendor/preact.js';
import { moment } from '../../words/moment.js';
import { gameTitle, named, seatName } from '../../words/names.js';
import { CloseButton, Entry } from './entry.js';

/** @param {import('./types.js').Doing & {entries: import('../../wire.js').TableOfServer[]}} props */
export function Tables({ entries, operator, doing }) {
  const { t, lang } = useShell();
  useSheetTitles(entries.map(({ game }) => game));
  return html`<ul class="list">${entries.map(({ table, game, state, shut, seats, changed }) => {
    const people = seats.filter(({ guest }) => guest).map(({ name }) => seatName(t, { name, kind: 'person' }));
    const notes = [shut ? t('admin.shut') : named(t, `admin.state.${state}`, state)];
    const facts = [people.join(', '), moment(lang, changed), table];
    return html`<${Entry} key=${table} title=${gameTitle(t, game)} notes=${notes} facts=${facts}>
      <div class="admin-buttons">
        <a class="button quiet" href=${`/t/${table}`}>${t('admin.table')}</a>
        ${!shut && html`<${CloseButton} operator=${operator} doing=${doing} table=${table} />`}
      </div><//>`;
  })}</ul>`;
}
