/** Opening a table: the one that was made is not left behind. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstWish, openTable } from '../../src/bussolotto/web/pages/setup/wish.js';
import { give } from './browser.js';

const game = /** @type {any} */ ({ name: 'toy', seats: [2], options: {} });
const bots = [{ seat: 1, player: 'easy' }];

/** @param {() => Promise<Response>} start what the server says when it is asked to begin */
const serve = (start) =>
  give({
    fetch: (/** @type {string} */ path) =>
      path.endsWith('/start') ? start() : Promise.resolve(Response.json({ table: 't' })),
  });

test('where the line breaks before a full table has begun, it is looked at all the same', async () => {
  serve(() => Promise.reject(new TypeError('no line')));
  assert.equal(await openTable(firstWish(game), bots), '/t/t');
});

test('why a full table may not begin is told', async () => {
  serve(async () => Response.json({ code: 'restarting' }, { status: 503 }));
  await assert.rejects(openTable(firstWish(game), bots), { code: 'restarting' });
});
