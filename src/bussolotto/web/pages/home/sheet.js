/** What is opened beside the shelf: setting a table, how a game works, an evening. */
import { Icon } from '../../components/icon.js';
import { NARROW, useMedia } from '../../components/drawer.js';
import { complete } from '../../components/needs.js';
import { useLoad } from '../../components/load.js';
import { excuse, useShell } from '../../components/shell.js';
import { html, useLayoutEffect, useRef } from '../../vendor/preact.js';
import { gameTitle } from '../../words/names.js';

/** @typedef {import('../../types.js').Game} Game */
/** @typedef {import('../setup/evening.js').Kinds} Kinds */
/**
 * @typedef {{part: 'set' | 'how', game: Game} | {part: 'evening', games: readonly Game[], kinds: Kinds}} Shown
 */
/** @typedef {{close: () => void, open: (game: Game, part: 'set' | 'how') => void}} Ways on from here */

/** @type {Record<Shown['part'], () => Promise<(props: any) => any>>} what shows it, fetched when it is asked for */
const PARTS = {
  set: () => complete(import('./set.js')).then(({ Set }) => Set),
  how: () => complete(import('./how.js')).then(({ How }) => How),
  evening: () => complete(import('./set.js')).then(({ Evening }) => Evening),
};

/**
 * It lies over the right side of the page, over all of it on a phone, where the rest then takes no focus.
 * @param {Ways & {shown: Shown}} props
 */
export function Sheet({ shown, close, open }) {
  const { t } = useShell();
  const title = useRef(/** @type {HTMLElement | null} */ (null));
  const { part } = shown;
  const { value, error } = useLoad(async () => ({ of: part, Part: await PARTS[part]() }), [part]);
  const Part = value?.of === part ? value.Part : null; // that of what was opened before knows nothing of this
  useCovering();
  useLayoutEffect(() => title.current?.focus({ preventScroll: true }), [shown]);
  useLayoutEffect(() => {
    const leave = (/** @type {KeyboardEvent} */ event) => event.key === 'Escape' && close();
    document.addEventListener('keydown', leave);
    return () => document.removeEventListener('keydown', leave);
  }, [close]);
  return html`<aside class="sheet" id="sheet" aria-labelledby="sheet-title">
    <div class="sheet-head">
      <h2 id="sheet-title" tabindex="-1" ref=${title}>${
        shown.part === 'evening' ? t('evening.title') : gameTitle(t, shown.game.name)
      }</h2>
      <button type="button" class="quiet square" aria-label=${t('drawer.close')} title=${t('drawer.close')}
          onClick=${close}><${Icon} name="close" /></button>
    </div>
    <div class="sheet-body">
      ${Part && html`<${Part} key=${shown.part === 'evening' ? '' : shown.game.name} ...${shown} open=${open} />`}
      ${error && html`<p class="problem" role="alert">${excuse(t, error)}</p>`}
    </div>
  </aside>`;
}

/** What the sheet covers wholly cannot be reached behind it. */
function useCovering() {
  const narrow = useMedia(NARROW);
  useLayoutEffect(() => {
    const main = /** @type {HTMLElement} */ (document.getElementById('main'));
    main.inert = narrow;
    return () => {
      main.inert = false;
    };
  }, [narrow]);
}
