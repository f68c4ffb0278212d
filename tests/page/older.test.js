/** What comes late about something older says nothing of what is there now. */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useChoice } from '../../src/bussolotto/games/cui_bono/page/page.js';
import { CupStage } from '../../src/bussolotto/web/cup/stage.js';
import { cellText } from '../../src/bussolotto/web/pyramid/lattice.js';
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
