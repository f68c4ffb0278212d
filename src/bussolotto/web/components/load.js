/** Something the page has to fetch before it can show it. */
import { complete, styled } from './needs.js';
import { useCallback, useEffect, useState } from '../vendor/preact.js';

/**
 * @template T
 * @param {() => Promise<T>} fetching
 * @param {readonly unknown[]} [depends] fetch anew when one of these changes
 * @returns {{value: T | null, error: unknown, again: () => Promise<void>}}
 */
export function useLoad(fetching, depends = []) {
  const [value, keep] = useState(/** @type {T | null} */ (null));
  const [error, fail] = useState(/** @type {unknown} */ (null));
  const again = useCallback(
    () =>
      fetching().then((fetched) => {
        keep(() => fetched);
        fail(null);
      }, fail),
    depends,
  );
  useEffect(() => void again(), [again]);
  return { value, error, again };
}

/**
 * Do it again and again while the page is looked at.
 * @param {() => void} task
 * @param {number} ms
 */
export function useEvery(task, ms) {
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && task(), ms);
    return () => clearInterval(timer);
  }, [task, ms]);
}

/**
 * The module of the page that lies with a game, once its style sheet and that of all tables are there; null where a game
 * has none.
 * @param {import('../types.js').Game} game
 * @returns {Promise<import('../types.js').GamePage | null>}
 */
export async function ownPage({ page }) {
  if (!page) return null;
  const styles = [new URL('../table/table.css', import.meta.url).pathname, page.replace(/\.js$/, '.css')];
  return Promise.all([complete(import(page)), ...styles.map(styled)]).then(([module]) => module);
}
