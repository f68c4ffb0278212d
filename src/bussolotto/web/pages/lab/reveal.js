/** Scrolling to an answer: on a phone it begins below the question. */
import { useMedia } from '../../components/drawer.js';
import { useEffect, useRef } from '../../vendor/preact.js';

/**
 * The place of answers, and a function after which the next answer is scrolled to, unless its beginning can be seen.
 * @param {string | undefined} answer the id of the answer that is there
 */
export function useReveal(answer) {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const isNext = useRef(false);
  const motion = !useMedia('(prefers-reduced-motion: reduce)');
  useEffect(() => {
    if (!answer || !isNext.current || !place.current) return;
    isNext.current = false;
    const { top } = place.current.getBoundingClientRect();
    if (top < 0 || top > innerHeight / 2)
      place.current.scrollIntoView({ block: 'start', behavior: motion ? 'smooth' : 'auto' });
  }, [answer]);
  const revealNext = () => {
    isNext.current = true;
  };
  return { place, revealNext };
}
