/** What I can do: the words of the choices, each with what it is for. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { choicesByWord } from '../../src/bussolotto/web/pages/parts/help.js';
import { choiceName, restName } from '../../src/bussolotto/web/words/choices.js';

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

/** @type {any} texts as their keys and values; the words `take` and `left`, and choices of a player and a place, have some */
const t = Object.assign((/** @type {string} */ key, values = {}) => [key, ...Object.values(values)].join(' '), {
  has: (/** @type {string} */ key) => ['word.take', 'word.left', 'choice.toy.rob', 'choice.toy.lift.at'].includes(key),
});
const table = { size: 5, names: ['Anna', 'Bruno'] };

test('people read places and names, not coordinates and numbers of seats', () => {
  assert.equal(choiceName(t, 'toy', 'take 0,0,5', table), 'word.take pyramid.place.right');
  assert.equal(choiceName(t, 'toy', 'take 0,0,5', { names: [] }), 'word.take pyramid.place 3 1 6');
  assert.equal(choiceName(t, 'toy', 'lift 0,0,0', table), 'choice.toy.lift.at pyramid.at.top');
  assert.equal(restName(t, 'toy', 'rob', '1', table), 'choice.toy.rob Bruno');
  assert.equal(restName(t, 'toy', 'tip', 'left', table), 'word.left');
  assert.equal(choiceName(t, 'toy', 'keep 3 3', table), 'keep 3 3');
});
