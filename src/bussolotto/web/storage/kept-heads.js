/**
 * What this page keeps of matches whose dice can be verified: the start message and the last head that it was shown.
 * Whoever has them finds out whether the file of the match is the match that was played here.
 */

/** @typedef {{start: string, head: string, version: number}} Kept */

const NAME = 'bussolotto-heads';
const MOST = 30; // matches, the latest

/** @returns {Record<string, Kept>} */
function all() {
  try {
    return JSON.parse(localStorage.getItem(NAME) ?? '{}');
  } catch {
    return {}; // a private window, or damaged
  }
}

/** @param {string} match @returns {Kept | undefined} */
export const keptOf = (match) => all()[match];

/**
 * Keep what a message says. The start message comes once, and never changes afterwards.
 * @param {string} match @param {Pick<import('../wire.js').FairTold, 'start' | 'head'>} told @param {number} version
 */
export function keepHead(match, { start, head }, version) {
  const { [match]: known, ...others } = all();
  const begun = known?.start ?? start;
  if (begun === undefined || (known && known.head === head)) return;
  const latest = Object.entries(others).slice(1 - MOST);
  try {
    localStorage.setItem(
      NAME,
      JSON.stringify({ ...Object.fromEntries(latest), [match]: { start: begun, head, version } }),
    );
  } catch {
    // a private window keeps nothing
  }
}
