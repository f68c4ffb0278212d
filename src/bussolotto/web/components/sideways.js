/** What may be wider than its place: it is scrolled sideways, and shadows at its edges say where there is more. */
import { html, useEffect, useRef, useState } from '../vendor/preact.js';
import { needs } from './needs.js';

needs([], [new URL('./sideways.css', import.meta.url)]);

/** @param {{label: string, kind: string, children?: any}} props `label`: what it is; `kind`: its class */
export function Sideways({ label, kind, children }) {
  const room = useRef(/** @type {HTMLElement | null} */ (null));
  const [more, show] = useState('');
  const look = () => room.current && show(moreOf(room.current)); // it may be gone before the observer is
  useEffect(() => {
    const element = /** @type {HTMLElement} */ (room.current);
    const watch = new ResizeObserver(look);
    [element, ...element.children].forEach((each) => watch.observe(each));
    return () => watch.disconnect();
  }, []);
  return html`<div class="sideways" data-more=${more}>
    <div class=${kind} ref=${room} onScroll=${look} tabindex="0" role="region" aria-label=${label}>${children}</div>
  </div>`;
}

/** On which sides a part is out of sight. @param {Pick<HTMLElement, 'scrollLeft' | 'scrollWidth' | 'clientWidth'>} element */
export const moreOf = ({ scrollLeft, scrollWidth, clientWidth }) =>
  [scrollLeft >= 1 && 'before', scrollWidth - clientWidth - scrollLeft >= 1 && 'after'].filter(Boolean).join(' ');
