/** Keys of a table, for hands that never leave the keyboard. They stay out of the way of text fields and buttons. */
import { useLayoutEffect, useRef } from '../vendor/preact.js';

/**
 * @param {(key: string) => (() => void) | undefined} find the command of a key
 * @param {string} pressed what Enter presses itself, where it has the focus
 */
export function useKeys(find, pressed = 'button, a, summary') {
  const latest = useRef(find);
  latest.current = find;
  useLayoutEffect(() => {
    const onKeyDown = (/** @type {KeyboardEvent} */ event) => obey(event, latest.current, pressed);
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

/** @param {KeyboardEvent} event @param {(key: string) => (() => void) | undefined} find @param {string} pressed */
function obey(event, find, pressed) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  const target = /** @type {Element} */ (event.target);
  if (target.closest('input, textarea, select, dialog, [contenteditable], [role="dialog"]')) return;
  if (event.key === 'Enter' && target.closest(pressed)) return;
  const command = find(event.key);
  if (!command) return;
  event.preventDefault();
  if (!event.repeat) command(); // a key that is held down would do the next thing, too, before that is seen
}
