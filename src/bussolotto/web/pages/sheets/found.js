/** The sheets of this server that one looks for, page by page. */
import { useLoad } from '../../components/load.js';
import { useSheetTitles } from '../../components/sheet-titles.js';
import { excuse, useShell } from '../../components/shell.js';
import { getPages } from '../../line/lists.js';
import { needs } from '../../components/needs.js';
import { html, useLayoutEffect, useRef, useState } from '../../vendor/preact.js';

/** @typedef {import('../../wire.js').SheetView} Sheet */

needs(['later-sheets'], [new URL('./found.css', import.meta.url)]);

const TYPED_MS = 250; // after the last key the server is asked
const LONGEST = 100;

/**
 * @param {{kind?: 'sheet' | 'rules', without?: string, none: string, focus?: boolean, line: (sheet: Sheet) => any}} props
 *     `without`: a sheet that is not listed; `none`: what is said where there are none; `focus`: is the field to be typed
 *     into at once?
 */
export function Found({ kind, without, none, focus, line }) {
  const { t } = useShell();
  const [words, type] = useTyped();
  const [pages, more] = useState(1);
  const query = new URLSearchParams({ ...(kind && { kind }), ...(words && { find: words }) });
  const { value, error } = useLoad(() => getPages(`/api/sheets?${query}`, pages), [`${query}`, pages]);
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  useLayoutEffect(() => void (focus && field.current?.focus()), []);
  const found = /** @type {Sheet[]} */ (value?.items ?? []).filter(({ sheet }) => sheet !== without);
  useSheetTitles(found.flatMap(({ rules }) => rules?.game ?? []));
  return html`<label class="field sheets-find"><span>${t('sheets.find')}</span>
      <input type="text" role="searchbox" ref=${field} maxlength=${LONGEST} autocomplete="off"
          onInput=${(/** @type {InputEvent} */ event) => {
            more(1);
            type(/** @type {HTMLInputElement} */ (event.target).value.trim());
          }} /></label>
    ${error && html`<p class="problem" role="alert">${excuse(t, error)}</p>`}
    ${!value && !error && html`<p class="visually-hidden" role="status">${t('coming')}</p>`}
    ${
      value &&
      !found.length &&
      html`<p class="sheets-none muted" role="status">${words ? t('sheets.find.none') : none}</p>`
    }
    <ul class="list">${found.map((sheet) => html`<li class="sheets-line" key=${sheet.sheet}>${line(sheet)}</li>`)}</ul>
    ${value?.more && html`<button type="button" class="quiet" onClick=${() => more(pages + 1)}>${t('sheets.more')}</button>`}`;
}

/** What is typed, once somebody stops for a moment. @returns {[string, (words: string) => void]} */
function useTyped() {
  const [words, set] = useState('');
  const timer = useRef(0);
  useLayoutEffect(() => () => clearTimeout(timer.current), []);
  return [
    words,
    (typed) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => set(typed), TYPED_MS);
    },
  ];
}
