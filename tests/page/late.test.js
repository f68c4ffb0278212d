/** What is pressed before a browser comes to what it does after drawing still counts. */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useRansom } from '../../src/bussolotto/games/my_dice_your_dice/page/page.js';
import { useRead } from '../../src/bussolotto/web/pages/parts/away.js';
import { Scrubber } from '../../src/bussolotto/web/pages/parts/scrubber.js';
import { give } from './browser.js';
import { giveFrames, partsOf, settled, used } from './hooks.js';

beforeEach(giveFrames);

test('a notice that is closed as soon as it is there stays closed', async () => {
  const page = used(() => useRead(['left']), {});
  page.now[1]('left');
  await settled();
  assert.deepEqual(page.now[0], ['left']);
});

test('a notice that was closed and came to its end is told when it is so again', async () => {
  const page = used(({ keys }) => useRead(keys), { keys: ['left'] });
  page.now[1]('left');
  await settled();
  page.render({ keys: [] });
  await settled();
  page.render({ keys: ['left'] });
  await settled();
  assert.deepEqual(page.now[0], []);
});

test('of two notices both can be closed, one after the other', async () => {
  const page = used(() => useRead(['played', 'left']), {});
  for (const key of ['played', 'left']) {
    page.now[1](key);
    await settled();
  }
  assert.deepEqual(page.now[0], ['played', 'left']);
});

test('dice that are counted at once when the ransom comes stay counted', async () => {
  const view = { turn: 0, first: 0, spare: [9, 9], rolled: [1, 1, 1, 1, 1, 1] };
  const page = used(useRansom, { view, match: { options: { ransom_price: 1 } } });
  page.now.set(1);
  await settled();
  assert.equal(page.now.count, 1);
});

test('a replay that is played by a key can be stopped by it at once', async () => {
  /** @type {Set<(event: any) => void>} */
  const heard = new Set();
  give({
    document: {
      addEventListener: (/** @type {string} */ _kind, /** @type {any} */ hear) => heard.add(hear),
      removeEventListener: (/** @type {string} */ _kind, /** @type {any} */ hear) => heard.delete(hear),
    },
  });
  const walk = { jump: () => {}, next: () => {}, back: () => {}, text: '', marks: [], turns: [] };
  const page = used(Scrubber, { at: 1, first: 0, last: 9, ...walk });
  const press = () => heard.forEach((hear) => hear({ key: ' ', target: {}, preventDefault: () => {} }));
  const playing = () => partsOf(page.now).some(({ props }) => props.name === 'pause');
  page.render({});
  press();
  await settled();
  assert.equal(playing(), true);
  press();
  await settled();
  assert.equal(playing(), false);
});
