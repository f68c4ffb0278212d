/** What there is to know besides the decisions themselves, each when it is of use. */
import { setAside } from './position.js';

/** @typedef {import('./position.js').View} View */

export const NOTES = [
  { word: 'again', fits: (/** @type {View} */ view, /** @type {boolean} */ mine) => mine && setAside(view).length > 0 },
  { word: 'squares', fits: (/** @type {View} */ view, /** @type {boolean} */ mine) => !mine && view.placed > 0 },
  {
    word: 'red',
    fits: (/** @type {View} */ view, /** @type {boolean} */ mine) =>
      mine && view.filled.some((filled, row) => view.length[row] - filled <= 2),
  },
  {
    word: 'chance',
    fits: (/** @type {View} */ view, /** @type {boolean} */ mine) => mine && setAside(view).length > 1,
  },
  { word: 'miser', fits: (/** @type {View} */ view, /** @type {boolean} */ mine) => mine && view.plies > 60 },
];
