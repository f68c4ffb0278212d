/**
 * Pictures that look like chance and can be made again: numbers drawn from a word. Nothing of a game is decided by
 * them.
 */

/** A number of 32 bits for a word. @param {string | number} word */
export function seedOf(word) {
  let hash = 2166136261;
  for (const letter of String(word)) hash = Math.imul(hash ^ letter.charCodeAt(0), 16777619);
  return hash >>> 0;
}

/**
 * Numbers from 0 to 1, the same for the same seed (mulberry32, by T. Ettinger).
 * @param {number} seed
 * @returns {() => number}
 */
export function drawing(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
