/** Talk at a table whose line is slow: what is said once is said once, and what is typed meanwhile stays. */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { Mouth } from '../../src/bussolotto/web/pages/parts/talk.js';
import { giveFrames, partsOf, settled, used } from './hooks.js';

beforeEach(giveFrames);

/** Somebody at a table where words are free, and what was said there. */
class Speaker {
  /** @type {{words: any, done: () => void, refuse: (refusal: any) => void}[]} */
  said = [];

  constructor() {
    const say = (/** @type {any} */ words) =>
      new Promise((resolve, refuse) => this.said.push({ words, done: () => resolve(undefined), refuse }));
    this.page = used(Mouth, { table: { chat: 'free', me: { seat: 0 } }, channel: { say } });
  }

  /** @param {string} type */
  one = (type) => partsOf(this.page.now).find((part) => part.type === type).props;

  /** @param {string} value */
  async type(value) {
    this.one('input').onInput({ target: { value } });
    await settled();
  }

  send = () => this.one('form').onSubmit({ preventDefault: () => {} });
}

test('words that are typed while others are on their way stay', async () => {
  const speaker = new Speaker();
  await speaker.type('hello');
  speaker.send();
  await speaker.type('hello, are');
  speaker.said[0].done();
  await settled();
  assert.equal(speaker.one('input').value, 'hello, are');
});

test('what was said leaves room for the next', async () => {
  const speaker = new Speaker();
  await speaker.type('hello');
  speaker.send();
  speaker.said[0].done();
  await settled();
  assert.equal(speaker.one('input').value, '');
});

test('who presses twice because nothing happens says it once, and may say it again afterwards', async () => {
  const speaker = new Speaker();
  await speaker.type('hello');
  speaker.send();
  speaker.send();
  assert.equal(speaker.said.length, 1);
  speaker.said[0].done();
  await settled();
  await speaker.type('hello');
  speaker.send();
  assert.equal(speaker.said.length, 2);
});

test('what was refused can be said again', async () => {
  const speaker = new Speaker();
  await speaker.type('hello');
  speaker.send();
  speaker.said[0].refuse({ code: 'too-fast' });
  await settled();
  speaker.send();
  assert.equal(speaker.said.length, 2);
});
