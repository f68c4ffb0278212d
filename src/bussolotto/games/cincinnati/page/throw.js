/** Who rolls: several seats do, one after the other. */

/** @typedef {import('./facts.js').View} View */

export const whose = (/** @type {View} */ { turn, to_fall: dice }) => ({ seat: turn, dice });
