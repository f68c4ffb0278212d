/** What a page shows, one thing after the other: dice fall, then it is told what they decide, then the match goes on. */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { give, Timers } from './browser.js';

/** @typedef {import('../../src/bussolotto/web/line/stage.js').Shown} Shown */

const CHANCE = 15;
const event = (/** @type {string} */ word, ms = 1200) => ({ word, values: { seat: 0 }, ms });
let timers = new Timers();

beforeEach(() => {
  timers = new Timers();
  give({ setTimeout: timers.once, clearTimeout: timers.stop });
});

/** @param {{race?: boolean}} [game] @returns {Promise<{stage: any, shown: () => any}>} */
async function begun(game) {
  const { Stage } = await import('../../src/bussolotto/web/line/stage.js');
  /** @type {any} */
  let last = null;
  const stage = new Stage((now) => (last = now), game);
  stage.know(position(0), []);
  return { stage, shown: () => last };
}

/** @param {number} version @param {number} [rest] @returns {any} */
const position = (version, rest = 0) => ({
  version,
  view: { at: version },
  movers: [0],
  legal: [1],
  show: '',
  rest_ms: rest,
});
/** @param {number} version @param {object} [more] @returns {any} */
const ply = (version, more = {}) => ({ seat: 0, action: 1, text: 'do', version, before: null, after: null, ...more });
const die = (/** @type {number} */ version, more = {}) => ply(version, { seat: CHANCE, text: 'die 3', ...more });

test('what stops the table is shown in its own view, then what comes next', async () => {
  const { stage, shown } = await begun();
  const told = ply(1, { events: [event('first'), event('second')], scene: { at: 'scene' } });
  stage.know(position(2, 2400), [told, ply(2)]);
  assert.deepEqual([shown().position.view.at, shown().event.word, shown().busy], ['scene', 'first', true]);
  assert.deepEqual([shown().position.legal, shown().settled], [[], 1]);
  timers.ring((ms) => ms === 1200);
  assert.deepEqual(
    [shown().event.word, shown().done.map((/** @type {any} */ { word }) => word)],
    ['second', ['first']],
  );
  timers.ring((ms) => ms === 1200);
  assert.deepEqual([shown().position.view.at, shown().event, shown().busy], [2, null, false]);
});

test('what is told without a scene of its own, for it happened a while ago, brings nothing any more', async () => {
  const { stage, shown } = await begun();
  const wins = (/** @type {string} */ word) => ({ ...event(word), values: { seat: 0, gain: 5 } });
  stage.know(position(3), [ply(1, { events: [wins('past')] }), ply(2, { events: [wins('now')], scene: {} }), ply(3)]);
  assert.deepEqual(shown().event.values, { seat: 0 });
  timers.ring((ms) => ms === 1200);
  assert.deepEqual(shown().event.values, { seat: 0, gain: 5 });
});

test('many events in a row are told faster, and a tap still goes on', async () => {
  const { stage, shown } = await begun();
  const events = ['one', 'two', 'three', 'four', 'five'].map((word) => event(word));
  stage.know(position(2, 3000), [
    ply(1, { events: events.slice(0, 3), scene: {} }),
    ply(2, { events: events.slice(3) }),
  ]);
  for (const { word } of events.slice(0, 4)) {
    assert.equal(shown().event.word, word);
    timers.ring((ms) => ms === 600); // five of them in three seconds
  }
  assert.equal(shown().event.word, 'five');
  stage.finish();
  assert.deepEqual([shown().position.view.at, shown().event, shown().busy], [2, null, false]);
});

test('nothing is told before the dice lie', async () => {
  const { stage, shown } = await begun();
  const told = die(2, { events: [event('won')], scene: { at: 'lie' } });
  stage.know(position(2, 2400), [die(1), told]);
  assert.deepEqual([shown().falling, shown().event, shown().settled, shown().held.view.at], [true, null, 0, 0]);
  stage.fall(); // a tray draws them
  assert.equal(shown().falling, true);
  stage.lie();
  assert.deepEqual([shown().falling, shown().event.word, shown().settled], [false, 'won', 2]);
});

test('flat dice lie after a moment, and without motion or in a race at once', async () => {
  const { stage, shown } = await begun();
  stage.know(position(1), [die(1)]);
  assert.equal(shown().falling, true);
  timers.ring((ms) => ms < 500);
  assert.deepEqual([shown().falling, shown().busy, shown().held.view.at], [false, false, 1]);
  stage.motion = false;
  stage.know(position(2), [die(1), die(2)]);
  assert.equal(shown().falling, false);
  const race = await begun({ race: true });
  race.stage.know(position(1), [die(1)]);
  assert.equal(race.shown().falling, false);
});

test('what arrives meanwhile waits, but nobody falls behind', async () => {
  const { stage, shown } = await begun();
  const steps = [ply(1, { events: [event('first')], scene: { at: 'scene' } })];
  stage.know(position(1, 1200), [...steps]);
  for (const version of [2, 3]) {
    steps.push(ply(version));
    stage.know(position(version), [...steps]);
    assert.equal(shown().position.view.at, 'scene');
  }
  steps.push(ply(4));
  stage.know(position(4), [...steps]);
  assert.deepEqual([shown().position.version, shown().event], [4, null]);
});

test('it is skipped by a person, and by the server when all have', async () => {
  const { stage, shown } = await begun();
  const steps = [ply(1, { events: [event('first')], scene: { at: 'scene' } })];
  stage.know(position(1, 1200), steps);
  stage.finish();
  assert.deepEqual([shown().position.view.at, shown().event, shown().busy], [1, null, false]);
  const other = await begun();
  other.stage.know(position(1, 1200), steps);
  other.stage.know(position(1), steps);
  assert.deepEqual([other.shown().position.view.at, other.shown().busy], [1, false]);
});

test('where nothing stops the table an event is only said', async () => {
  const { stage, shown } = await begun();
  const steps = [ply(1, { events: [event('first')] })];
  stage.know(position(1), steps);
  assert.deepEqual([shown().event.word, shown().busy, shown().position.legal], ['first', false, [1]]);
  stage.know(position(2), [...steps, ply(2)]);
  assert.deepEqual([shown().event, shown().position.version], [null, 2]);
});

test('a page that shows by itself what led to an event is waited for', async () => {
  const { stage, shown } = await begun();
  const steps = [ply(1, { events: [event('first')], scene: { at: 'scene' } })];
  stage.know(position(1, 1200), steps);
  stage.fall();
  assert.deepEqual([shown().falling, shown().event, shown().busy], [true, null, true]);
  stage.lie();
  assert.deepEqual([shown().falling, shown().event.word, shown().busy], [false, 'first', true]);
});

test('what I may do after an event that ends a message is seen, and can be done when it has been told', async () => {
  const { stage, shown } = await begun();
  stage.know(position(1, 1200), [ply(1, { events: [event('first')], scene: { at: 'scene' } })]);
  assert.deepEqual([shown().position.legal, shown().busy], [[1], true]);
});

test('it is not seen in the view of another decision, to which its buttons would not belong', async () => {
  for (const scene of [
    { phase: 'fighting', turn: 0 },
    { phase: 'picking', turn: 1 },
  ]) {
    const { stage, shown } = await begun();
    const next = { ...position(1, 1200), view: { phase: 'picking', turn: 0 } };
    stage.know(next, [ply(1, { events: [event('first')], scene })]);
    assert.deepEqual([shown().position.legal, shown().position.movers], [[], []]);
    timers.ring((ms) => ms === 1200);
    assert.deepEqual(shown().position.legal, [1]);
  }
});
