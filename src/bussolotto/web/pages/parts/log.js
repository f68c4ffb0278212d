/** What happened, in words. */
import { useShell } from '../../components/shell.js';
import { CHANCE } from '../../line/steps.js';
import { eventText } from '../../table/told.js';
import { html, useLayoutEffect, useMemo, useRef } from '../../vendor/preact.js';
import { sentence } from '../../words/i18n.js';

/** @typedef {import('../../types.js').Step} Step */
/**
 * @typedef {{version: number, seat: number, text: string, event?: string, marks?: readonly {kind: string, text: string}[]}}
 *     Line `event`: its word, where one is told; `marks`: what a review says of it
 */

const NEAR_END_PX = 60;

/**
 * Every step in the words of the game's page; those told together with another one are left out.
 * @param {import('../../types.js').GamePage | null} page
 * @param {readonly Step[]} steps
 * @param {{names: string[], t: import('../../types.js').Translate, game: string, me: number | null, apart?: string[],
 *     forgets?: boolean}} context `forgets`: what is told once is not kept
 * @returns {Line[]}
 */
export function lines(page, steps, context) {
  if (!page) return [];
  const acted = steps.findLast(({ seat }) => seat !== CHANCE)?.version ?? 0;
  const told = steps.flatMap((step, index) => {
    const past = Boolean(context.forgets) && step.version < acted;
    const around = { before: step.before, after: step.after, steps: [...steps], index, past };
    const text = page.sentence(step, { ...context, ...around });
    const { version, seat, events = [] } = step;
    const kept = events.filter(({ once }) => !once || !past);
    const said = kept.map((event) => eventLine(version, event, context));
    const own = kept.some(({ instead }, at) => instead && said[at].text) ? '' : text;
    return [{ version, seat, text: own }, ...said];
  });
  return told.filter(({ text }) => text);
}

/**
 * @param {number} version @param {import('../../types.js').EventTold} event
 * @param {import('../../table/told.js').Telling} context
 * @returns {Line}
 */
const eventLine = (version, event, context) => ({
  version,
  seat: event.values.seat ?? CHANCE,
  text: sentence(eventText(event, context)),
  event: event.word,
});

/** @param {Parameters<typeof lines>} args */
export const useLines = (...args) => {
  const [page, steps, { t, me, forgets }] = args;
  return useMemo(() => lines(...args), [page, steps, t, me, forgets]);
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
      ({ version, seat, text, event, marks = [] }, at) => html`<li key=${at}
          class=${`log-line seat-colour-${seat} ${event ? 'log-event' : ''}`}
          aria-current=${version === current ? 'step' : undefined}>
        ${
          jump
            ? html`<button type="button" class="log-jump" onClick=${() => jump(version)}>
              ${text}</button>`
            : text
        }${
          marks.length > 0 &&
          html`<p class="log-marks">${marks.map(
            (mark) => html`<span key=${mark.text} class=${`mark mark-${mark.kind}`}>${mark.text}</span>`,
          )}</p>`
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
