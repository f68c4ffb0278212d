/** Questions to the lab: as links, as the server is asked, and what is wrong with them; where curves lie. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import './browser.js';

import * as lab from '../../src/bussolotto/web/pages/lab/question.js';
import { axesFor, valuesSaid, wrongQuestion } from '../../src/bussolotto/web/pages/lab/form.js';
import { answerKey, shownMeasures } from '../../src/bussolotto/web/pages/lab/results.js';
import { byCell, heatOf, heats } from '../../src/bussolotto/web/pages/lab/heat.js';
import { isMissing, levelsOf } from '../../src/bussolotto/web/pages/lab/on-pyramid.js';
import { bareFigure, figure, leftSaid } from '../../src/bussolotto/web/pages/lab/words.js';
import { translate } from '../../src/bussolotto/web/words/i18n.js';
import { PACKAGE, readJson } from './files.js';
import { middleOf, niceStep, scaleOf } from '../../src/bussolotto/web/table/curve.js';

/** @type {any} */
const GAME = {
  name: 'dice',
  seats: [2, 3],
  options: { goal: ['28', '20'], tie: ['shared', 'none'] },
  numbers: ['goal'],
  ranges: { goal: { low: 7, high: 67, step: 1 } },
  players: ['random', 'sensible', 'easy', 'medium'],
  race: false,
};
const BOUNDS = { on: true, sheets: true, values: 21, points: 64, matches: 10000, within: 0.01, minutes: 10 };
const FIRST = lab.firstQuestion(GAME);

/** @param {Partial<typeof FIRST>} news */
const question = (news) => ({ ...FIRST, ...news });

test('a question begins with the range of a number, and the usual value is among those that are tried', () => {
  assert.deepEqual(FIRST.axes[0], { option: 'goal', low: 10, high: 64, step: 6 });
  assert.ok(lab.valuesOf(GAME, FIRST.axes[0]).includes('28'));
  const worded = { ...GAME, options: { ...GAME.options, goal: ['printed', '20'] } };
  assert.deepEqual(lab.wholeAxis(worded, 'goal'), { option: 'goal', low: 7, high: 67, step: 6 });
  assert.equal(FIRST.player, 'sensible');
  assert.equal(wrongQuestion(GAME, FIRST, BOUNDS), '');
});

test('a game whose bots search is first asked with players that need no time', () => {
  const sheet = { ...GAME, players: ['random', 'easy', 'medium', 'hard'] };
  assert.equal(lab.firstQuestion(sheet).player, 'random');
  assert.deepEqual(
    ['random', 'sensible', 'medium'].map((player) => lab.mayBeSlow({ ...FIRST, player })),
    [false, false, true],
  );
  assert.equal(lab.mayBeSlow({ ...FIRST, axes: [lab.wholeAxis(GAME, lab.PLAYERS)] }), true);
});

test('what takes long says for how long, and that it is stopped before', () => {
  const t = translate('en', readJson(new URL('locale/parts/later-lab.en.json', PACKAGE)));
  assert.equal(leftSaid(t, null, 10), '');
  assert.equal(leftSaid(t, 40, 10), '');
  assert.equal(leftSaid(t, 200, 10), 'About 4 minutes more, at most.');
  assert.equal(
    leftSaid(t, 7300, 10),
    'About 3 hours more, at most. After 10 minutes the server stops; what is known by then stays, and “Go on” goes on.',
  );
});

test('a range of numbers that stand for something says for what', () => {
  const dice = (/** @type {string} */ size) => `${size} dice`;
  assert.equal(valuesSaid(['6', '7', '8'], dice), '6 dice · 7 dice · 8 dice');
  assert.equal(
    valuesSaid(
      Array.from({ length: 30 }, (_, size) => `${size}`),
      dice,
    ),
    '0 dice … 29 dice',
  );
  assert.equal(valuesSaid(['6', '7'], String), '');
});

test('no name below a curve goes over its edge', () => {
  assert.equal(middleOf('28', 300, 640), 300);
  assert.ok(middleOf('165 dice', 622, 640) + '165 dice'.length * 4 <= 640);
});

test('words and players are tried one by one', () => {
  assert.deepEqual(lab.valuesOf(GAME, lab.wholeAxis(GAME, 'tie')), ['shared', 'none']);
  assert.deepEqual(lab.valuesOf(GAME, lab.wholeAxis(GAME, 'players')), ['easy', 'medium']);
});

test('the server is asked for the axes and the target that a kind of question has', () => {
  assert.deepEqual(
    lab.asked(GAME, question({ kind: 'map', seats: 3 })).axes.map(({ option }) => option),
    ['goal', 'tie'],
  );
  assert.deepEqual(lab.asked(GAME, question({ kind: 'choices' })).axes, []);
  const found = lab.asked(GAME, question({ kind: 'find', goal: 50 }));
  assert.deepEqual(found.target, { measure: 'place.0', value: 0.5 });
  assert.deepEqual(found.players, ['sensible', 'sensible']);
  assert.equal(lab.asked(GAME, question({ kind: 'find', measure: 'plies', goal: 50 })).target?.value, 50);
  assert.equal(lab.asked(GAME, FIRST).target, null);
});

test('a link has the whole question', () => {
  const sent = question({ name: 'Più di 100 → “½”', kind: 'find', options: { goal: '9', tie: 'none' } });
  assert.match(lab.written(sent), /^[\w-]+$/);
  assert.deepEqual(lab.read(lab.written(sent), [GAME]), sent);
});

test('a link that somebody wrote by hand is completed or nothing', () => {
  for (const text of [undefined, '', 'x', '%%%', lab.written(/** @type {any} */ ({ game: 'chess' }))]) {
    assert.equal(lab.read(text, [GAME]), null);
  }
  const strange = {
    game: 'dice',
    seats: 9,
    player: 7,
    options: { goal: 9, gone: '1' },
    kind: 'x',
    axes: [{ option: 'goal', low: 'a' }, 3],
    goal: '5',
  };
  assert.deepEqual(
    lab.read(lab.written(/** @type {any} */ (strange)), [GAME]),
    question({ options: { goal: '9', tie: 'shared' } }),
  );
});

test('what cannot be asked is told before', () => {
  const axis = FIRST.axes[0];
  const wrong = (/** @type {Partial<typeof axis>} */ news, /** @type {any} */ kind = 'curve') =>
    wrongQuestion(GAME, question({ kind, axes: [{ ...axis, ...news }, FIRST.axes[1]] }), BOUNDS);
  assert.equal(wrong({ low: 6 }), 'lab.wrong.range');
  assert.equal(wrong({ high: 68 }), 'lab.wrong.range');
  assert.equal(wrong({ low: NaN }), 'lab.wrong.range');
  assert.equal(wrong({ step: 0 }), 'lab.wrong.step');
  assert.equal(wrong({ step: 1.5 }), 'lab.wrong.range');
  assert.equal(wrong({ low: 67 }), 'lab.wrong.few');
  assert.equal(wrong({ step: 1 }), 'lab.wrong.values');
  assert.equal(wrong({ step: 1 }, 'find'), '');
  assert.equal(wrong({ option: 'tie' }, 'map'), 'lab.wrong.same');
  assert.equal(wrongQuestion(GAME, question({ kind: 'find', goal: NaN }), BOUNDS), 'lab.wrong.goal');
  assert.equal(wrongQuestion(GAME, question({ kind: 'map' }), { ...BOUNDS, points: 10 }), 'lab.wrong.points');
});

test('a heat map has two different axes, whichever was tried before', () => {
  const numbers = { ...GAME, numbers: ['goal', 'bonus'], options: { ...GAME.options, bonus: ['1'] } };
  const game = { ...numbers, ranges: { ...GAME.ranges, bonus: { low: 0, high: 9, step: 1 } } };
  const map = (/** @type {any} */ of, /** @type {string[]} */ ...options) =>
    axesFor(of, { axes: options.map((option) => lab.wholeAxis(of, option)) }, 'map').map(({ option }) => option);
  assert.deepEqual(map(game, 'bonus', 'bonus'), ['bonus', 'goal']);
  assert.deepEqual(map(game, 'goal', 'goal'), ['goal', 'bonus']);
  assert.deepEqual(map(game, 'bonus', 'tie'), ['bonus', 'tie']);
  assert.deepEqual(map(GAME, 'goal', 'goal'), ['goal', 'tie']);
  const kept = axesFor(game, { axes: ['bonus', 'bonus'].map((option) => lab.wholeAxis(game, option)) }, 'curve');
  assert.deepEqual(
    kept.map(({ option }) => option),
    ['bonus', 'bonus'],
  );
});

test('only measures that differ are offered', () => {
  const same = { mean: 1, lower: 1, upper: 1 };
  const other = { mean: 0.5, lower: 0.4, upper: 0.6 };
  const never = { mean: 0, lower: 0, upper: 0 };
  const measures = { plies: other, 'ending.done': same, 'ending.limit': never, 'player.0': other };
  const found = /** @type {any} */ ({ units: measures, points: [{ values: ['7'], measures }] });
  assert.deepEqual(shownMeasures(found), ['plies']);
});

test('an answer says what a search has come to', () => {
  const key = (/** @type {any} */ found) => answerKey(found);
  assert.equal(key({ stopped: null, crossing: null }), 'lab.found.searching');
  assert.equal(key({ stopped: 'not-crossed', crossing: null }), 'lab.found.none');
  assert.equal(key({ stopped: 'found', crossing: null, beyond: false }), 'lab.found.nearest');
  assert.equal(key({ stopped: 'found', crossing: 9.5, beyond: false }), 'lab.found');
  assert.equal(key({ stopped: 'found', crossing: null, beyond: true }), 'lab.found.beyond');
});

test('where there is little room, shares have no sign, and numbers are as anywhere', () => {
  assert.equal(bareFigure('en', 'place.0', 0.66), '66.0');
  assert.equal(bareFigure('en', 'plies', 66.25), figure('en', 'plies', 66.25));
});

const ACTIONS = [
  { action: 'take 0,0,8', chosen: 5, possible: 9, drawn: 4, square: 0.04 },
  { action: 'put 1,2,3', chosen: 7, possible: 9, drawn: 2, square: 0.09 },
  { action: 'take 8,0,0', chosen: 4, possible: 9, drawn: 4, square: -0.01 },
  { action: 'keep', chosen: 90, possible: 99, drawn: 0, square: 0 },
];

test('actions at cells are found by word, the most frequent one first, and cell', () => {
  const found = byCell(ACTIONS);
  assert.deepEqual([...found.keys()], ['take', 'put']);
  assert.deepEqual([...(found.get('take')?.keys() ?? [])], ['0,0,8', '8,0,0']);
});

test('a place is as hot as its actions are frequent, or as much depends on them', () => {
  const [corner, put, other] = ACTIONS;
  assert.equal(heatOf([corner, other], 100, 'often'), 0.09);
  assert.equal(heatOf([corner], 100, 'matter'), 0.2);
  assert.ok(Math.abs((heatOf([corner, other], 100, 'matter') ?? 0) - Math.sqrt(0.015)) < 1e-9);
  assert.deepEqual([heatOf([other], 100, 'matter'), heatOf([put], 100, 'matter')], [0, null]);
  const places = new Map([
    ['a', [corner]],
    ['b', [other]],
    ['c', [put]],
  ]);
  const said = (/** @type {string} */ key) => key;
  const heat = [...heats(places, 100, 'matter', /** @type {any} */ (said), 'en').values()];
  assert.deepEqual(
    heat.map(({ part }) => part),
    [1, 0, 0],
  );
  assert.deepEqual(
    heat.map(({ text }) => text),
    ['20%', '0%', 'lab.heat.unknown'],
  );
});

test('only levels in which something can be chosen are drawn, of a small pyramid its own', () => {
  const heat = { value: 0, part: 0, text: '' };
  const of = (/** @type {string[]} */ ...cells) => new Map(cells.map((cell) => [cell, heat]));
  assert.deepEqual(levelsOf(of('0,0,8', '8,0,0', '0,0,0'), 8), [0, 8]);
  assert.deepEqual(levelsOf(of('0,0,4'), 4), [0]);
  assert.ok(isMissing(of('0,0,0'), 4) === false && isMissing(of('0,0,4'), 4));
  assert.ok(isMissing(new Map([['0,0,0', { value: null, part: 0, text: '' }]]), 4));
});

test('a curve has round steps and stands in proportion', () => {
  assert.deepEqual([0.9, 3, 12, 70].map(niceStep), [0.2, 1, 5, 20]);
  const points = [
    { mean: 0.4, lower: 0.31, upper: 0.5 },
    { mean: 0.5, lower: 0.45, upper: 0.62 },
    { mean: 0.5, lower: 0.5, upper: 0.5 },
  ];
  const scale = scaleOf(['0', '10', '40'], [{ name: '', points }], 600);
  assert.ok(Math.abs((scale.x(1) - scale.x(0)) / (scale.x(2) - scale.x(0)) - 0.25) < 1e-9);
  assert.ok(scale.steps[0] <= 0.31 && scale.steps[scale.steps.length - 1] >= 0.62);
  assert.ok(scale.y(0.62) < scale.y(0.31));
  const words = scaleOf(['a', 'b', 'c'], [{ name: '', points }], 600);
  assert.equal(words.x(1) - words.x(0), words.x(2) - words.x(1));
});

test('names of values that have no room are left out', () => {
  const names = Array.from({ length: 50 }, (_, index) => String(index));
  const named = scaleOf(names, [], 390).named;
  assert.ok(named.length > 3 && named.length < 8 && named[0] === 0);
});

test('the game of a question is read from its address, and a game without options has a question', () => {
  const game = { ...GAME, options: {}, numbers: [] };
  const question = lab.firstQuestion(/** @type {any} */ (game));
  assert.deepEqual(
    question.axes.map(({ option }) => option),
    [lab.PLAYERS, lab.PLAYERS],
  );
  assert.equal(lab.gameIn(lab.written(question)), 'dice');
  assert.deepEqual(
    [lab.gameIn(undefined), lab.gameIn('%'), lab.gameIn(lab.written(/** @type {any} */ (null)))],
    ['', '', ''],
  );
});
