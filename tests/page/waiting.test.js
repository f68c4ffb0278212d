/** What somebody who is not the host is told before the match. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import './browser.js';
import { guestNote } from '../../src/bussolotto/web/pages/waiting.js';

/** @param {number | null} seat @param {'open' | 'link' | 'closed'} visibility */
const table = (seat, visibility = 'open') => /** @type {any} */ ({ me: { seat }, visibility });

test('where no seat is free nobody is told to wait for that, and who has none hears that one can watch', () => {
  assert.equal(guestNote(table(null), 1), 'waiting.host');
  assert.equal(guestNote(table(1), 0), 'waiting.taken');
  assert.equal(guestNote(table(null), 0), 'waiting.watch');
  assert.equal(guestNote(table(null, 'closed'), 0), 'waiting.taken');
});
