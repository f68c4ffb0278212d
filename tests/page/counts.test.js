/** What is counted for people: dice that a seat has won and lost, and what events bring. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import './browser.js';
import { Army } from '../../src/bussolotto/games/wuerfelmarsch/page/hand.js';
import { gainOf } from '../../src/bussolotto/web/table/table.js';

/** A text as its key and its values. */
const t = Object.assign(
  (/** @type {string} */ key, /** @type {object} */ values = {}) => `${key} ${Object.values(values).join(' ')}`.trim(),
  { has: () => true, with: () => t },
);

test('dice that others have won are lost, like those lost in ties', () => {
  const view = { army: 5, armies: [1, 5, 3], won: [1, 3, 0], lost: [2, 0, 1] };
  const told = [0, 1, 2].map((seat) => JSON.stringify(Army({ view: /** @type {any} */ (view), seat, t })));
  assert.ok(/wue\.army 1 5 1 4 2/.test(told[0])); // on the base, of the army, won, lost, of these in ties
  assert.ok(/wue\.army 5 5 3 0 0/.test(told[1]));
  assert.ok(/wue\.army 3 5 0 2 1/.test(told[2]));
});

const told = (/** @type {object} */ values) => ({ word: 'wins', ms: 1200, values: /** @type {any} */ (values) });
const gains = (/** @type {any} */ event, /** @type {any[]} */ done) =>
  [0, 1, 2].map((seat) => gainOf(seat, { event, done }));

test('what was told is counted until the next view shows it, also when nothing is told any more', () => {
  const [first, second] = [told({ seat: 0, gain: 20 }), told({ seat: 2, gain: 35 })];
  assert.deepEqual(gains(first, []), [20, 0, 0]);
  assert.deepEqual(gains(second, [first]), [20, 0, 35]);
  assert.deepEqual(gains(null, [first, second]), [20, 0, 35]);
  assert.deepEqual(gains(null, []), [0, 0, 0]);
});

test('what is taken from another is lost to that one at the same moment; where nothing is taken nobody loses', () => {
  assert.deepEqual(gains(told({ seat: 1, other: 0, gain: 25 }), []), [-25, 25, 0]);
  assert.deepEqual(gains(told({ seat: 1, other: 0 }), []), [0, 0, 0]);
});
