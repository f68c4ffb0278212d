/** The moments that decided a match. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { spread, turningPoints } from '../../src/bussolotto/web/table/turns.js';

const quiet = (/** @type {number} */ many) => Array.from({ length: many }, () => ({}));
const stop = { events: [{ word: 'won', values: {}, ms: 1200, once: false, instead: false }] };

test('a change of the lead counts above a larger step of who leads already', () => {
  const scores = [
    [0, 0],
    [0, 3],
    [5, 3],
    [9, 3],
    [9, 3],
  ];
  assert.deepEqual(turningPoints(quiet(5), scores, [1, 0]), [1, 2, 3]);
  assert.deepEqual(turningPoints(quiet(5), [...scores, [10, 3]], [1, 0]), [1, 2, 3]);
});

test('where events stopped the table only they count, with all that happened since the one before', () => {
  const frames = [{}, {}, stop, {}, stop, stop, {}];
  const scores = [0, 1, 2, 6, 7, 7, 30].map((points) => [points, 0]);
  assert.deepEqual(turningPoints(frames, scores, [1, 0]), [2, 4]);
});

test('where the fewest points win the lead is the other way round', () => {
  const scores = [
    [0, 0],
    [4, 0],
    [4, 9],
  ];
  assert.deepEqual(turningPoints(quiet(3), scores, [1, 0], true), [1, 2]);
  assert.deepEqual(
    turningPoints(
      quiet(2),
      [
        [0, 0],
        [0, 0],
      ],
      [0.5, 0.5],
    ),
    [],
  );
});

test('buttons of turning points never lie on each other', () => {
  assert.deepEqual(spread([10, 50, 90], 12), [10, 50, 90]);
  assert.deepEqual(spread([50, 51, 52], 12), [50, 62, 74]);
  assert.deepEqual(spread([20, 98, 99], 12), [20, 88, 100]);
});
