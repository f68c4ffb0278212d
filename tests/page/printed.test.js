/** What is told beside the value of an option: what is printed, or else what is usual. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { optionNote } from '../../src/bussolotto/web/words/options.js';

const t = Object.assign(
  (/** @type {string} */ key, /** @type {{value?: string}} */ { value = '' } = {}) => `${key} ${value}`.trim(),
  { has: () => false },
);
const options = { own: ['usual', 'other'], silent: ['usual', 'other'], agreed: ['usual', 'other'] };
const game = /** @type {any} */ ({ name: 'toy', options, printed: { own: 'other', agreed: 'usual' } });

for (const [option, value, told] of [
  ['own', 'usual', 'presets.differs other'], // the usual value is ours
  ['own', 'other', 'presets.usual usual'], // as printed
  ['agreed', 'usual', ''],
  ['agreed', 'other', 'presets.differs usual'],
  ['silent', 'usual', ''],
  ['silent', 'other', 'presets.usual usual'], // never called printed
])
  test(`${option} ${value}: ${told || 'nothing'}`, () => {
    assert.equal(optionNote(/** @type {any} */ (t), game, option, value), told);
  });
