/** The parts of the operator's page: each a list, with what can be done about its entries. */
import { useLoad } from '../../components/load.js';
import { excuse, useShell } from '../../components/shell.js';
import { html, useState } from '../../vendor/preact.js';
import { Audit } from './audit.js';
import { Bans } from './bans.js';
import { Guests } from './guests.js';
import { Reports } from './reports.js';
import { Tables } from './tables.js';

/** @typedef {import('./types.js').Operator} Operator */

/** @type {Record<string, (props: import('./types.js').Doing & {entries: any[]}) => any>} */
const LISTS = { reports: Reports, guests: Guests, tables: Tables, bans: Bans, audit: Audit };

export const PARTS = Object.keys(LISTS);

/** @param {{part: string, operator: Operator}} props */
export function AdminPart({ part, operator }) {
  const { t, announce } = useShell();
  const [query, ask] = useState('');
  const [problem, fail] = useState('');
  const found = useLoad(() => /** @type {Promise<any[]>} */ (operator.get(part + query)), [part, query]);
  const List = LISTS[part];
  const doing = async (/** @type {Promise<unknown>} */ request) => {
    try {
      await request;
      fail('');
      announce(t('admin.done'));
      await found.again();
    } catch (refusal) {
      fail(excuse(t, refusal));
    }
  };
  return html`<section class="admin-part" aria-labelledby="admin-part">
    <h2 id="admin-part">${t(`admin.part.${part}`)}</h2>
    <${Filter} part=${part} ask=${ask} />
    <p class="problem" role="alert">${problem || (found.error ? excuse(t, found.error) : '')}</p>
    ${found.value && html`<${List} entries=${found.value} operator=${operator} doing=${doing} />`}
    ${found.value?.length === 0 && html`<p class="muted">${t('admin.none')}</p>`}
  </section>`;
}

/** Which entries are listed, where one can choose. @param {{part: string, ask: (query: string) => void}} props */
function Filter({ part, ask }) {
  const { t } = useShell();
  const valueOf = (/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target);
  if (part === 'guests')
    return html`<label class="field admin-search"><span>${t('admin.search')}</span>
      <input type="text" maxlength="40"
          onInput=${(/** @type {Event} */ event) => ask(`?name=${encodeURIComponent(valueOf(event).value)}`)} /></label>`;
  if (part === 'reports')
    return html`<div class="choice"><label><input type="checkbox"
        onChange=${(/** @type {Event} */ event) => ask(valueOf(event).checked ? '?settled=true' : '')} />
      <span>${t('admin.settled')}</span></label></div>`;
  return null;
}
