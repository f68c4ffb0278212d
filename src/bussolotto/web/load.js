/** Something the page has to fetch before it can show it. */
import { useCallback, useEffect, useState } from './vendor/preact.js';

/**
 * @template T
 * @param {() => Promise<T>} fetching
 * @param {readonly unknown[]} [depends] fetch anew when one of these changes
 * @returns {{value: T | null, error: unknown, again: () => Promise<void>}}
 */
export function useLoad(fetching, depends = []) {
  const [value, keep] = useState(/** @type {T | null} */ (null));
  const [error, fail] = useState(/** @type {unknown} */ (null));
  const again = useCallback(() => fetching().then((fetched) => {
    keep(() => fetched);
    fail(null);
  }, fail), depends);
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

/** Have a style sheet on the page. @param {string} href @returns {Promise<void>} when it is there */
export function styled(href) {
  if (document.querySelector(`link[href="${href}"]`)) return Promise.resolve();
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
  return new Promise((resolve) => {
    link.onload = link.onerror = () => resolve();
    document.head.append(link);
  });
}
