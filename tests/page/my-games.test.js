/** My games in figures: what is told, and what is not while it is not known. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import './browser.js';
import { translate } from '../../src/bussolotto/web/words/i18n.js';
import { drawn, told } from '../../src/bussolotto/web/pages/my-games.js';
import { PACKAGE, readJson } from './files.js';

const t = translate('en', {
  ...readJson(new URL('locale/parts/later-mine.en.json', PACKAGE)),
  ...readJson(new URL('locale/parts/words.en.json', PACKAGE)),
});

/** @param {Partial<import('../../src/bussolotto/web/wire.js').GameFigures>} found @returns {any} */
const figures = (found) => ({
  game: 'pig',
  matches: 4,
  won: 1.5,
  even: 1 / 3,
  against: [{ whom: 'hard', matches: 3, won: 1 }],
  reviewed: 0,
  share: null,
  adjusted: null,
  interval: null,
  decisions: 0,
  lost: null,
  mistakes: 0,
  kinds: [],
  progress: [],
  due: [],
  ...found,
});

test('without a review only matches and opponents are told', () => {
  assert.deepEqual(told(figures({}), t, 'en'), [
    ['Won', '1.5 of 4', 'Equally good players win 33%.'],
    ['with hard bots', '1 of 3', ''],
  ]);
});

test('what reviews found is told with how certain it is', () => {
  const found = { reviewed: 6, share: 0.5, adjusted: 0.42, decisions: 60, lost: 0.031, mistakes: 2 };
  const kinds = [
    { done: 'roll', best: 'stop', times: 2 },
    { done: 'stop', best: 'roll', times: 1 },
  ];
  const lines = told(figures({ ...found, interval: [0.2, 0.64], kinds }), t, 'en').slice(2);
  assert.deepEqual(lines, [
    ['Without luck', '42%', 'With 95% certainty between 20% and 64%. 6 matches reviewed; with luck it was 50%.'],
    ['Mistakes', '2 in 60 decisions', 'On average your choices cost 3.1% of the victory in a match.'],
    ['Most frequent mistake', '“Roll again” instead of “Stop”', '2 times'],
  ]);
  const [few] = told(figures({ ...found, reviewed: 1 }), t, 'en').slice(2);
  assert.match(few[2], /^Too few reviewed matches .* One match reviewed; with luck it was 50%\.$/);
  const same = told(figures({ ...found, kinds: [{ done: 'take', best: 'take', times: 1 }] }), t, 'en').at(-1);
  assert.deepEqual(same, ['Most frequent mistake', '“Take”: another one was better', 'once']);
});

test('ten matches are no line yet, and no empty picture', () => {
  const ten = /** @type {any} */ ({ adjusted: 0.5, share: 0.25 });
  assert.deepEqual(drawn([ten]), []);
  assert.deepEqual(drawn([ten, ten]), [
    [50, 25],
    [50, 25],
  ]);
});
