/** Who rolls: several seats do, one after the other. */

/** @typedef {import('./facts.js').View} View */

/** @param {View} view */
export function whose({ turn, falling, seats, to_fall: dice }) {
  if (!falling) return { seat: turn, dice: 1, which: 'turquoise' };
  return falling <= seats ? { seat: falling - 1, dice: 1, which: 'handicap' } : { seat: falling - seats - 1, dice };
}
