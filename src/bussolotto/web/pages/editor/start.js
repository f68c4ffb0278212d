/** What to begin with: the least that is a game, an example, or a copy of a sheet of this server. */
import { useLoad } from '../../components/load.js';
import { useShell } from '../../components/shell.js';
import { get } from '../../line/api.js';
import { html, useLayoutEffect, useRef, useState } from '../../vendor/preact.js';

/** @typedef {import('../../wire.js').SheetExample} Example */
/** @typedef {import('../../wire.js').SheetView} Sheet */

/**
 * @param {{of: string, examples: Example[], changed: boolean, replace: (text: string) => void}} props `changed`: would
 *     something be lost?
 */
export function Start({ of, examples, changed, replace }) {
  const { t, go } = useShell();
  const sheets = useLoad(() => /** @type {Promise<Sheet[]>} */ (get('/api/sheets')), []).value ?? [];
  const [wanted, want] = useState('');
  const choose = (/** @type {Event} */ event) => {
    const select = /** @type {HTMLSelectElement} */ (event.target);
    const { value } = select;
    select.value = ''; // it says what can be had, not what is there
    if (value.startsWith('/')) go(value);
    else if (value && !changed) replace(examples[Number(value)].sheet);
    else want(value);
  };
  const copies = sheets.filter(({ sheet, rules }) => !rules && sheet !== of);
  return html`<label class="field editor-start"><span>${t('editor.start')}</span>
      <select value="" onChange=${choose}>
        <option value="">${t('editor.start.choose')}</option>
        ${examples.map(
          ({ title }, place) => html`<option key=${place} value=${place} translate=${title ? false : undefined}>
            ${title || t('editor.start.blank')}</option>`,
        )}
        ${
          copies.length > 0 &&
          html`<optgroup label=${t('sheets.here')}>${copies.map(
            ({ sheet, title }) =>
              html`<option key=${sheet} translate=${false} value=${`/sheets/${sheet}/edit`}>${title}</option>`,
          )}</optgroup>`
        }
      </select></label>
    ${
      wanted &&
      html`<${Sure} no=${() => want('')} yes=${() => {
        want('');
        replace(examples[Number(wanted)].sheet);
      }} />`
    }`;
}

/** @param {{yes: () => void, no: () => void}} props */
function Sure({ yes, no }) {
  const { t } = useShell();
  const first = useRef(/** @type {HTMLButtonElement | null} */ (null));
  useLayoutEffect(() => first.current?.focus(), []);
  return html`<div class="ask" role="group" aria-label=${t('editor.start.sure')}><p>${t('editor.start.sure')}</p>
    <div class="row"><button type="button" class="danger" onClick=${yes}>${t('editor.start.yes')}</button>
      <button type="button" class="quiet" ref=${first} onClick=${no}>${t('no')}</button></div></div>`;
}
