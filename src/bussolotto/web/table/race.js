/** What pages of races share: claims that follow each other as fast as one taps, and a key for the one big button. */
import { styled } from '../games/pages.js';
import { excuse } from '../shell.js';
import { useEffect, useRef } from '../vendor/preact.js';

await styled(new URL('./race.css', import.meta.url).pathname);

/**
 * A function that sends a claim, by its text, as soon as the one before is answered. A claim that was meant for another
 * moment than the one that has come by then is not sent: what was right there may be a foul here.
 * @param {import('../types.js').TableProps} props
 * @param {import('./decision.js').Decision} decision
 * @param {string} moment names the throw and what may be done in it
 * @returns {(text: string) => Promise<boolean>} was it accepted?
 */
export function useClaims({ act, version, t }, decision, moment) {
  const now = useRef(moment);
  now.current = moment;
  const line = useRef(/** @type {Promise<unknown>} */ (Promise.resolve()));
  const send = async (/** @type {string} */ text, /** @type {import('../types.js').Press} */ press) => {
    if (now.current !== moment) {
      decision.tell(t('race.over'));
      return false;
    }
    try {
      await act([/** @type {number} */ (decision.code(text))], press);
    } catch (refusal) {
      decision.tell(excuse(t, refusal));
      return false;
    }
    decision.quiet();
    return true;
  };
  return (text) => {
    const press = { version, pressed_ms: performance.now() };
    const answer = line.current.then(() => send(text, press));
    line.current = answer;
    return answer;
  };
}

/**
 * A letter that does what a button does, wherever the focus is; not while one writes.
 * @param {string} letter
 * @param {(() => void) | null} press
 */
export function useKey(letter, press) {
  const latest = useRef(press);
  latest.current = press;
  useEffect(() => {
    const onKeyDown = (/** @type {KeyboardEvent} */ event) => {
      const writing = /** @type {Element} */ (event.target).closest('input, textarea, select, [contenteditable]');
      if (event.key.toLowerCase() !== letter || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat || writing) return;
      latest.current?.();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
