/** The key that shows what one can do. */
import { useLayoutEffect } from '../../vendor/preact.js';

/** @param {() => void} help called at `?`, but not while somebody types */
export function useHelpKey(help) {
  useLayoutEffect(() => {
    const press = (/** @type {KeyboardEvent} */ event) => {
      const typing = /** @type {Element} */ (event.target).matches?.(
        'input:not([type=radio], [type=range], [type=checkbox]), textarea',
      );
      if (event.key === '?' && !typing) help();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  });
}
