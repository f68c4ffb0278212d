/** Opening a match file: it is checked by the server, shown, and not kept. */
import { get, post } from '../line/api.js';
import { Header, HomeLink } from './parts/header.js';
import { complete, needs } from '../components/needs.js';
import { Icon } from '../components/icon.js';
import { chosenFile } from '../components/saving.js';
import { excuse, useShell } from '../components/shell.js';
import { useTitle } from '../components/title.js';
import { html, useRef, useState } from '../vendor/preact.js';
import { Viewer } from './viewer.js';

needs(['later-open'], [new URL('./drop.css', import.meta.url)]);

/** @typedef {{replay: import('../types.js').Replay, game: import('../types.js').Game}} Opened */
/** @typedef {import('../types.js').Evening} Evening */

export function Page() {
  const { t } = useShell();
  const [opened, keep] = useState(/** @type {Opened | null} */ (null));
  const [problem, fail] = useState('');
  const [over, drag] = useState(false);
  const [evening, remember] = useState(
    /** @type {{file: File, whole: Opened, Whole: (props: any) => any} | null} */ (null),
  );
  const opening = useRef(0); // counts files: an earlier one is not shown any more
  useTitle(t('open.title'));
  /**
   * @param {File | undefined} file
   * @param {number | null} [part] which game of an evening; without one they are listed
   */
  const open = async (file, part = null) => {
    if (!file) return;
    const number = ++opening.current;
    fail('');
    try {
      const replay = await post(`/api/replays?game=${part ?? 0}`, file);
      const whole = { replay, game: await get(`/api/games/${replay.game}`) };
      const isEvening = replay.evening && part === null;
      const Whole = isEvening && (await complete(import('./parts/score.js'))).Opened;
      if (number !== opening.current) return;
      if (Whole) remember({ file, whole, Whole });
      else keep(whole);
    } catch (refusal) {
      if (number === opening.current) fail(excuse(t, refusal));
    }
  };
  const drop = (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    drag(false);
    open(event.dataTransfer?.files[0]);
  };
  if (opened)
    return html`<${Viewer} key=${opened.replay.evening?.at} ...${opened} match=${null}
        whole=${evening && (() => keep(null))} />`;
  if (evening)
    return html`<${evening.Whole} ...${evening.whole} problem=${problem}
        show=${(/** @type {number} */ part) => open(evening.file, part)} />`;
  return html`<${Header} title=${html`<${HomeLink} />`} />
    <main id="main" class="open" tabindex="-1">
      <h1>${t('open.title')}</h1>
      <p>${t('open.text')}</p>
      <label class=${`drop ${over ? 'drop-over' : ''}`} onDragOver=${(/** @type {Event} */ event) => {
        event.preventDefault();
        drag(true);
      }}
          onDragLeave=${() => drag(false)} onDrop=${drop}>
        <${Icon} name="rules" /><span>${t('open.choose')}</span>
        <input type="file" class="visually-hidden"
            onChange=${(/** @type {Event} */ event) => open(chosenFile(event))}
        />
      </label>
      <p class="problem" role="alert">${problem}</p>
    </main>`;
}
