/** How a match went, as a graph: what is drawn of it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { marksOf } from '../../src/bussolotto/web/table/graph.js';
import { changes } from '../../src/bussolotto/web/table/summed.js';

test('an axis has a few round marks, however much it counts', () => {
  assert.deepEqual(marksOf(0, 3), [0, 1, 2, 3]);
  assert.deepEqual(marksOf(-2, 9), [0, 5]);
  assert.deepEqual(marksOf(0, 300_000), [0, 100_000, 200_000, 300_000]);
  for (const most of [1, 7, 64, 999, 12_345, 456_789, 98_765_432]) {
    const marks = marksOf(0, most);
    assert.ok(marks.length >= 2 && marks.length <= 5, `${most}: ${marks}`);
  }
});

test('a match in which nobody scored is a line, too', () => {
  const nothing = [0, 0, 0];
  assert.deepEqual(changes([nothing, nothing, nothing]), [nothing, nothing]);
  assert.deepEqual(changes([nothing, nothing, [0, 1, 0]]), [nothing, [0, 1, 0]]);
  assert.deepEqual(changes([]), []);
});
