/** Keys of the table. */
import { useKeys as useTableKeys } from '../../../web/table/keys.js';

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

/** Enter confirms where a die has the focus, too. @param {Commands} commands */
export function useKeys(commands) {
  const find = (/** @type {string} */ key) => {
    const command = commandOf(key, commands);
    if (!command) return undefined;
    return () => {
      commands.any();
      command();
    };
  };
  useTableKeys(find, 'button:not([data-die]), a, summary');
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
