/** What is opened beside the shelf of games. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Sheet } from '../../src/bussolotto/web/pages/home/sheet.js';
import { give, listeners } from './browser.js';
import { giveFrames, partsOf, settled, used } from './hooks.js';

const media = { ...listeners, matches: false };

/** Until a module and what it needs are there. @param {() => boolean} there */
async function comes(there) {
  while (!there()) await settled();
}

test('an evening that is opened in place of a game is not shown as a game', async () => {
  giveFrames();
  give({
    fetch: async () => Response.json({}),
    matchMedia: () => media,
    document: {
      activeElement: null,
      getElementById: () => ({ inert: false }),
      querySelector: () => ({}),
      ...listeners,
    },
  });
  const game = { name: 'toy', seats: [2], options: {} };
  const page = used(Sheet, { shown: { part: 'set', game }, open: () => {}, close: () => {} });
  const shown = () => partsOf(page.now).find(({ props }) => props.part);
  await comes(() => Boolean(shown()));
  assert.equal(shown()?.type.name, 'Set');
  page.render({ shown: { part: 'evening', games: [game], kinds: {} } });
  assert.ok(!shown(), 'it is fetched first');
  await comes(() => Boolean(shown()));
  assert.equal(shown()?.type.name, 'Evening');
});
