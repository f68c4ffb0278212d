/** Looking for people to play with, stopping, and looking again. */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useSeeking } from '../../src/bussolotto/web/pages/parts/quick.js';
import { give } from './browser.js';
import { giveFrames, settled, used } from './hooks.js';

/** @type {{method: string, refuse: () => void, answer: (found: object) => void}[]} */
let asked = [];
const place = { pathname: '/' };

beforeEach(() => {
  giveFrames();
  asked = [];
  place.pathname = '/';
  give({
    location: place,
    fetch: (/** @type {string} */ _path, { method = 'GET' } = {}) =>
      new Promise((resolve) => {
        const refuse = () => resolve(Response.json({ code: 'too-fast' }, { status: 429 }));
        const answer = (/** @type {object} */ found) => resolve(Response.json(found));
        asked.push({ method, refuse, answer });
      }),
  });
});

test('a refusal that comes after one has stopped does not end the next search', async () => {
  /** @type {unknown[]} */
  const refused = [];
  const page = used(({ games }) => useSeeking(games, (refusal) => refused.push(refusal)), { games: ['pig'] });
  for (const games of [['pig'], null, ['pig'], ['pig']]) page.render({ games });
  const [first, , second] = asked;
  assert.deepEqual([first.method, second.method], ['POST', 'POST']);
  first.refuse();
  await settled();
  assert.equal(refused.length, 0);
  second.refuse();
  await settled();
  assert.equal(refused.length, 1);
});

test('who stops while a table is being found has a seat there, and is taken to it, but not from another page', async () => {
  for (const stays of [true, false]) {
    place.pathname = '/';
    const page = used(({ games }) => useSeeking(games, () => {}), { games: ['pig'] });
    for (const games of [['pig'], null, null]) page.render({ games }); // once more, so that the last has its effects
    if (!stays) {
      page.leave();
      place.pathname = '/games';
    }
    const [first] = asked.splice(0);
    first.answer({ table: 'found', others: 1, since_s: 0 });
    await settled();
    assert.deepEqual(page.gone, stays ? ['/t/found'] : []);
  }
});
