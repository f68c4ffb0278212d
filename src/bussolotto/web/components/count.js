/** A number that counts to its new value instead of jumping there. */
import { useMedia } from './drawer.js';
import { useShell } from './shell.js';
import { html, useLayoutEffect, useRef } from '../vendor/preact.js';

const COUNT_MS = 600;

/** @param {{value: number | string}} props a string stays as it is */
export function Count({ value }) {
  const { lang } = useShell();
  const motion = !useMedia('(prefers-reduced-motion: reduce)');
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const shown = useRef(value);
  const said = (/** @type {number | string} */ now) => (typeof now === 'number' ? format(lang, now) : now);
  useLayoutEffect(() => {
    const from = shown.current;
    shown.current = value;
    if (typeof from !== 'number' || typeof value !== 'number' || from === value || !motion) return undefined;
    const began = performance.now();
    let frame = 0;
    const write = (/** @type {number} */ now) => {
      if (place.current) place.current.textContent = format(lang, now);
    };
    const count = () => {
      const part = Math.min(1, (performance.now() - began) / COUNT_MS);
      const now = from + (value - from) * part;
      write(part < 1 && Number.isInteger(value) ? Math.round(now) : now);
      if (part < 1) frame = requestAnimationFrame(count);
    };
    count();
    return () => {
      cancelAnimationFrame(frame);
      write(value);
    };
  }, [value]);
  return html`<span ref=${place} key=${said(value)}>${said(value)}</span>`;
}

/** @param {string} lang @param {number} value */
const format = (lang, value) => new Intl.NumberFormat(lang, { maximumFractionDigits: 1 }).format(value);
