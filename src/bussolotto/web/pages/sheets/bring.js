/** Bringing a sheet, or house rules in a file: chosen, dropped or pasted. */
import { chosenFile } from '../../components/saving.js';
import { excuse, useShell } from '../../components/shell.js';
import { encoded } from '../../line/address.js';
import { post, Refused } from '../../line/api.js';
import { html, useState } from '../../vendor/preact.js';
import { isRules, readRules } from '../setup/rules-file.js';

export const LARGEST = 8192; // characters of a sheet, as the server has it

/**
 * Have this server keep a sheet or house rules.
 * @param {string} text @param {import('../../types.js').Translate} t @returns {Promise<string>} the path of their page
 */
export async function bring(text, t) {
  if (!isRules(text)) return `/sheets/${(await post('/api/sheets', { sheet: text })).sheet}`;
  const rules = readRules(text);
  if (!rules) throw new Refused({ code: 'sheet-neither', text: t('sheets.neither') });
  return `/p/${(await post('/api/presets', rules)).preset}`;
}

export function Bring() {
  const { t, go } = useShell();
  const [text, write] = useState('');
  const [problem, fail] = useState('');
  const [over, drag] = useState(false);
  const add = (/** @type {string} */ wanted) => {
    fail('');
    return bring(wanted, t).then(go, (refusal) => fail(excuse(t, refusal)));
  };
  const open = async (/** @type {File | undefined} */ file) => {
    if (!file) return;
    if (file.size > LARGEST) return fail(t('sheets.too-large'));
    const found = await file.text();
    write(found);
    await add(found);
  };
  return html`<form class="sheets-bring" onSubmit=${(/** @type {Event} */ event) => {
    event.preventDefault();
    add(text);
  }}>
    <label class=${`drop ${over ? 'drop-over' : ''}`} onDragOver=${(/** @type {Event} */ event) => {
      event.preventDefault();
      drag(true);
    }} onDragLeave=${() => drag(false)} onDrop=${(/** @type {DragEvent} */ event) => {
      event.preventDefault();
      drag(false);
      open(event.dataTransfer?.files[0]);
    }}><span>${t('sheets.choose')}</span>
      <input type="file" class="visually-hidden" accept=".toml,.json,text/plain"
          onChange=${(/** @type {Event} */ event) => open(chosenFile(event))} />
    </label>
    <label class="field"><span>${t('sheets.paste')}</span>
      <textarea class="sheets-text" rows="10" spellcheck=${false} translate=${false} value=${text}
          onInput=${(/** @type {Event} */ event) => write(/** @type {HTMLTextAreaElement} */ (event.target).value)} />
    </label>
    <p class="problem" role="alert">${problem}</p>
    <div class="row"><button type="submit" class="primary" disabled=${!text.trim()}>${t('sheets.add')}</button>
      <button type="button" class="quiet" disabled=${!text.trim() || isRules(text)}
          onClick=${() => go(`/sheets/new#${encoded(text)}`)}>${t('sheets.open')}</button></div>
  </form>`;
}
