/** What happened, in words. */
import { useShell } from '../../components/shell.js';
import { html, useLayoutEffect, useMemo, useRef } from '../../vendor/preact.js';

/** @typedef {import('../../types.js').Step} Step */
/** @typedef {{version: number, seat: number, text: string}} Line */

const NEAR_END_PX = 60;

/**
 * Every step in the words of the game's page; those told together with another one are left out.
 * @param {import('../../types.js').GamePage | null} page
 * @param {readonly Step[]} steps
 * @param {{names: string[], t: import('../../types.js').Translate, game: string, me: number | null, apart?: string[]}}
 *     context
 * @returns {Line[]}
 */
export function lines(page, steps, context) {
  if (!page) return [];
  const told = steps.map((step, index) => {
    const text = page.sentence(step, { ...context, before: step.before, after: step.after, steps: [...steps], index });
    return { version: step.version, seat: step.seat, text };
  });
  return told.filter(({ text }) => text);
}

/** @param {Parameters<typeof lines>} args */
export const useLines = (...args) => {
  const [page, steps, { t, me }] = args;
  return useMemo(() => lines(...args), [page, steps, t, me]);
};

/**
 * @param {{lines: Line[], at?: number, jump?: (version: number) => void}} props `at`: the moment shown; `jump` makes
 *     lines go to theirs
 */
export function Log({ lines: told, at, jump }) {
  const { t } = useShell();
  const list = useRef(/** @type {HTMLOListElement | null} */ (null));
  useFollow(list, told, at);
  const current = at === undefined ? undefined : told.findLast(({ version }) => version <= at)?.version;
  return html`<ol class="log" ref=${list} tabindex="0" aria-label=${t('log.title')}>
    ${!told.length && html`<li class="muted">${t('log.empty')}</li>`}
    ${told.map(
      ({ version, seat, text }) => html`<li key=${version} class=${`log-line log-seat-${seat}`}
          aria-current=${version === current ? 'step' : undefined}>
        ${
          jump
            ? html`<button type="button" class="log-jump" onClick=${() => jump(version)}>
              ${text}</button>`
            : text
        }</li>`,
    )}
  </ol>`;
}

/**
 * Keep the newest line in sight, unless somebody reads further up; in a replay, the line of the moment shown.
 * @param {{current: HTMLOListElement | null}} list @param {Line[]} told @param {number | undefined} at
 */
function useFollow(list, told, at) {
  const atEnd = useRef(true);
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return undefined;
    const look = () => {
      atEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_END_PX;
    };
    element.addEventListener('scroll', look, { passive: true });
    return () => element.removeEventListener('scroll', look);
  }, []);
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    if (at === undefined) {
      if (atEnd.current) element.scrollTop = element.scrollHeight;
      return;
    }
    const line = /** @type {HTMLElement | null} */ (element.querySelector('[aria-current]'));
    element.scrollTop = line ? line.offsetTop - element.clientHeight / 2 : 0;
  }, [told.length, at]);
}
