/** Something the page has to fetch before it can show it. */
import { complete, sheetAt, styled } from './needs.js';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from '../vendor/preact.js';

/**
 * An answer is not shown after one that was asked for later.
 * @template T
 * @param {() => Promise<T>} fetching
 * @param {readonly unknown[]} [depends] fetch anew when one of these changes
 * @returns {{value: T | null, error: unknown, again: () => Promise<void>}}
 */
export function useLoad(fetching, depends = []) {
  const [value, keep] = useState(/** @type {T | null} */ (null));
  const [error, fail] = useState(/** @type {unknown} */ (null));
  const count = useRef({ asked: 0, shown: 0 }).current;
  const wanted = useCallback(fetching, depends);
  const latest = useRef(wanted);
  latest.current = wanted;
  const again = useCallback(() => {
    const number = ++count.asked;
    const inOrder = (/** @type {(answer: any) => void} */ show) => (/** @type {any} */ answer) => {
      if (number < count.shown) return;
      count.shown = number;
      show(answer);
    };
    const show = (/** @type {T} */ fetched) => {
      keep(() => fetched);
      fail(null);
    };
    return latest.current().then(inOrder(show), inOrder(fail));
  }, []);
  useEffect(() => void again(), [wanted]);
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
  const [tables, own] = [new URL('../table/table.css', import.meta.url).pathname, styleOf(page)];
  const [module] = await Promise.all([complete(import(page)), styled(tables), styled(own)]);
  hold(own);
  return module;
}

/** @type {Map<string, number>} by how many parts of the page a game is shown, by the address of its style sheet */
const shown = new Map();

const styleOf = (/** @type {string} */ page) => page.replace(/\.js$/, '.css');

/**
 * The style sheet of a game holds while a part of the page shows that game: what it says of a die holds for no other
 * game's.
 * @param {string | null} page of the game
 */
export function useStyleOf(page) {
  useLayoutEffect(() => {
    if (!page) return undefined;
    count(styleOf(page), 1);
    return () => count(styleOf(page), -1);
  }, [page]);
}

/** @param {string} href @param {number} more */
function count(href, more) {
  shown.set(href, (shown.get(href) ?? 0) + more);
  hold(href);
}

/** Let a style sheet that has come hold as long as it is needed. @param {string} href */
function hold(href) {
  const { sheet = null } = sheetAt(href) ?? {};
  if (sheet) sheet.disabled = !shown.get(href);
}
