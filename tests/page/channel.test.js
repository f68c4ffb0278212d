/** The line to a match: what is done once is sent until it is answered, under one id, and is never done twice. */
import assert from 'node:assert/strict';
import { webcrypto } from 'node:crypto';
import { beforeEach, test } from 'node:test';
import { give, Line, listeners, Store, Timers } from './browser.js';

/** @typedef {import('../../src/bussolotto/web/types.js').Known} Known */

const CHANCE = 15;
const CLOSED = 3;
let timers = new Timers();
let tab = new Store();

beforeEach(() => {
  Line.all = [];
  timers = new Timers();
  tab = new Store();
  if (!('crypto' in globalThis)) give({ crypto: webcrypto });
  give({
    document: { ...listeners, visibilityState: 'visible' },
    window: listeners,
    location: { protocol: 'http:', host: 'bussolotto.test' },
    WebSocket: Line,
    sessionStorage: tab,
    setTimeout: timers.once,
    setInterval: timers.every,
    clearTimeout: timers.stop,
    clearInterval: timers.stop,
  });
});

/** @param {string} [eyes] */
async function opened(eyes = 'seat=0') {
  const { Channel } = await import('../../src/bussolotto/web/line/channel.js');
  /** @type {Known[]} */
  const told = [];
  const channel = new Channel('m1', false, (known) => told.push(known), eyes);
  Line.last.open();
  return { channel, told };
}

/** @param {number} version @param {object[]} [steps] */
const steps = (version, steps = [{ seat: 0, action: version, text: `do ${version}` }]) => ({
  type: 'steps',
  version,
  view: { plies: version },
  movers: [0],
  legal: [1, 2],
  steps,
});
const view = (/** @type {number} */ version) => ({ ...steps(version), type: 'view', steps: undefined });
/** @param {string} id */
const refusal = (id) => ({ type: 'refused', id, code: 'illegal-action', clause: 'SPI-1', text: 'no', values: {} });
/** The page calls again after a line was lost. */
const retry = () => timers.ring((ms, repeats) => !repeats && ms > 0);
/** So many seconds pass. @param {number} count */
function pass(count) {
  for (let second = 0; second < count; second += 1) timers.ring((ms, repeats) => repeats && ms === 1000);
}
/** Again, after the line was lost. */
function reconnect() {
  Line.last.close();
  retry();
  Line.last.open();
}
const table = (/** @type {object} */ more) => ({
  type: 'table',
  table: { table: 't1', spectators: 0, seats: [], state: 'running', pace: 'live', ...more },
});
const probes = () => Line.last.sentOf('probe').length;

test('what was done is sent again under the same id until it is answered', async () => {
  const { channel } = await opened();
  const done = channel.act([7]);
  const [first] = Line.last.sentOf('act');
  reconnect();
  reconnect();
  assert.deepEqual(Line.last.sentOf('act'), [first], 'the very same request, once a line');
  Line.last.hear({ type: 'ack', id: first.id, version: 1 });
  await done;
  assert.equal(channel.known.pending, 0);
  reconnect();
  assert.deepEqual(Line.last.sentOf('act'), [], 'what is answered is not sent again');
});

test('what is done without a line is sent when it is there, in its order', async () => {
  const { channel } = await opened();
  Line.last.hear(view(3));
  Line.last.close();
  const press = { version: 3, pressed_ms: performance.now() };
  channel.act([1], press);
  channel.act([2], press);
  assert.equal(channel.known.pending, 2);
  retry();
  assert.deepEqual(Line.last.sent, [], 'nothing before it is open');
  Line.last.open();
  assert.deepEqual(
    Line.last.sentOf('act').map(({ actions }) => actions),
    [[1], [2]],
  );
});

test('only claims of a race do not wait for each other, and eight are enough', async () => {
  const { channel } = await opened();
  Line.last.hear(view(3));
  channel.act([1]);
  await assert.rejects(channel.act([2]), { code: 'busy' });
  const other = await opened();
  const press = { version: 3, pressed_ms: 1 };
  for (let claim = 0; claim < 8; claim += 1) other.channel.act([claim], press);
  await assert.rejects(other.channel.act([9], press), { code: 'busy' });
  assert.equal(Line.last.sentOf('act').length, 8);
});

test('the same claim for the same throw is sent once, and again after the next throw', async () => {
  const { channel } = await opened();
  Line.last.hear(view(3));
  const press = { version: 3, pressed_ms: 1 };
  const one = channel.act([1], press);
  const same = channel.act([1], press);
  assert.equal(Line.last.sentOf('act').length, 1);
  Line.last.hear(steps(4, [{ seat: CHANCE, action: 1, text: 'die 1' }]));
  channel.act([1], { version: 4, pressed_ms: 2 });
  assert.equal(Line.last.sentOf('act').length, 2);
  const [first] = Line.last.sentOf('act');
  Line.last.hear({ type: 'ack', id: first.id, version: 5 });
  await Promise.all([one, same]);
});

test('a claim says how long it took from when the throw had arrived', async () => {
  const { channel } = await opened();
  const { performance } = globalThis;
  let now = 1000;
  give({ performance: { now: () => now } });
  Line.last.hear(view(3));
  now += 100;
  Line.last.hear(view(3)); // the same position once more, after a break of the line
  channel.act([1], { version: 3, pressed_ms: 1250 });
  channel.act([2], { version: 2, pressed_ms: 1250 });
  give({ performance });
  const [first, second] = Line.last.sentOf('act');
  assert.deepEqual([first.version, first.reaction_ms], [3, 250], 'counted from when it was seen first');
  assert.deepEqual([second.version, second.reaction_ms], [2, null], 'of a throw that was not seen nothing is known');
});

test('steps follow each other without a gap and none is told twice', async () => {
  const { channel } = await opened();
  assert.deepEqual(Line.last.sentOf('resume'), [{ type: 'resume', version: 0 }], 'from the first, for the log');
  Line.last.hear(steps(2, [{ text: 'do 1' }, { text: 'do 2' }]));
  Line.last.hear(steps(3, [{ text: 'do 2' }, { text: 'do 3' }]));
  Line.last.hear(steps(2, [{ text: 'do 2' }]));
  assert.deepEqual(
    channel.known.steps.map(({ text, version }) => [text, version]),
    [
      ['do 1', 1],
      ['do 2', 2],
      ['do 3', 3],
    ],
  );
  assert.equal(channel.known.position?.version, 3, 'an old answer takes nothing back');
  const [, , third] = channel.known.steps;
  assert.deepEqual([third.before, third.after], [{ plies: 2 }, { plies: 3 }]);
  Line.last.hear(steps(6, [{ text: 'do 6' }]));
  assert.deepEqual(Line.last.sentOf('resume').at(-1), { type: 'resume', version: 3 }, 'what is missing is asked for');
  assert.equal(channel.known.position?.version, 3);
});

test('a line that is asked and does not answer is called anew, and is waited for no longer', async () => {
  const { channel } = await opened();
  Line.last.hear(table({}));
  const silent = Line.last;
  silent.close = () => {}; // the other end is gone: it takes many seconds to close
  pass(5);
  assert.equal(probes(), 1);
  pass(2);
  assert.equal(channel.known.line, 'open');
  pass(1);
  assert.equal(channel.known.line, 'lost', 'after eight seconds');
  retry();
  assert.notEqual(Line.last, silent);
  Line.last.open();
  silent.hear(view(9));
  assert.equal(channel.known.position, null, 'what comes over the old one is too late');
  assert.equal(channel.known.line, 'open');
});

test('a page asks the sooner the more it waits for something', async () => {
  const { channel } = await opened();
  const asks = (/** @type {number} */ seconds) => {
    pass(seconds - 1);
    assert.equal(probes(), 0);
    pass(1);
    assert.equal(probes(), 1);
    Line.last.hear({ type: 'alive', version: 0 });
    Line.last.sent = [];
  };
  asks(45);
  Line.last.hear(table({ state: 'waiting' }));
  asks(45);
  Line.last.hear(table({ pace: 'days' }));
  asks(45);
  Line.last.hear(table({}));
  asks(5);
  give({ document: { ...listeners, visibilityState: 'hidden' } });
  asks(45);
  give({ document: { ...listeners, visibilityState: 'visible' } });
  channel.act([1]);
  asks(2);
});

test('who hears something does not ask', async () => {
  await opened();
  Line.last.hear(table({}));
  for (let version = 1; version < 9; version += 1) {
    pass(4);
    Line.last.hear(steps(version));
  }
  assert.equal(probes(), 0);
});

test('an answer that tells of a later version shows that something is missing', async () => {
  await opened();
  Line.last.hear(view(3));
  Line.last.sent = [];
  Line.last.hear({ type: 'alive', version: 3 });
  assert.deepEqual(Line.last.sent, []);
  Line.last.hear({ type: 'alive', version: 4 });
  assert.deepEqual(Line.last.sentOf('resume'), [{ type: 'resume', version: 3 }]);
});

test('a server that has said nothing yet is given twice the time at each call, up to half a minute', async () => {
  const { channel } = await opened();
  Line.last.hear(table({}));
  const givenUpAfter = () => {
    let seconds = 0;
    for (; channel.known.line === 'open'; seconds += 1) pass(1);
    retry();
    Line.last.open();
    return seconds;
  };
  const waited = Array.from({ length: 6 }, givenUpAfter);
  assert.deepEqual(waited, [8, 11, 17, 29, 29, 29], 'the first time it is most likely gone, the others slow');
  Line.last.hear(view(3));
  assert.equal(givenUpAfter(), 8, 'it has answered');
});

test('a line that does not open is called anew', async () => {
  const { channel } = await opened();
  Line.last.close();
  retry();
  const never = Line.last;
  pass(9);
  assert.equal(Line.last, never);
  pass(1);
  assert.equal(channel.known.line, 'lost');
  retry();
  assert.notEqual(Line.last, never);
});

test('a page that goes closes its line, but not before it is open', async () => {
  const { channel } = await opened();
  channel.close();
  assert.equal(Line.last.readyState, CLOSED);

  const { Channel } = await import('../../src/bussolotto/web/line/channel.js');
  new Channel('m2', false, () => assert.fail('it hears something')).close();
  assert.notEqual(Line.last.readyState, CLOSED);
  Line.last.open();
  assert.equal(Line.last.readyState, CLOSED);
});

test('a server that stays away is called ever more seldom, but at least every ten seconds', async () => {
  await opened();
  const waits = [];
  for (let attempt = 0; attempt < 9; attempt += 1) {
    Line.last.close();
    const [id, { ms, run }] = [...timers.waiting].filter(([, { repeats }]) => !repeats)[0];
    waits.push(ms);
    timers.stop(id);
    run();
  }
  assert.ok(waits[0] <= 375 && waits[0] >= 225, String(waits));
  assert.ok(waits[3] > waits[0] && Math.max(...waits) <= 10_000, String(waits));
});

test('what is refused at once is told where it was done; what outlasted the line is given back', async () => {
  const { channel } = await opened();
  const first = channel.act([1]);
  Line.last.hear(refusal(Line.last.sentOf('act')[0].id));
  await assert.rejects(first, { code: 'illegal-action', clause: 'SPI-1', told: false });
  assert.deepEqual(channel.known.returned, []);
  const second = channel.act([2]);
  reconnect();
  Line.last.hear(refusal(Line.last.sentOf('act')[0].id));
  await assert.rejects(second, { told: true });
  assert.deepEqual(
    channel.known.returned.map(({ request, reason }) => [request.actions, reason?.code]),
    [[[2], 'illegal-action']],
  );
  channel.dismiss();
  assert.deepEqual(channel.known.returned, []);
  assert.equal(tab.getItem('bussolotto-pending'), '{}', 'nothing is left in the tab');
});

test('a tab that is loaded anew sends what it had done, under the same id', async () => {
  const before = await opened();
  before.channel.act([5]);
  const [request] = Line.last.sentOf('act');
  before.channel.close();
  const { channel } = await opened();
  assert.equal(channel.known.pending, 1);
  assert.deepEqual(Line.last.sentOf('act'), [request]);
  Line.last.hear({ type: 'ack', id: request.id, version: 1 });
  assert.equal(channel.known.pending, 0);
  const other = await opened('seat=1');
  assert.equal(other.channel.known.pending, 0, 'what another seat does is its own');
});

test('what is only asked is asked again, and answered by its id', async () => {
  const { channel } = await opened();
  const seen = channel.preview([4]);
  const [request] = Line.last.sentOf('preview');
  reconnect();
  assert.deepEqual(Line.last.sentOf('preview'), [request]);
  Line.last.hear({ ...view(9), type: 'preview', id: request.id });
  assert.deepEqual((await seen).view, { plies: 9 });
  assert.equal(channel.known.position, null, 'nobody else hears of it');
});

test('what was said before is not said twice when all of it comes again', async () => {
  const { channel } = await opened();
  const said = [1, 2].map((number) => ({ number, seat: 0, phrase: number, text: null, ago_s: 0 }));
  Line.last.hear({ type: 'said', said: said.slice(0, 1) });
  Line.last.hear({ type: 'said', said });
  assert.deepEqual(
    channel.known.said.map(({ number }) => number),
    [1, 2],
  );
});

test('before a restart people are told, and their pages come back soon, but not all at once', async () => {
  const { channel, told } = await opened();
  Line.last.hear(view(3));
  Line.last.hear({ type: 'restarting' });
  assert.equal(channel.known.line, 'restarting');
  const done = channel.act([7]);
  const waits = new Set();
  for (let again = 0; again < 3; again++) {
    Line.last.close(1012);
    assert.equal(channel.known.line, 'restarting');
    const [wait] = [...timers.waiting.values()].filter(({ repeats }) => !repeats).map(({ ms }) => ms);
    assert.ok(wait < 400 * 2 ** again, `${wait}`);
    waits.add(wait);
    retry();
  }
  assert.equal(waits.size, 3, 'by chance');
  Line.last.open();
  assert.equal(channel.known.line, 'open');
  const [sent] = Line.last.sentOf('act');
  Line.last.hear({ type: 'ack', id: sent.id, version: 4 });
  await done;
  assert.ok(!told.some(({ line }) => line === 'lost'));
});

test('a server that does not come back after a restart is lost', async () => {
  const { channel } = await opened();
  for (let again = 0; again < 5; again++) {
    Line.last.close(1012);
    retry();
  }
  assert.equal(channel.known.line, 'lost');
});

test('a number of spectators changes nothing else of the table', async () => {
  const { channel } = await opened();
  Line.last.hear({ type: 'spectators', spectators: 2 });
  assert.equal(channel.known.table, null, 'a number alone is no table');
  Line.last.hear({ type: 'table', table: { table: 't1', spectators: 0, seats: [] } });
  Line.last.hear({ type: 'spectators', spectators: 3 });
  assert.deepEqual(channel.known.table, { table: 't1', spectators: 3, seats: [] });
});
