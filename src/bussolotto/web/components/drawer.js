/** The drawer beside the board: a column where there is room, else a sheet over a part of it. Never modal. */
import { useShell } from './shell.js';
import { html, useLayoutEffect, useRef, useState } from '../vendor/preact.js';
import { Icon } from './icon.js';

export const WIDE = '(min-width: 68.75em)'; // room for a column beside the board
export const NARROW = '(max-width: 40em)'; // room for few buttons in the header

/** @param {string} query */
export function useMedia(query) {
  const [matches, set] = useState(() => matchMedia(query).matches);
  useLayoutEffect(() => {
    const media = matchMedia(query);
    const change = () => set(media.matches);
    media.addEventListener('change', change);
    return () => media.removeEventListener('change', change);
  }, [query]);
  return matches;
}

/**
 * Which drawer is open. Where there is room for a column one always is: the first. Who opens it (`show`) gets the focus
 * in it, and back where he was when he closes it; what opens by itself (`reveal`) leaves the focus alone.
 * @param {string} first
 */
export function useDrawer(first) {
  const wide = useMedia(WIDE);
  const [chosen, choose] = useState(/** @type {string | null} */ (null));
  const opener = useRef(/** @type {HTMLElement | null} */ (null));
  const open = chosen ?? (wide ? first : null);
  const show = (/** @type {string} */ name) => {
    opener.current = /** @type {HTMLElement | null} */ (document.activeElement);
    choose(name);
  };
  const reveal = (/** @type {string} */ name) => {
    opener.current = null;
    choose(name);
  };
  const close = () => {
    choose(null);
    opener.current?.focus();
  };
  const toggle = (/** @type {string} */ name) => (chosen === name ? close() : show(name));
  useLayoutEffect(() => {
    const leave = (/** @type {KeyboardEvent} */ event) => event.key === 'Escape' && chosen && close();
    document.addEventListener('keydown', leave);
    return () => document.removeEventListener('keydown', leave);
  }, [chosen]);
  return { open, chosen, wide, opener, show, reveal, toggle, close };
}

/**
 * @param {{name: string, icon: import('./icon.js').IconName, drawer: ReturnType<typeof useDrawer>, class?: string}}
 *     props
 */
export function DrawerButton({ name, icon, drawer, class: extra = '' }) {
  const { t } = useShell();
  const label = t(`drawer.${name}`);
  return html`<button type="button" class=${`quiet drawer-button ${extra}`} aria-expanded=${drawer.open === name}
      aria-controls="drawer" data-drawer=${name}
      aria-label=${label} title=${label} onClick=${() => drawer.toggle(name)}><${Icon} name=${icon} />
    <span class="drawer-label">${label}</span></button>`;
}

/** @param {{drawer: ReturnType<typeof useDrawer>, children: any}} props */
export function Drawer({ drawer, children }) {
  const { t } = useShell();
  const { open, chosen, opener, close } = drawer;
  const title = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => {
    if (chosen && opener.current) title.current?.focus({ preventScroll: true });
  }, [chosen]);
  return html`<aside class=${`drawer ${chosen ? 'drawer-chosen' : ''}`} id="drawer" hidden=${!open}
      aria-labelledby="drawer-title">
    ${
      open &&
      html`<div class="drawer-head">
        <h2 id="drawer-title" tabindex="-1" ref=${title}>${t(`drawer.${open}`)}</h2>
        ${
          chosen &&
          html`<button type="button" class="quiet square" aria-label=${t('drawer.close')} title=${t('drawer.close')}
              onClick=${close}>
            <${Icon} name="close" /></button>`
        }
      </div>
        <div class="drawer-body" role="group" tabindex="0" aria-labelledby="drawer-title">${children}</div>`
    }
  </aside>`;
}
