import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atPlace, placed, placeText } from '../../src/bussolotto/web/pyramid/places.js';
import { cellAt, CELLS } from '../../src/bussolotto/web/pyramid/lattice.js';

/** @type {any} */
const t = (/** @type {string} */ key, values = {}) => [key, ...Object.values(values)].join(' ');

/** @param {[number, number, number]} triple @param {number} [size] */
const told = (triple, size) => placeText(t, /** @type {number} */ (cellAt(triple)), size);

test('corners and the top have names', () => {
  assert.equal(told([8, 0, 0]), 'pyramid.place.far');
  assert.equal(told([0, 8, 0]), 'pyramid.place.left');
  assert.equal(told([0, 0, 8]), 'pyramid.place.right');
  assert.equal(told([0, 0, 0]), 'pyramid.place.top');
  assert.equal(told([0, 5, 0], 5), 'pyramid.place.left');
});

test('other places are counted by row and place, and by level above the base', () => {
  assert.equal(told([2, 3, 3]), 'pyramid.place.base 0 3 4');
  assert.equal(told([1, 2, 0]), 'pyramid.place 5 2 1');
});

test('where something is told as in a sentence', () => {
  const at = (/** @type {[number, number, number]} */ triple) => atPlace(t, Number(cellAt(triple)));
  assert.deepEqual(
    [at([8, 0, 0]), at([0, 0, 0]), at([2, 3, 3]), at([1, 2, 0])],
    ['pyramid.at.far', 'pyramid.at.top', 'pyramid.at.base 0 3 4', 'pyramid.at 5 2 1'],
  );
});

test('no two places of a pyramid are told alike', () => {
  assert.equal(new Set(CELLS.map((_, cell) => placeText(t, cell))).size, CELLS.length);
});

test('only a step that ends with a cell has a place', () => {
  /** @type {any} */
  const context = { t, before: null, after: { lattice: 8 } };
  /** @type {any} */
  const step = { seat: 0, version: 1 };
  assert.deepEqual(placed({ ...step, text: 'take 0,0,0' }, context), {
    what: 'pyramid.place.top',
    at: 'pyramid.at.top',
  });
  assert.deepEqual(placed({ ...step, text: 'die 3' }, context), {});
  assert.deepEqual(placed({ ...step, text: null }, context), {});
});
