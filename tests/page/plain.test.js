/** Any game without a page of its own: its position as text, what is typed, and what is heard of it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readLevels } from '../../src/bussolotto/web/components/levels.js';
import { byWord, readAction, sentence } from '../../src/bussolotto/web/games/plain.js';
import { soundOf, soundsOf } from '../../src/bussolotto/web/sound/heard.js';
import { SOUNDS } from '../../src/bussolotto/web/sound/sounds.js';
import { golden } from './files.js';

const CHANCE = 15;
const game = /** @type {any} */ ({ actions: ['roll', 'stop', 'take 0,0,8', 'take 0,1,7', 'put 0,0,8'] });

test('levels of a pyramid are found in any drawing', () => {
  for (const [mark, { show, words }] of Object.entries(golden('drawings'))) {
    const { levels, rest } = readLevels(`${show}\n*0: 4  1: 5\nover`);
    assert.deepEqual(
      levels.map((level) => level.split('\n').length),
      [9, 8, 7, 6, 5, 4, 3, 2, 1],
      mark,
    );
    assert.equal(levels.flatMap((level) => level.split(/\s+/).filter(Boolean)).length, words, mark);
    assert.equal(rest, '*0: 4  1: 5\nover');
  }
});

test('a text without a pyramid stays as it is', () => {
  for (const text of ['nothing drawn', '0: 3\n1: 4', '5 6     4\n0: 3'])
    assert.deepEqual(readLevels(text), { levels: [], rest: text });
});

/** @param {string[]} words what chance has done @param {string[]} apart */
function told(words, apart) {
  const t = /** @type {any} */ ((/** @type {string} */ _, /** @type {{text: string}} */ { text }) => text);
  const steps = /** @type {any[]} */ (words.map((text) => ({ seat: CHANCE, text })));
  return steps
    .map((step, index) => sentence(step, /** @type {any} */ ({ names: [], t, steps, index, apart })))
    .filter(Boolean);
}

test('dice that fall together are told together, unless each is an event of its own', () => {
  const words = ['start 2', 'die 3', 'die 4'];
  assert.deepEqual(told(words, []), ['start 2', 'die 3 4']);
  assert.deepEqual(told(words, ['die']), words);
  assert.deepEqual(told(Array(13).fill('die 1'), []), ['die × 13']);
});

test('what is typed is read generously, as long as it names one action', () => {
  assert.equal(readAction(game, [0, 1, 2, 3], '  TAKE   0,1,7 '), 3);
  assert.equal(readAction(game, [2, 3], '0,0,8'), 2, 'the word may be left out');
  assert.equal(readAction(game, [0, 1], 'take 0,0,8'), -1, 'not now');
  assert.equal(readAction(game, null, 'take 0,0,8'), 2, 'in a race everything may be tried');
  assert.equal(readAction(game, null, 'fly'), -1);
});

test('what may be done stands under its first word, in the order of the codes', () => {
  assert.deepEqual(byWord(game, [1, 2, 3]), [
    ['stop', [{ action: 1, rest: '' }]],
    [
      'take',
      [
        { action: 2, rest: '0,0,8' },
        { action: 3, rest: '0,1,7' },
      ],
    ],
  ]);
});

test('every game is heard: its dice as dice, and something of what people do', () => {
  const names = Object.keys(SOUNDS);
  for (const [name, { done, fallen }] of Object.entries(golden('steps'))) {
    const acts = done.map((/** @type {string} */ text) => soundOf({ seat: 0, text }));
    const falls = fallen.map((/** @type {string} */ text) => soundOf({ seat: CHANCE, text }));
    assert.ok(
      [...acts, ...falls].every((sound) => sound === null || names.includes(sound)),
      name,
    );
    assert.ok(acts.some(Boolean) && falls.some(Boolean), name);
    fallen.forEach((/** @type {string} */ text, /** @type {number} */ at) => {
      if (text.startsWith('die ')) assert.ok(falls[at] === 'dice', `${name}: ${text}`);
    });
  }
});

test('real dice and their cup are silent, and a message makes three sounds at most', () => {
  const rolled = [
    { seat: 0, text: 'roll' },
    { seat: CHANCE, text: 'die 5' },
    { seat: 0, text: 'keep 5' },
  ];
  assert.deepEqual(soundsOf(rolled, false), ['cup', 'dice', 'wood']);
  assert.deepEqual(soundsOf(rolled, true), ['wood']);
  const many = [...rolled, { seat: 0, text: 'stop' }, { seat: 0, text: 'roll' }];
  assert.deepEqual(soundsOf(many, false), ['cup', 'dice', 'wood']);
});
