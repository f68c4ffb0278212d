/** What players and dice are called: one name for one thing, also while a bot plays on for somebody. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sentence } from '../../src/bussolotto/games/abquetschen/page/page.js';
import { PHASE } from '../../src/bussolotto/games/abquetschen/page/facts.js';
import { describeCell } from '../../src/bussolotto/web/pyramid/words.js';
import { joinNames, sentence as asSentence, translate } from '../../src/bussolotto/web/words/i18n.js';
import { named, seatNames } from '../../src/bussolotto/web/words/names.js';
import { golden, PACKAGE, readJson } from './files.js';

const t = translate(
  'en',
  Object.assign({}, ...['page', 'pyramid'].map((part) => readJson(new URL(`locale/parts/${part}.en.json`, PACKAGE))), {
    ...readJson(new URL('games/abquetschen/texts/en.json', PACKAGE)),
  }),
);
const seat = (/** @type {object} */ more) =>
  /** @type {any} */ ({ name: '', kind: 'bot', player: 'sensible', left: false, away: false, ...more });

test('a bot that plays on for a guest takes neither the name nor renames other bots', () => {
  const guest = seat({ kind: 'person', player: null });
  const before = seatNames(t, [seat({}), guest, seat({})]);
  assert.deepEqual(before, ['Bot 1', 'Guest', 'Bot 2']);
  for (const gone of [{ left: true }, { away: true }])
    assert.deepEqual(seatNames(t, [seat({}), seat({ ...gone }), seat({})]), before);
});

test('what only a later version of the server says is shown by its own word', () => {
  assert.equal(named(t, 'admin.action.praise', 'praise'), 'praise');
  assert.equal(named(t, 'seat.bot', 'bot'), 'Bot');
});

test('a die and whose it is are one sentence', () => {
  const die = /** @type {any} */ ({ cell: 0, colour: 'pearl' });
  const told = describeCell({
    ...{ cell: 0, dice: new Map([[0, die]]), below: 0, size: 8, chosen: false, more: 'of Bot 2', silent: true, t },
  });
  assert.equal(told.endsWith('Pearl die, of Bot 2.'), true, told);
});

test('a build is told once, when its last die stands', () => {
  const steps = [1, 2, 3].map((version) => ({ seat: 1, action: 1, text: `place 0,${version},0`, version }));
  const told = (/** @type {number} */ index, /** @type {number} */ known, /** @type {number} */ phase) =>
    sentence(
      /** @type {any} */ (steps[index]),
      /** @type {any} */ ({
        steps: steps.slice(0, known),
        index,
        names: ['Ada', 'Bot'],
        after: { phase, turn: 1 },
        t,
      }),
    );
  assert.equal(told(0, 1, PHASE.building), '');
  assert.equal(told(1, 2, PHASE.building), '');
  assert.equal(told(2, 3, PHASE.opening), 'Bot builds 3 dice.');
  assert.equal(told(1, 3, PHASE.opening), '', 'it is told with the last one');
});

test('a text becomes one sentence, however it ends', () => {
  assert.deepEqual(['Most chips: Bot with 16', 'Over.', 'Again?'].map(asSentence), [
    'Most chips: Bot with 16.',
    'Over.',
    'Again?',
  ]);
});

test('several names are joined as the command line joins them', () => {
  for (const [lang, told] of Object.entries(golden('names')))
    assert.deepEqual(
      told.map((/** @type {string} */ _, /** @type {number} */ many) =>
        joinNames(['Giulia', 'Leo', 'Emma'].slice(0, many), lang),
      ),
      told,
      lang,
    );
});
