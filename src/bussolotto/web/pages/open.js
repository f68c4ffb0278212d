/** Opening a match file: it is checked by the server, shown, and not kept. */
import { get, post } from '../api.js';
import { Header, HomeLink } from '../components/header.js';
import { Icon } from '../components/icon.js';
import { excuse, useShell } from '../shell.js';
import { useTitle } from '../title.js';
import { html, useState } from '../vendor/preact.js';
import { Viewer } from './viewer.js';

/** @typedef {{replay: import('../types.js').Replay, game: import('../types.js').Game}} Opened */

export function Page() {
  const { t } = useShell();
  const [opened, keep] = useState(/** @type {Opened | null} */ (null));
  const [problem, fail] = useState('');
  const [over, drag] = useState(false);
  useTitle(t('open.title'));
  const open = async (/** @type {File | undefined} */ file) => {
    if (!file) return;
    fail('');
    try {
      const replay = await post('/api/replays', file);
      keep({ replay, game: await get(`/api/games/${replay.game}`) });
    } catch (refusal) {
      fail(excuse(t, refusal));
    }
  };
  const drop = (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    drag(false);
    open(event.dataTransfer?.files[0]);
  };
  if (opened) return html`<${Viewer} ...${opened} match=${null} />`;
  return html`<${Header} title=${html`<${HomeLink} />`} />
    <main id="main" class="open" tabindex="-1">
      <h1>${t('open.title')}</h1>
      <p>${t('open.text')}</p>
      <label class=${`drop ${over ? 'drop-over' : ''}`} onDragOver=${(/** @type {Event} */ event) => { event.preventDefault(); drag(true); }}
        onDragLeave=${() => drag(false)} onDrop=${drop}>
        <${Icon} name="rules" /><span>${t('open.choose')}</span>
        <input type="file" class="visually-hidden" onChange=${(/** @type {Event} */ event) => open(/** @type {HTMLInputElement} */ (event.target).files?.[0])} />
      </label>
      <p class="problem" role="alert">${problem}</p>
    </main>`;
}
