import assert from 'node:assert/strict';
import { test } from 'node:test';
import './browser.js';
import { excuse } from '../../src/bussolotto/web/components/shell.js';
import { translate } from '../../src/bussolotto/web/words/i18n.js';

const t = translate('en', {
  'error.illegal-action': 'The rules do not allow “{action}” now.',
  'clause.TOY-2': 'What the clause says.',
  'why.turn': 'It is not your turn.',
  'why.toy.covered.one': '{n} die lies on the {colour} one.',
  'why.toy.covered.other': '{n} dice lie on the {colour} one.',
  'why.toy.colour.red': 'crimson',
});
const refused = (/** @type {object} */ values) => ({
  code: 'illegal-action',
  clause: 'TOY-2',
  values: { action: 'take', ...values },
});

test('a refusal gives its own reason, with its values', () => {
  const values = { game: 'toy', why: 'covered', colour: 'red' };
  assert.equal(excuse(t, refused({ ...values, n: 1 })), '1 die lies on the crimson one.');
  assert.equal(excuse(t, refused({ ...values, n: 2 })), '2 dice lie on the crimson one.');
});

test('a reason of all games has one sentence', () => {
  assert.equal(excuse(t, refused({ game: 'toy', why: 'turn' })), 'It is not your turn.');
});

test('a game that names only a clause is told by that', () => {
  assert.equal(excuse(t, refused({})), 'The rules do not allow “take” now. What the clause says.');
});
