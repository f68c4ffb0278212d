/** What comes late about something older says nothing of what is there now. */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { CupStage } from '../../src/bussolotto/web/cup/stage.js';
import { give } from './browser.js';
import { giveFrames } from './hooks.js';

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
