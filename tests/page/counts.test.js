/** What is counted for people: dice that a seat has won and lost. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Army } from '../../src/bussolotto/games/wuerfelmarsch/page/hand.js';

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
