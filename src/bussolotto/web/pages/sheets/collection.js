/** All sheets of this server, and bringing another. */
import { useLoad } from '../../components/load.js';
import { useSheetTitles } from '../../components/sheet-titles.js';
import { excuse, useShell } from '../../components/shell.js';
import { useTitle } from '../../components/title.js';
import { getPages } from '../../line/lists.js';
import { html, useState } from '../../vendor/preact.js';
import { Coming } from '../missing.js';
import { Bring } from './bring.js';
import { credit, summary } from './words.js';

/** @typedef {import('../../wire.js').SheetView} Sheet */

export function Collection() {
  const { t, lang } = useShell();
  const [pages, more] = useState(1);
  const { value, error } = useLoad(() => getPages('/api/sheets', pages), [pages]);
  useTitle(t('sheets.title'));
  useSheetTitles((value?.items ?? []).flatMap(({ rules }) => rules?.game ?? []));
  return html`<div><h1>${t('sheets.title')}</h1><p class="muted">${t('sheets.text')}</p></div>
    ${error && html`<p class="problem" role="alert">${excuse(t, error)}</p>`}
    ${!value && !error && html`<${Coming} />`}
    ${
      value &&
      html`<div class="sheets-columns">
        <section aria-labelledby="sheets-bring"><h2 id="sheets-bring">${t('sheets.bring')}</h2>
          <p class="row"><a class="button quiet" href="/sheets/new">${t('sheets.write')}</a></p><${Bring} /></section>
        <section aria-labelledby="sheets-here"><h2 id="sheets-here">${t('sheets.here')}</h2>
          ${!value.items.length && html`<p class="sheets-none muted">${t('sheets.none')}</p>`}
          <ul class="list">${value.items.map(
            (sheet) => html`<${Line} key=${sheet.sheet} sheet=${sheet} lang=${lang} t=${t} />`,
          )}</ul>
          ${
            value.more &&
            html`<button type="button" class="quiet" onClick=${() => more(pages + 1)}>${t('sheets.more')}</button>`
          }
        </section></div>`
    }`;
}

/** @param {{sheet: Sheet, lang: string, t: import('../../types.js').Translate}} props */
function Line({ sheet, lang, t }) {
  return html`<li class="sheets-line"><a href=${`/sheets/${sheet.sheet}`} translate=${false}>${sheet.title}</a>
    <span class="muted" translate=${false}>${credit(t, sheet)}</span>
    <span class="muted">${summary(t, sheet, lang)}</span></li>`;
}
