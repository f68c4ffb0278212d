/** What the table of Abquetschen says while one builds. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import './browser.js';
import { PHASE } from '../../src/bussolotto/games/abquetschen/page/facts.js';
import { say } from '../../src/bussolotto/games/abquetschen/page/page.js';

const t = /** @type {any} */ (
  (/** @type {string} */ key, /** @type {any} */ values) => `${key} ${values?.n ?? ''}`.trim()
);

/** What is said of a build of three of which so many dice lie, others are tried out. @param {number} laid @param {number} tried */
function said(laid, tried) {
  const view = /** @type {any} */ ({ phase: PHASE.building, roll: 3, laid });
  const now = { ...view, laid: laid + tried, phase: tried && laid + tried === 3 ? PHASE.rolling : PHASE.building };
  return say(view, { view: now, actions: Array(tried).fill('place 0,0,0'), after: () => [] }, t);
}

test('it counts the dice that are still to be built', () => {
  assert.equal(said(0, 0), 'abq.say.build 3');
  assert.equal(said(0, 2), 'abq.say.build 1');
});

test('once all are tried out it asks to confirm them', () => assert.equal(said(0, 3), 'abq.say.done'));

test('when all are built it asks for nothing', () => assert.equal(said(3, 0), ''));
