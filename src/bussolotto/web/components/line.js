/** Says when the line to the server breaks and when it is back. It lies over the page, so that nothing moves. */
import { useShell } from '../shell.js';
import { html, useEffect, useRef, useState } from '../vendor/preact.js';

const BACK_MS = 2500;
const PATIENCE_MS = 600; // shorter breaks are nobody's concern

/** @param {{line: import('../channel.js').Line}} props */
export function LineState({ line }) {
  const { t, announce } = useShell();
  const [shown, show] = useState(/** @type {'' | 'lost' | 'back'} */ (''));
  const told = useRef(false);
  useEffect(() => {
    const { next, wait } = change(line, told.current);
    const timer = setTimeout(() => {
      show(next);
      told.current = next === 'lost';
      if (next) announce(t(`line.${next}`));
    }, wait);
    return () => clearTimeout(timer);
  }, [line]);
  useEffect(() => {
    if (shown !== 'back') return undefined;
    const timer = setTimeout(() => show(''), BACK_MS);
    return () => clearTimeout(timer);
  }, [shown]);
  return html`<div class=${`line-state line-${shown || 'fine'}`} data-line=${line} aria-hidden="true">
    ${shown && html`<p>${shown === 'lost' && html`<span class="spinner"></span>`}${t(`line.${shown}`)}</p>`}
  </div>`;
}

/**
 * @param {import('../channel.js').Line} line @param {boolean} told whether people know that it was lost
 * @returns {{next: '' | 'lost' | 'back', wait: number}}
 */
function change(line, told) {
  if (line === 'lost') return { next: 'lost', wait: PATIENCE_MS };
  return { next: told ? 'back' : '', wait: 0 };
}
