/** What the log of Eintrichtern says, also when all of a match comes at once. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import './browser.js';
import { sentence } from '../../src/bussolotto/games/eintrichtern/page/words.js';

const t = /** @type {any} */ (
  (/** @type {string} */ key, /** @type {object} */ values = {}) => [key, ...Object.values(values)].join(' ')
);

test('each die that is won is counted as it was then, not as it is now', () => {
  const steps = ['lift 1,1,0', 'keep', 'lift 0,1,1', 'keep', 'lift 1,0,1', 'back'].map((text, at) => ({
    ...{ seat: 1, action: 0, text, version: at + 1, before: null },
    after: { plies: 6, won: [0, 5] },
  }));
  const told = (/** @type {number} */ index) =>
    sentence(
      /** @type {any} */ (steps[index]),
      /** @type {any} */ ({ t, names: ['Anna', 'Bruno'], past: true, steps, index, after: steps[index].after }),
    );
  assert.deepEqual([told(1), told(3)], ['told.eintrichtern.keep Bruno 4', 'told.eintrichtern.keep Bruno 5']);
});

test('what comes after the view that a step was told with is not counted', () => {
  const steps = [1, 2].map((version) => ({
    seat: 0,
    text: 'keep',
    version,
    after: { plies: version, won: [version] },
  }));
  const told = steps.map((step, index) =>
    sentence(/** @type {any} */ (step), /** @type {any} */ ({ t, names: ['Anna'], steps, index, after: step.after })),
  );
  assert.deepEqual(told, ['told.eintrichtern.keep Anna 1', 'told.eintrichtern.keep Anna 2']);
});
