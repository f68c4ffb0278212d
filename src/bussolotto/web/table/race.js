/** What pages of races share: claims, which follow each other as fast as one taps, and a key for the one big button. */
import { needs } from '../components/needs.js';
import { explain } from '../components/shell.js';
import { useLayoutEffect, useRef } from '../vendor/preact.js';

needs([], [new URL('./race.css', import.meta.url)]);

/**
 * A function that sends a claim, by its text, at once, also while others are under way: each is answered by itself.
 * What
 * was refused meanwhile stays to be read when an earlier press is accepted.
 * @param {import('../types.js').TableProps} props
 * @param {import('./decision.js').Decision} decision
 * @returns {(text: string) => Promise<void>}
 */
export function useClaims({ act, version, t, game }, decision) {
  const refused = useRef(-Infinity); // the last press that was
  return async (text) => {
    const press = { version, pressed_ms: performance.now() };
    try {
      await act([/** @type {number} */ (decision.code(text))], press);
      if (press.pressed_ms > refused.current) decision.quiet();
    } catch (refusal) {
      refused.current = performance.now();
      decision.tell(await explain(t, refusal, game.name));
    }
  };
}

/**
 * The number of a moment: another one whenever these words change, also where they come again later. What was said goes
 * with the moment, at once: what is refused from then on is read. After another throw it is always another moment, also
 * for who has missed all in between.
 * @param {string} words what tells a moment from the one before and the one after it
 * @param {import('./decision.js').Decision} decision
 * @param {readonly import('../types.js').Step[]} steps
 */
export function useRaceMoment(words, decision, steps) {
  const thrown = steps.findLast(({ text }) => text === 'throw')?.version ?? 0;
  const told = `${words} ${thrown}`;
  const now = useRef({ told, number: 0 });
  if (now.current.told !== told) now.current = { told, number: now.current.number + 1 };
  useLayoutEffect(decision.quiet, [now.current.number]);
  return now.current.number;
}

/**
 * A letter that does what a button does, wherever the focus is; not while one writes.
 * @param {string} letter
 * @param {(() => void) | null} press
 */
export function useKey(letter, press) {
  const latest = useRef(press);
  latest.current = press;
  useLayoutEffect(() => {
    const onKeyDown = (/** @type {KeyboardEvent} */ event) => {
      const writing = /** @type {Element} */ (event.target).closest('input, textarea, select, [contenteditable]');
      if (
        event.key.toLowerCase() !== letter ||
        event.defaultPrevented ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        event.repeat ||
        writing
      )
        return;
      latest.current?.();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
