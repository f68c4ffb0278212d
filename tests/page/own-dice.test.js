/** My five dice of Cincinnati: which of them are kept to begin with, and when that can be changed. */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useOwnDice } from '../../src/bussolotto/games/cincinnati/page/own-dice.js';
import { keepNumber } from '../../src/bussolotto/web/table/keeps.js';
import { giveFrames, settled, used } from './hooks.js';

beforeEach(giveFrames);

/** What I see. @param {number} round @param {number} roll @param {string} faces */
const view = (round, roll, faces) => ({
  round_number: round,
  roll_number: roll,
  duelling: 0,
  tokens: [0],
  chosen: [1],
  dice: [keepNumber([...faces].map(Number))],
});

/** A page that asks what I keep of a roll. @param {string} faces */
async function asked(faces) {
  const hook = (/** @type {any} */ props) => useOwnDice(props.view, 0, props.may, Boolean(props.sending));
  const page = used(hook, { view: view(1, 1, faces), may: false });
  await settled();
  page.render({ view: view(1, 2, faces), may: true });
  await settled();
  return page;
}

test('what was kept in the last round is not kept to begin with in the next one', async () => {
  const page = await asked('33456');
  page.now.toggle(0);
  await settled();
  page.now.toggle(1);
  await settled();
  assert.deepEqual(page.now.chosen, [3, 3]);
  page.render({ may: false });
  await settled();
  page.render({ view: view(2, 1, '12334') });
  await settled();
  page.render({ view: view(2, 2, '12334'), may: true });
  await settled();
  assert.deepEqual(page.now.chosen, []);
});

test('what I keep cannot be changed any more while it is on its way', async () => {
  const page = await asked('33456');
  page.now.toggle(0);
  await settled();
  page.render({ sending: true });
  page.now.toggle(3);
  await settled();
  page.render({ view: view(1, 3, '33552'), sending: false });
  await settled();
  assert.deepEqual(page.now.throwing?.ids, [1, 2, 3, 4], 'all but the one that I said');
});
