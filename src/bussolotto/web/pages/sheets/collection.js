/** All sheets of this server, and bringing another. */
import { useShell } from '../../components/shell.js';
import { useTitle } from '../../components/title.js';
import { html } from '../../vendor/preact.js';
import { Bring } from './bring.js';
import { Found } from './found.js';
import { Frame } from './frame.js';
import { Handed } from './handed.js';
import { came, credit, summary } from './words.js';

/** @typedef {import('../../wire.js').SheetView} Sheet */

export function Collection() {
  const { t } = useShell();
  useTitle(t('sheets.title'));
  return html`<${Frame}><div><h1>${t('sheets.title')}</h1><p class="muted">${t('sheets.text')}</p></div>
    <${Handed} />
    <div class="sheets-columns">
      <section aria-labelledby="sheets-bring"><h2 id="sheets-bring">${t('sheets.bring')}</h2>
        <p class="row"><a class="button quiet" href="/sheets/new">${t('sheets.write')}</a></p><${Bring} /></section>
      <section aria-labelledby="sheets-here"><h2 id="sheets-here">${t('sheets.here')}</h2>
        <${Found} none=${t('sheets.none')} line=${(/** @type {Sheet} */ sheet) => html`<${Line} sheet=${sheet} />`} />
      </section></div><//>`;
}

/** @param {{sheet: Sheet}} props */
function Line({ sheet }) {
  const { t, lang } = useShell();
  return html`<a href=${`/sheets/${sheet.sheet}`} translate=${false}>${sheet.title}</a>
    ${sheet.about && html`<span class="sheets-about" translate=${false}>${sheet.about}</span>`}
    <span class="muted" translate=${false}>${credit(t, sheet)}</span>
    <span class="muted">${summary(t, sheet, lang)}</span>
    <span class="muted">${came(t, sheet, lang)}</span>`;
}
