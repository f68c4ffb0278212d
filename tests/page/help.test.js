/** What I can do: the words of the choices, each with what it is for. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { choicesByWord } from '../../src/bussolotto/web/pages/parts/help.js';

const game = /** @type {any} */ ({ name: 'toy', actions: ['pass', 'take 1', 'take 2', 'put 1'] });

test('choices are told by their words, in a race all words there are', () => {
  assert.deepEqual(choicesByWord(game, [2, 0, 1]), [
    ['take', ['2', '1']],
    ['pass', []],
  ]);
  assert.deepEqual(choicesByWord(game, []), []);
  assert.deepEqual(choicesByWord(game, null), [
    ['pass', []],
    ['take', []],
    ['put', []],
  ]);
});
