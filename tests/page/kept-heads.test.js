/** What a page keeps to compare the file of a match with. */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { give, Store } from './browser.js';

beforeEach(() => give({ localStorage: new Store() }));
const load = () => import('../../src/bussolotto/web/storage/kept-heads.js');

test('the start message comes once, and the last head is kept with it', async () => {
  const { keepHead, keptOf } = await load();
  keepHead('m', { start: 'begun', head: 'a' }, 0);
  keepHead('m', { head: 'b' }, 3);
  assert.deepEqual(keptOf('m'), { start: 'begun', head: 'b', version: 3 });
});

test('a start message that comes again does not replace the first one', async () => {
  const { keepHead, keptOf } = await load();
  keepHead('m', { start: 'begun', head: 'a' }, 0);
  keepHead('m', { start: 'begun otherwise', head: 'b' }, 1);
  assert.equal(keptOf('m')?.start, 'begun');
});

test('a head without a start message proves nothing and is not kept', async () => {
  const { keepHead, keptOf } = await load();
  keepHead('m', { head: 'a' }, 5);
  assert.equal(keptOf('m'), undefined);
});

test('the matches of long ago are dropped', async () => {
  const { keepHead, keptOf } = await load();
  for (let number = 0; number < 40; number++) keepHead(`m${number}`, { start: 's', head: 'a' }, 0);
  assert.equal(keptOf('m0'), undefined);
  assert.equal(keptOf('m9'), undefined);
  assert.equal(keptOf('m10')?.head, 'a');
  assert.equal(keptOf('m39')?.head, 'a');
});

test('a page that may keep nothing goes on', async () => {
  give({ localStorage: undefined });
  const { keepHead, keptOf } = await load();
  keepHead('m', { start: 'begun', head: 'a' }, 0);
  assert.equal(keptOf('m'), undefined);
});

test('who asks while the page does not stand yet is told what the line has heard by then', async () => {
  const { keepHead } = await load();
  const { stands } = await import('../../src/bussolotto/web/line/channel.js');
  const { keptFor } = await import('../../src/bussolotto/web/pages/parts/kept.js');
  const part = stands.then(() => import('../../src/bussolotto/web/line/part.js')).then(() => 'made'); // as a line does
  part.then(() => keepHead('m', { start: 's', head: 'a' }, 0));
  assert.deepEqual(await keptFor('m'), { start: 's', head: 'a', opened: [] });
  assert.equal(await keptFor('n'), null);
});
