/** Keys of the table, for hands that never leave the keyboard. They stay out of the way of text fields and buttons. */
import { useEffect, useRef } from '../../../web/vendor/preact.js';

/** Shown in the shell's list of keys; `text` is a catalogue key. */
export const SHORTCUTS = [
  { keys: '1 – 6', text: 'spilorcio.keys.face' },
  { keys: '← →', text: 'spilorcio.keys.arrows' },
  { keys: 'A', text: 'spilorcio.keys.all' },
  { keys: 'Enter', text: 'spilorcio.keys.confirm' },
  { keys: '⌫', text: 'spilorcio.keys.undo' },
  { keys: 'Esc', text: 'spilorcio.keys.clear' },
];

/**
 * @typedef {{digit: (number: number) => void, all: () => void, confirm: () => void, undo: () => void,
 *   clear: () => void, any: () => void}} Commands
 */

/** @param {Commands} commands */
export function useKeys(commands) {
  const latest = useRef(commands);
  latest.current = commands;
  useEffect(() => {
    const onKeyDown = (/** @type {KeyboardEvent} */ event) => obey(event, latest.current);
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

/** @param {KeyboardEvent} event @param {Commands} commands */
function obey(event, commands) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  const target = /** @type {Element} */ (event.target);
  if (target.closest('input, textarea, select, dialog, [contenteditable], [role="dialog"]')) return;
  if (event.key === 'Enter' && target.closest('button, a, summary') && !target.closest('[data-die]')) return;
  const command = commandOf(event.key, commands);
  if (!command) return;
  event.preventDefault();
  commands.any();
  command();
}

/** @param {string} key @param {Commands} commands @returns {(() => void) | undefined} */
function commandOf(key, commands) {
  if (/^[1-6]$/.test(key)) return () => commands.digit(Number(key));
  /** @type {Record<string, () => void>} */
  const named = {
    a: commands.all,
    A: commands.all,
    Enter: commands.confirm,
    Backspace: commands.undo,
    Escape: commands.clear,
  };
  return named[key];
}
