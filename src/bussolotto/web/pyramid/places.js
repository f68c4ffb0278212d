/** Where a cell of the pile is, in words that a person can follow. */
import { placeName } from '../words/places.js';
import { cellAt, CELLS } from './lattice.js';

/** @typedef {import('../types.js').Translate} Translate */

/** @param {Translate} t @param {number} cell @param {number} [size] of the base */
export const placeText = (t, cell, size) => placeName(t, CELLS[cell], size);

/** The same as where something is, as in a sentence. @param {Translate} t @param {number} cell @param {number} [size] */
export const atPlace = (t, cell, size) => placeName(t, CELLS[cell], size, 'at');

/**
 * What a sentence says of a step that ends with a cell: its place instead of its notation, also as `at`.
 * @param {import('../types.js').Step} step @param {import('../types.js').SentenceContext<any>} context
 * @returns {Record<string, string>}
 */
export function placed({ text }, { t, after, before }) {
  const cell = cellAt((text ?? '').split(' ').at(-1)?.split(',').map(Number) ?? []);
  const size = (after ?? before)?.lattice;
  return cell === undefined ? {} : { what: placeText(t, cell, size), at: atPlace(t, cell, size) };
}
