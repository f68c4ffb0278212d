/** What players have reported, with the chat of their table. */
import { useSheetTitles } from '../../components/sheet-titles.js';
import { useShell } from '../../components/shell.js';
import { html } from '../../vendor/preact.js';
import { moment } from '../../words/moment.js';
import { gameTitle, named, seatName } from '../../words/names.js';
import { PHRASES } from '../parts/phrases.js';
import { BanForm, CloseButton, Entry, RemoveButton, RenameForm } from './entry.js';

/** @typedef {import('../../wire.js').ReportView} Report */

/** @param {import('./types.js').Doing & {entries: Report[]}} props */
export function Reports({ entries, operator, doing }) {
  useSheetTitles(entries.flatMap(({ game }) => game ?? []));
  return html`<ul class="list">${entries.map(
    (report) => html`<${One} key=${report.report} report=${report} operator=${operator} doing=${doing} />`,
  )}</ul>`;
}

/** @param {import('./types.js').Doing & {report: Report}} props */
function One({ report, operator, doing }) {
  const { t, lang } = useShell();
  const called = (/** @type {string | null} */ name) => seatName(t, { name: name ?? '', kind: 'person' });
  const { reported, table } = report;
  const notes = [
    report.game && gameTitle(t, report.game),
    t('admin.report.by', { name: called(report.reporter_name) }),
    report.banned && t('admin.banned'),
    report.settled !== null && t('admin.is-settled'),
  ];
  return html`<${Entry} title=${report.sheet ? report.name : called(report.name_now ?? report.name)} notes=${notes}
      facts=${[moment(lang, report.since), reported && t('admin.guest', { id: reported })]}>
    <div class="admin-report">
      <p><strong>${named(t, `report.reason.${report.reason}`, report.reason)}</strong></p>
      ${report.words && html`<blockquote translate=${false}>${report.words}</blockquote>`}
      ${
        report.said.length > 0 &&
        html`<details class="fold"><summary>${t('talk.said')}</summary><ul class="admin-said">${report.said.map(
          (line, at) =>
            html`<li key=${at}><b translate=${false}>${called(line.name)}</b> ${
              line.text === null
                ? t(`talk.phrase.${PHRASES[line.phrase ?? 0]}`)
                : html`<span translate=${false}>${line.text}</span>`
            }</li>`,
        )}</ul></details>`
      }
    </div>
    <div class="admin-buttons">
      ${
        report.sheet
          ? html`<a class="button quiet" href=${`/sheets/${report.sheet}`}>${t('admin.sheet')}</a>`
          : html`<a class="button quiet" href=${`/m/${report.match}`}>${t('admin.match')}</a>`
      }
      ${reported && html`<${BanForm} operator=${operator} doing=${doing} guest=${reported} />`}
      ${reported && !report.sheet && html`<${RenameForm} operator=${operator} doing=${doing} guest=${reported} name=${report.name} />`}
      ${
        report.sheet
          ? html`<${RemoveButton} operator=${operator} doing=${doing} sheet=${report.sheet} />`
          : html`<${CloseButton} operator=${operator} doing=${doing} table=${table} />`
      }
      ${
        !report.settled &&
        html`<button type="button" onClick=${() => doing(operator.post(`reports/${report.report}/settle`))}>
          ${t('admin.settle')}</button>`
      }
    </div><//>`;
}
