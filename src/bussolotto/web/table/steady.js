/** What stands above and below the scene grows where it must, and stays as high: so the scene jumps once, not back and forth. */
import { useLayoutEffect } from '../vendor/preact.js';

const PARTS = '.seats, .bench-say, .bench-buttons, .bench-hint, [data-steady]';

/** @param {{current: HTMLElement | null}} table whose parts never get lower, until the window has another width */
export function useSteady(table) {
  const parts = () => /** @type {HTMLElement[]} */ ([...(table.current?.querySelectorAll(PARTS) ?? [])]);
  useLayoutEffect(() => {
    let width = innerWidth;
    const loosen = () => {
      if (innerWidth === width) return; // the height alone changes whenever a phone hides its address bar
      width = innerWidth;
      parts().forEach(({ style }) => style.removeProperty('min-block-size'));
    };
    addEventListener('resize', loosen);
    return () => removeEventListener('resize', loosen);
  }, []);
  useLayoutEffect(() => {
    const heights = parts().map(({ offsetHeight }) => offsetHeight);
    parts().forEach(({ style }, place) => style.setProperty('min-block-size', `${heights[place]}px`));
  });
}
