/** The browser in which pages hear late (tests/web/late.js): everything comes, in order, and not at once. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Timers } from './browser.js';

const MOST_MS = 5;
const turn = () => new Promise((done) => setTimeout(done));
const source = readFileSync(new URL('../web/late.js', import.meta.url), 'utf8');

/** A window that hears late; `line` is what the server says in. @param {typeof setTimeout} later its timers */
function late(later = setTimeout) {
  const line = new EventTarget();
  class Line {
    /** @param {string} name @param {(event: any) => void} hear */
    addEventListener(name, hear) {
      line.addEventListener(name, hear);
    }
  }
  /** @type {any} */
  const window = {
    setTimeout: later,
    fetch: async (/** @type {string} */ path) => `answer of ${path}`,
    WebSocket: Line,
  };
  new Function('window', 'WebSocket', `(${source})(${MOST_MS})`)(window, Line);
  return { window, line };
}

test('messages come late and in order', async () => {
  const { window, line } = late();
  const socket = new window.WebSocket('/line');
  /** @type {number[]} */
  const heard = [];
  const all = new Promise((done) => {
    socket.onmessage = (/** @type {any} */ event) => heard.push(event.number) === 9 && done(null);
  });
  for (let number = 0; number < 9; number++) line.dispatchEvent(Object.assign(new Event('message'), { number }));
  assert.deepEqual(heard, []);
  await all;
  assert.deepEqual(heard, [0, 1, 2, 3, 4, 5, 6, 7, 8]);
});

test('nothing is heard once nobody listens', async () => {
  const timers = new Timers();
  const { window, line } = late(/** @type {any} */ (timers.once));
  const socket = new window.WebSocket('/line');
  socket.onmessage = () => assert.fail('it was heard');
  line.dispatchEvent(new Event('message'));
  socket.onmessage = null;
  await turn();
  timers.ring(() => true);
  await turn();
});

test('answers and effects come, too', async () => {
  const { window } = late();
  assert.equal(await window.fetch('/api'), 'answer of /api');
  await new Promise((done) => window.setTimeout(done));
});
