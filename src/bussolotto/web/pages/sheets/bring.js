/** Bringing a sheet, or house rules in a file: chosen, dropped, pasted, or from the address. */
import { chosenFile } from '../../components/saving.js';
import { excuse, useShell } from '../../components/shell.js';
import { decoded, encoded } from '../../line/address.js';
import { post } from '../../line/api.js';
import { html, useEffect, useState } from '../../vendor/preact.js';
import { isRules, readRules } from '../setup/rules-file.js';

const LARGEST = 8192; // characters of a sheet, as the server has it

/** The sheet that the address holds behind its `#`; '' if there is none. @param {string} hash */
export function fromHash(hash) {
  try {
    return decoded(hash.replace(/^#/, '')).slice(0, LARGEST + 1);
  } catch {
    return '';
  }
}

export function Bring() {
  const { t, go } = useShell();
  const [text, write] = useState(() => fromHash(location.hash));
  const [problem, fail] = useState('');
  const [over, drag] = useState(false);
  useEffect(() => {
    const follow = () => write((old) => fromHash(location.hash) || old);
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  const bring = (/** @type {string} */ wanted) => {
    fail('');
    const rules = isRules(wanted) && readRules(wanted);
    if (rules === null) return fail(t('sheets.neither'));
    const brought = rules
      ? post('/api/presets', rules).then(({ preset }) => `/p/${preset}`)
      : post('/api/sheets', { sheet: wanted }).then(({ sheet }) => `/sheets/${sheet}`);
    return brought.then(go, (refusal) => fail(excuse(t, refusal)));
  };
  const open = async (/** @type {File | undefined} */ file) => {
    if (!file) return;
    if (file.size > LARGEST) return fail(t('sheets.too-large'));
    const found = await file.text();
    write(found);
    await bring(found);
  };
  return html`<form class="sheets-bring" onSubmit=${(/** @type {Event} */ event) => {
    event.preventDefault();
    bring(text);
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
