/** Where a cell is, in words that a person can follow on the pile; the same for everybody, from whichever side. */
import { addressOf, cellAt, CELLS, SIZE } from './lattice.js';

/** @typedef {import('../types.js').Translate} Translate */

const CORNERS = ['far', 'left', 'right']; // by the side from which they are farthest away

/** @param {Translate} t @param {number} cell @param {number} [size] of the base */
export function placeText(t, cell, size = SIZE) {
  const corner = CORNERS[CELLS[cell].indexOf(size)];
  if (corner) return t(`pyramid.place.${corner}`);
  const address = addressOf(cell, size);
  if (address.level === size) return t('pyramid.place.top');
  return t(address.level ? 'pyramid.place' : 'pyramid.place.base', { ...address });
}

/**
 * What a sentence says of a step that ends with a cell: its place instead of its notation.
 * @param {import('../types.js').Step} step @param {import('../types.js').SentenceContext<any>} context
 * @returns {Record<string, string>}
 */
export function placed({ text }, { t, after, before }) {
  const cell = cellAt((text ?? '').split(' ').at(-1)?.split(',').map(Number) ?? []);
  return cell === undefined ? {} : { what: placeText(t, cell, (after ?? before)?.lattice) };
}
