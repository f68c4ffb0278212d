/** What comes late about something older says nothing of what is there now. */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useChoice } from '../../src/bussolotto/games/cui_bono/page/page.js';
import { PHASE as SPILORCIO } from '../../src/bussolotto/games/spilorcio/page/position.js';
import { useStage } from '../../src/bussolotto/games/spilorcio/page/stage.js';
import { useSubmit } from '../../src/bussolotto/games/spilorcio/page/submit.js';
import { useAdvice } from '../../src/bussolotto/web/components/advice.js';
import { CupStage } from '../../src/bussolotto/web/cup/stage.js';
import { useLook } from '../../src/bussolotto/web/pyramid/pile.js';
import { cellText } from '../../src/bussolotto/web/pyramid/lattice.js';
import { useRaceMoment } from '../../src/bussolotto/web/table/race.js';
import { keepNumber } from '../../src/bussolotto/web/table/keeps.js';
import { useDecision } from '../../src/bussolotto/web/table/decision.js';
import { give } from './browser.js';
import { giveFrames, settled, used } from './hooks.js';

beforeEach(giveFrames);

/** A tray, the thread that draws it as a test plays it, and how often all was said to lie. */
function tray() {
  const seen = { landed: 0, hear: (/** @type {string} */ _kind) => {} };
  class Thread {
    onmessage = (/** @type {any} */ _message) => {};
    constructor() {
      seen.hear = (kind) => this.onmessage({ data: { kind } });
    }
    postMessage() {}
  }
  class Watch {
    observe() {}
  }
  const style = { getPropertyValue: () => '' };
  give({ Worker: Thread, ResizeObserver: Watch, getComputedStyle: () => style, devicePixelRatio: 1 });
  const canvas = /** @type {any} */ ({ transferControlToOffscreen: () => ({}) });
  const deaf = { places: () => {}, thrown: () => {}, failed: () => {} };
  const stage = new CupStage(canvas, { ...deaf, landed: () => void (seen.landed += 1) });
  return { seen, stage };
}

test('dice that are thrown before others have landed lie when they have landed themselves', () => {
  const { seen, stage } = tray();
  const dice = [{ id: 0, face: 3, colour: 'ivory', secret: false }];
  stage.show({ dice, closed: 0, throwing: { key: 'first', ids: [0] } });
  stage.skip();
  stage.show({ dice, closed: 0, throwing: { key: 'second', ids: [0] } });
  seen.hear('landed');
  assert.equal(seen.landed, 0, 'the first ones do, which nobody looks at any more');
  seen.hear('landed');
  assert.equal(seen.landed, 1);
});

/** A page of Cui bono? whose questions wait until a test answers them. */
function taking() {
  /** @type {(() => void)[]} */
  const answers = [];
  const game = { name: 'cui-bono', race: false, actions: [0, 1].map((cell) => `take ${cellText(cell)}`) };
  const position = { version: 5, view: {}, legal: [], movers: [0], show: '' };
  const preview = () => new Promise((resolve) => answers.push(() => resolve(position)));
  const hook = (/** @type {any} */ props) => useChoice(props, useDecision(props));
  return { page: used(hook, { game, legal: [0, 1], preview }), answers };
}

test('of two dice that are thought of one soon after the other the second one is chosen', async () => {
  const { page, answers } = taking();
  page.now.pick(0);
  page.now.pick(1);
  answers[0]();
  await settled();
  assert.equal(page.now.cell, null, 'a press on the button would take the first one');
  answers[1]();
  await settled();
  assert.equal(page.now.cell, 1);
});

/** A page on which advice is asked for; a test says when the server refuses it, which is not ready. */
async function advised() {
  /** @type {(() => void)[]} */
  const refusals = [];
  const refusal = {
    ok: false,
    status: 503,
    headers: new Map([['content-type', 'json']]),
    json: async () => ({ code: 'x' }),
  };
  const texts = { ok: true, json: async () => ({}) };
  const fetch = (/** @type {string} */ path) =>
    path.endsWith('/advice') ? new Promise((resolve) => refusals.push(() => resolve(refusal))) : Promise.resolve(texts);
  give({ fetch, document: Object.assign(document, { querySelector: () => ({}) }) });
  const page = used((/** @type {any} */ props) => useAdvice(props), {});
  page.now.ask();
  for (let left = 200; left && !refusals.length; left -= 1) await settled();
  return { page, refusals };
}

test('advice about a position that is over is waited for by nobody, and its refusal is not told', async () => {
  const { page, refusals } = await advised();
  assert.equal(page.now.busy, true);
  page.render({ version: 5 });
  assert.equal(page.now.busy, false, 'it can be asked for anew');
  refusals[0]();
  await settled();
  assert.deepEqual(page.said, []);
});

test('who has left the table hears nothing of the advice that was asked for there', async () => {
  const { page, refusals } = await advised();
  page.leave();
  refusals[0]();
  await settled();
  assert.deepEqual(page.said, []);
});

test('who waits for advice hears that there is none', async () => {
  const { page, refusals } = await advised();
  refusals[0]();
  await settled();
  assert.deepEqual([page.said.length, page.now.busy], [1, false]);
});

test('a scene that comes after the pile was turned begins at the side that is shown by then', async () => {
  const seen = { chosen: null, size: 8, side: 0, own: true, names: false, moves: [], goals: [], motion: true };
  const page = used((/** @type {any} */ { side }) => useLook({ ...seen, side }), seen);
  const first = page.now;
  page.render({ view: {} });
  assert.equal(page.now, first, 'the same look is not told twice');
  page.render({ side: 2 });
  assert.equal(page.now.side, 2);
});

test('a tap that goes on leaves my dice in the tray of Spilorcio until the server has answered', async () => {
  const view = /** @type {any} */ ({ phase: 2, roll: keepNumber([2, 3]), aside: keepNumber([]), plies: 7 });
  const given = { view, version: 7, steps: [], me: 0, calm: true, tumbling: false, root: { current: null } };
  const page = used((/** @type {any} */ props) => useStage(props), given);
  page.now.stage.setAside([0]);
  await settled();
  const { shown } = page.now;
  assert.notEqual(shown.view, view);
  page.now.stage.skip();
  await settled();
  assert.deepEqual(page.now.shown, shown);
  page.now.stage.catchUp();
  await settled();
  assert.equal(page.now.shown.view, view, 'it was refused');
});

test('in a race the moment is another one after each throw, also for who has missed what was between', () => {
  const steps = (/** @type {string[]} */ ...texts) => texts.map((text, at) => ({ seat: 0, text, version: at + 1 }));
  const quiet = () => {};
  const hook = (/** @type {any} */ props) => useRaceMoment('0 calling', /** @type {any} */ ({ quiet }), props.steps);
  const page = used(hook, { steps: steps('throw', 'die 1') });
  const first = page.now;
  page.render({ steps: steps('throw', 'die 1', 'pass') });
  assert.equal(page.now, first);
  page.render({ steps: steps('throw', 'die 1', 'pass', 'pass', 'throw', 'die 2', 'pass', 'pass', 'throw', 'die 3') });
  assert.notEqual(page.now, first, 'what was picked then is not meant now');
});

test('who chooses other dice is not asked any more whether the match is to end with the ones before', async () => {
  const view = { plies: 7, aside: keepNumber([1, 1, 1]) };
  const preview = async () => ({ view: { phase: SPILORCIO.over } });
  const on = { send: () => {}, failed: () => {} };
  const hook = (/** @type {any} */ props) => useSubmit(props, props.chosen, on);
  const page = used(hook, { view, preview, chosen: '2,3' });
  page.now.submit([keepNumber([2, 3])]);
  await settled();
  assert.ok(page.now.question);
  page.render({ chosen: '2' });
  assert.equal(page.now.question, null);
  await settled();
  page.render({ chosen: '2,3' });
  assert.equal(page.now.question, null);
  page.now.confirm();
  await settled();
  assert.deepEqual(page.done, []);
});
