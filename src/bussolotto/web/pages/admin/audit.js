/** Everything the operator has done, the newest first. */
import { useShell } from '../../components/shell.js';
import { html } from '../../vendor/preact.js';
import { moment } from '../../words/moment.js';
import { named } from '../../words/names.js';

/** @param {{entries: import('../../wire.js').AuditEntry[]}} props */
export function Audit({ entries }) {
  const { t, lang } = useShell();
  return html`<div class="admin-scroll" role="region" tabindex="0" aria-labelledby="admin-part"><table>
    <thead><tr>${['time', 'way', 'action', 'subject', 'end'].map(
      (column) => html`<th key=${column} scope="col">${t(`admin.audit.${column}`)}</th>`,
    )}</tr></thead>
    <tbody>${entries.map(
      ({ entry, at, operator, action, subject, until }) => html`<tr key=${entry}>
        <td translate=${false}>${moment(lang, at)}</td><td>${named(t, `admin.key.${operator}`, operator)}</td>
        <td>${named(t, `admin.action.${action}`, action)}</td>
        <td translate=${false}>${subject}</td><td translate=${false}>${until ? moment(lang, until) : ''}</td></tr>`,
    )}</tbody></table></div>`;
}
