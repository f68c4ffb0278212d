/** What has to be scrolled can be reached and scrolled by keys. */
import { useEffect, useRef } from '../vendor/preact.js';

/**
 * Lets Tab reach an element as long as a part of it is out of sight, also where nothing in it takes the focus.
 * @param {number} [otherwise] the tabindex that it has while all of it can be seen; none unless told
 * @returns {{current: HTMLElement | null}}
 */
export function useScrollKeys(otherwise) {
  const ref = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    const element = /** @type {HTMLElement} */ (ref.current);
    const look = () => {
      if (isCutOff(element)) element.tabIndex = 0;
      else if (otherwise === undefined) element.removeAttribute('tabindex');
      else element.tabIndex = otherwise;
    };
    look();
    const watch = new ResizeObserver(look);
    [element, ...element.children].forEach((each) => watch.observe(each));
    return () => watch.disconnect();
  }); // after every rendering, for it may bring other children
  return ref;
}

/** @param {HTMLElement} element */
const isCutOff = ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
  scrollWidth > clientWidth || scrollHeight > clientHeight;
