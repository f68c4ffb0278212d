/** What to begin with: the least that is a game, an example, or a copy of a sheet of this server. */
import { useShell } from '../../components/shell.js';
import { html, useLayoutEffect, useRef, useState } from '../../vendor/preact.js';
import { Found } from '../sheets/found.js';
import { credit } from '../sheets/words.js';

/** @typedef {import('../../wire.js').SheetExample} Example */
/** @typedef {import('../../wire.js').SheetView} Sheet */

const OTHERS = 'others'; // in place of the number of an example

/**
 * @param {{of: string, examples: Example[], changed: boolean, replace: (text: string) => void}} props `changed`: would
 *     something be lost?
 */
export function Start({ of, examples, changed, replace }) {
  const { t } = useShell();
  const [finding, find] = useState(false);
  const [wanted, want] = useState('');
  const choose = (/** @type {Event} */ event) => {
    const select = /** @type {HTMLSelectElement} */ (event.target);
    const { value } = select;
    select.value = ''; // it says what can be had, not what is there
    find(value === OTHERS);
    if (value === OTHERS) want('');
    else if (value && !changed) replace(examples[Number(value)].sheet);
    else want(value);
  };
  return html`<label class="field editor-start"><span>${t('editor.start')}</span>
      <select value="" onChange=${choose}>
        <option value="">${t('editor.start.choose')}</option>
        ${examples.map(
          ({ title }, place) => html`<option key=${place} value=${place} translate=${title ? false : undefined}>
            ${title || t('editor.start.blank')}</option>`,
        )}
        <option value=${OTHERS}>${t('editor.start.others')}</option>
      </select></label>
    ${
      finding &&
      html`<div class="editor-found"><${Found} kind="sheet" without=${of} none=${t('sheets.none')} focus
          line=${(/** @type {Sheet} */ sheet) => html`<${Copy} sheet=${sheet} />`} /></div>`
    }
    ${
      wanted &&
      html`<${Sure} no=${() => want('')} yes=${() => {
        want('');
        replace(examples[Number(wanted)].sheet);
      }} />`
    }`;
}

/** A sheet of which a copy is opened. @param {{sheet: Sheet}} props */
function Copy({ sheet }) {
  const { t } = useShell();
  return html`<a href=${`/sheets/${sheet.sheet}/edit`} translate=${false}>${sheet.title}</a>
    <span class="muted" translate=${false}>${credit(t, sheet)}</span>`;
}

/** @param {{yes: () => void, no: () => void}} props */
export function Sure({ yes, no }) {
  const { t } = useShell();
  const first = useRef(/** @type {HTMLButtonElement | null} */ (null));
  useLayoutEffect(() => first.current?.focus(), []);
  return html`<div class="ask" role="group" aria-label=${t('editor.start.sure')}><p>${t('editor.start.sure')}</p>
    <div class="row"><button type="button" class="danger" onClick=${yes}>${t('editor.start.yes')}</button>
      <button type="button" class="quiet" ref=${first} onClick=${no}>${t('no')}</button></div></div>`;
}
