/**
 * A button that shows a small panel under it, drawn when it is opened for the first time, and hides it when one goes
 * elsewhere; arrow keys in a group of buttons.
 */
import { html, useId, useLayoutEffect, useRef, useState } from '../vendor/preact.js';

/**
 * @param {{label: any, name?: string, class?: string, children: any}} props `name`: what the button is called if
 *     `label` is no text
 */
export function Disclosure({ label, name, class: extra = 'quiet', children }) {
  const [open, show] = useState(false);
  const [drawn, draw] = useState(false);
  const id = useId();
  const root = useRef(/** @type {HTMLDivElement | null} */ (null));
  const button = useRef(/** @type {HTMLButtonElement | null} */ (null));
  useLayoutEffect(() => {
    if (!open) return undefined;
    const leave = (/** @type {Event} */ event) => {
      if (!root.current?.contains(/** @type {Node} */ (event.target))) show(false);
    };
    document.addEventListener('pointerdown', leave);
    document.addEventListener('focusin', leave);
    return () => {
      document.removeEventListener('pointerdown', leave);
      document.removeEventListener('focusin', leave);
    };
  }, [open]);
  const onKeyDown = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== 'Escape' || !open) return;
    event.stopPropagation();
    show(false);
    button.current?.focus();
  };
  return html`<div class="disclosure" ref=${root} onKeyDown=${onKeyDown}>
    <button type="button" class=${extra} ref=${button} aria-label=${name} title=${name} aria-expanded=${open}
        aria-controls=${id} onClick=${() => (draw(true), show(!open))}>${label}</button>
    <div class="disclosure-panel" id=${id} hidden=${!open}>${drawn && children}</div>
  </div>`;
}

/**
 * Arrow keys inside a group of buttons: one of them is reached by Tab, the others by arrows.
 * @param {KeyboardEvent} event
 */
export function rove(event) {
  const group = /** @type {HTMLElement} */ (event.currentTarget);
  const buttons = /** @type {HTMLElement[]} */ ([...group.querySelectorAll('button')]);
  const here = buttons.indexOf(/** @type {HTMLElement} */ (event.target));
  const next = { ArrowRight: here + 1, ArrowDown: here + 1, ArrowLeft: here - 1, ArrowUp: here - 1, Home: 0, End: -1 }[
    event.key
  ];
  if (here < 0 || next === undefined) return;
  event.preventDefault();
  buttons.at(next % buttons.length)?.focus();
}
