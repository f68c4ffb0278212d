/**
 * Says when the line to the server breaks, what that means for what one is doing, and when it is back. It lies over the
 * page, so that nothing moves.
 */
import { useShell } from '../../components/shell.js';
import { html, useEffect, useRef, useState } from '../../vendor/preact.js';

const BACK_MS = 2500;
const PATIENCE_MS = 600; // shorter breaks are nobody's concern
const LONG_MS = 60_000;

/** @typedef {'' | 'restarting' | 'lost' | 'long' | 'back'} Shown */

/**
 * @param {{line: import('../../types.js').Line, pending?: number, kept?: number, playing?: boolean}} props
 *     `kept`: what is shown was so then
 */
export function LineState({ line, pending, kept, playing }) {
  const { t, lang, announce } = useShell();
  const [shown, show] = useState(/** @type {Shown} */ (''));
  const told = useRef(false);
  const say = (/** @type {Shown} */ what) => words(t, what, { pending, playing, when: kept ? moment(lang, kept) : '' });
  useEffect(() => {
    const { next, wait } = change(line, told.current);
    const timer = setTimeout(() => {
      show(next);
      told.current = next === 'lost' || next === 'restarting';
    }, wait);
    const long = next === 'lost' && playing && setTimeout(() => show('long'), LONG_MS);
    return () => {
      clearTimeout(timer);
      if (long) clearTimeout(long);
    };
  }, [line]);
  useEffect(() => {
    if (shown) announce(say(shown).join(' '));
  }, [shown, shown !== 'back' && Boolean(pending)]);
  useEffect(() => {
    if (shown !== 'back') return undefined;
    const timer = setTimeout(() => show(''), BACK_MS);
    return () => clearTimeout(timer);
  }, [shown]);
  const [first, ...more] = say(shown);
  return html`<div class=${`line-state line-${shown === 'long' || shown === 'restarting' ? 'lost' : shown || 'fine'}`} data-line=${line}
      aria-hidden="true">
    ${
      shown &&
      html`<p>${shown !== 'back' && html`<span class="spinner"></span>`}
        <span>${first}${more.map((text) => html`<br />${text}`)}</span></p>`
    }
  </div>`;
}

/**
 * What there is to say, as far as the words for it have come.
 * @param {import('../../types.js').Translate} t @param {Shown} shown
 * @param {{pending?: number, playing?: boolean, when: string}} about
 */
function words(t, shown, { pending, playing, when }) {
  if (!shown) return [];
  if (shown === 'back') return [t('line.back')];
  const more = [
    when && 'line.as-of',
    pending ? 'line.kept' : playing && 'line.without',
    shown === 'long' && 'line.long',
  ];
  return [
    t(shown === 'restarting' ? 'line.restarting' : 'line.lost'),
    ...more.filter((key) => key && t.has(key)).map((key) => t(String(key), { when })),
  ];
}

/** @param {string} lang @param {number} ms */
const moment = (lang, ms) =>
  new Date(ms).toLocaleString(lang, { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' });

/**
 * @param {import('../../types.js').Line} line @param {boolean} told whether people know that it was lost
 * @returns {{next: '' | 'restarting' | 'lost' | 'back', wait: number}}
 */
function change(line, told) {
  if (line === 'restarting') return { next: 'restarting', wait: 0 };
  if (line === 'lost') return { next: 'lost', wait: PATIENCE_MS };
  return { next: told ? 'back' : '', wait: 0 };
}
