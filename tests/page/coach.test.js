/** The coach: which notes are of use in a position. What it shows of them is tried in a browser. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import './browser.js';
import { notesAt } from '../../src/bussolotto/web/pages/parts/coach.js';

const phases = { drawing: 0, keeping: 1, placing: 2 };
const own = [
  { word: 'last', fits: (/** @type {any} */ view, /** @type {boolean} */ mine) => mine && view.left === 1 },
  { word: 'theirs', fits: (/** @type {any} */ _, /** @type {boolean} */ mine) => !mine },
];
const at = (/** @type {object} */ view, mine = true, race = false) =>
  notesAt({ game: /** @type {any} */ ({ name: 'toy', race }), view, me: 0, mine, phases, own });

test('the kind of decision comes first, then what is of use besides', () => {
  assert.deepEqual(at({ phase: 1, left: 5 }), ['keeping']);
  assert.deepEqual(at({ phase: 2, left: 1 }), ['placing', 'last']);
});

test('while others decide there is no note on my decision', () => {
  assert.deepEqual(at({ phase: 1, left: 1 }, false), ['theirs']);
});

test('in a race a page may say whose a decision is', () => {
  const turning = {
    word: 'turning',
    fits: (/** @type {any} */ view, /** @type {boolean} */ _, /** @type {number} */ me) => view.caller === me,
  };
  const told = (/** @type {number} */ caller) =>
    notesAt({
      ...{ game: /** @type {any} */ ({ name: 'toy', race: true }), view: /** @type {any} */ ({ phase: 3, caller }) },
      ...{ me: 0, mine: false, phases: { ...phases, turning: 3 }, own: [turning] },
    });
  assert.deepEqual([told(0), told(1)], [['turning'], []]);
});

test('in a race there is always something to decide', () => {
  assert.deepEqual(at({ phase: 2, left: 5 }, false, true), ['placing', 'theirs']);
});
