/** What the server works on for a while: asked for again and again until it is done. */
import { get } from '../line/api.js';
import { useEffect, useState } from '../vendor/preact.js';

const AGAIN_MS = 1000;

/** Is it still being worked on? @param {{state: string} | null} work */
export const isOpen = (work) => work?.state === 'waiting' || work?.state === 'running';

/**
 * What is known of it, also after a while without a line; not asked for any more once nobody looks.
 * @template {{state: string}} T
 * @param {string} path
 * @param {(found: T) => void} [tell]
 * @returns {{found: T | null, refusal: unknown}}
 */
export function useWork(path, tell) {
  const [found, keep] = useState(/** @type {T | null} */ (null));
  const [refusal, fail] = useState(/** @type {unknown} */ (null));
  useEffect(() => {
    let timer = 0;
    let wanted = true;
    const show = (/** @type {T} */ now) => {
      keep(now);
      fail(null);
      tell?.(now);
      return isOpen(now);
    };
    const refuse = (/** @type {any} */ refused) => {
      fail(refused);
      return refused.code === 'offline';
    };
    const ask = async () => {
      const again = await get(path).then(
        (now) => wanted && show(now),
        (refused) => wanted && refuse(refused),
      );
      if (again) timer = setTimeout(ask, AGAIN_MS);
    };
    ask();
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [path]);
  return { found, refusal };
}
