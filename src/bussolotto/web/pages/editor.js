/** Writing a rule sheet: its text beside the position that it gives, in which one may walk about. */
import { useLoad } from '../components/load.js';
import { needs } from '../components/needs.js';
import { useShell } from '../components/shell.js';
import { useTitle } from '../components/title.js';
import { ask, get } from '../line/api.js';
import { draftOf } from '../storage/drafts.js';
import { html, useEffect, useRef } from '../vendor/preact.js';
import { Desk } from './editor/desk.js';
import { Coming, Failed } from './missing.js';
import { Header, HomeLink } from './parts/header.js';
import { fromHash, isBroken } from './sheets/handed.js';

/** @typedef {import('../wire.js').SheetExample} Example */

needs(['later-sheets', 'later-editor'], [new URL('./editor/editor.css', import.meta.url)]);

/** @param {{id?: string}} props `id`: the sheet of which a copy is changed */
export function Page({ id = '' }) {
  const { t } = useShell();
  const { value, error, again } = useLoad(() => beginning(id), [id]);
  const handed = useHanded(id);
  const broken = useRef(!id && isBroken(location.hash)).current;
  useTitle(t('editor.title'));
  if (error) return html`<${Failed} problem=${error} again=${again} />`;
  if (!value) return html`<${Coming} />`;
  return html`<${Header} title=${html`<${HomeLink} />`} />
    <main id="main" class="editor" tabindex="-1" aria-label=${t('editor.title')}>
      ${broken && html`<p class="problem" role="alert">${t('sheets.link.broken')}</p>`}
      <${Desk} key=${id} of=${id} ...${value} handed=${handed} />
    </main>`;
}

/** The sheet that the address of a new game holds behind its `#`, which then goes; '' if there is none. @param {string} of */
function useHanded(of) {
  const text = useRef(of ? '' : fromHash(location.hash)).current;
  useEffect(() => {
    if (text) history.replaceState(null, '', location.pathname + location.search);
  }, []);
  return text;
}

/**
 * What there is to begin with: examples, and the sheet itself, unless it is gone and there is a draft of it.
 * @param {string} of
 * @returns {Promise<{examples: Example[], source: string}>}
 */
async function beginning(of) {
  const examples = /** @type {Example[]} */ (await get('/api/sheets/examples'));
  if (!of) return { examples, source: examples[0].sheet };
  const file = await ask('GET', `/api/sheets/${of}/file`, undefined, {});
  if (file.ok) return { examples, source: await file.text() };
  if (!draftOf(of)) await get(`/api/sheets/${of}`); // says why it is not there
  return { examples, source: '' };
}
