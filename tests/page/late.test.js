/** What is pressed before a browser comes to what it does after drawing still counts. */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useRansom } from '../../src/bussolotto/games/my_dice_your_dice/page/page.js';
import { useRead } from '../../src/bussolotto/web/pages/parts/away.js';
import { giveFrames, settled, used } from './hooks.js';

beforeEach(giveFrames);

test('a notice that is closed as soon as it is there stays closed', async () => {
  const page = used(() => useRead(['left']), {});
  page.now[1]('left');
  await settled();
  assert.equal(page.now[0], 'left');
});

test('a notice that was closed and came to its end is told when it is so again', async () => {
  const page = used(({ keys }) => useRead(keys), { keys: ['left'] });
  page.now[1]('left');
  await settled();
  page.render({ keys: [] });
  await settled();
  page.render({ keys: ['left'] });
  await settled();
  assert.equal(page.now[0], '');
});

test('dice that are counted at once when the ransom comes stay counted', async () => {
  const view = { turn: 0, first: 0, spare: [9, 9], rolled: [1, 1, 1, 1, 1, 1] };
  const page = used(useRansom, { view, match: { options: { ransom_price: 1 } } });
  page.now.set(1);
  await settled();
  assert.equal(page.now.count, 1);
});
