/** Which dice are told together. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CHANCE, together } from '../../src/bussolotto/web/line/steps.js';

/** Steps as they are written here: `die 3`, `die 3!` something comes of it, `0: ransom 2` somebody acts. */
const stepsOf = (/** @type {string[]} */ ...written) =>
  written.map((text, at) => {
    const [, seat, what, told] = /** @type {string[]} */ (/^(?:(\d): )?([^!]*)(!?)$/.exec(text));
    return /** @type {any} */ ({
      seat: seat ? Number(seat) : CHANCE,
      text: what,
      version: at + 1,
      ...(told && { events: [{ word: 'won' }] }),
    });
  });

/** What is told with each step. @param {any[]} steps @param {string[]} [apart] */
const told = (steps, apart) =>
  steps.map((step, index) => together(step, { steps, index, apart })?.map(({ version }) => version) ?? null);

test('dice that fall one after the other are told with the last one', () =>
  assert.deepEqual(told(stepsOf('start 0', 'die 3', 'die 4', '0: ransom 1', 'die 2')), [[1], null, [2, 3], [4], [5]]));

test('a roll of which something comes ends there, also where nobody decides before the next one', () =>
  assert.deepEqual(told(stepsOf('0: again', 'die 6', 'die 1!', 'die 2', 'die 6')), [[1], null, [2, 3], null, [4, 5]]));

test('hidden dice are told with what is seen after them, words that stand apart alone', () => {
  assert.deepEqual(told(stepsOf('', '', 'die 5')), [null, null, [1, 2, 3]]);
  assert.deepEqual(told(stepsOf('card 1', 'card 2'), ['card']), [[1], [2]]);
});
