/** What a plate says of a player, besides points. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import './browser.js';
import { seatStatus } from '../../src/bussolotto/web/components/seats.js';
import { recordSeats } from '../../src/bussolotto/web/pages/parts/record-seats.js';

const t = /** @type {any} */ ((/** @type {string} */ key) => key);
const bot = /** @type {any} */ ({ seat: 1, name: 'Bot', kind: 'bot', here: true, player: 'sensible' });
const guest = /** @type {any} */ ({ seat: 2, name: 'Anna', kind: 'person', here: true });
const now = (/** @type {object} */ more) => ({ mine: false, turn: false, over: false, ...more });

test('who is not asked waits, until the match is over', () => {
  assert.equal(seatStatus(t, bot, now({})), 'seat.waiting');
  assert.equal(seatStatus(t, guest, now({ over: true })).trim(), '');
  assert.equal(seatStatus(t, bot, now({ over: true })).trim(), '');
});

test('who has gone and who I am is told after the end too', () => {
  assert.equal(seatStatus(t, { ...guest, here: false }, now({ over: true })), 'seat.away');
  assert.equal(seatStatus(t, { ...guest, left: true }, now({ over: true })), 'seat.left');
  assert.equal(seatStatus(t, guest, now({ mine: true, over: true })), 'seat.you');
});

test('in a record a bot is known as one', () => {
  const texts = Object.assign(t, { has: (/** @type {string} */ key) => key === 'player.sensible' });
  assert.deepEqual(
    recordSeats(texts, ['Anna', 'sensible', null]).map(({ name, kind }) => [name, kind]),
    [
      ['Anna', 'person'],
      ['seat.bot', 'bot'],
      ['seat.guest', 'person'],
    ],
  );
});
