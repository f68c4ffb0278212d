/** What the events of My Dice - Your Dice move: the dice of a number fly to whoever wins them. */

const dice = (/** @type {{n: number, faces: number[]}} */ { n, faces }) => ({
  most: n,
  fly: faces.map((face) => `.mdy-felt .tray-die[data-die="${face}"]`).join(),
});

/** @type {import('../../../web/table/banner.js').Moves} */
export const moves = {
  own: (values) => dice(/** @type {any} */ (values)),
  theirs: (values) => dice(/** @type {any} */ (values)),
};
