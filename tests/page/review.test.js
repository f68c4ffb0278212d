/** The review of a match: its one sentence, its graph, and what it says of each ply. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import './browser.js';
import { translate } from '../../src/bussolotto/web/words/i18n.js';
import { drawn } from '../../src/bussolotto/web/pages/parts/review.js';
import { labelsOf } from '../../src/bussolotto/web/table/graph.js';
import {
  betterSaid,
  choiceSaid,
  reasonsSaid,
  rollSaid,
  summary,
} from '../../src/bussolotto/web/pages/parts/review-said.js';
import { marked, marksOf } from '../../src/bussolotto/web/pages/parts/verdicts.js';
import { catalogue, golden, PACKAGE, readJson } from './files.js';

const texts = (/** @type {string} */ lang) => readJson(new URL(`locale/parts/later-review.${lang}.json`, PACKAGE));
const t = translate('en', texts('en'));
const NAMES = ['Anna', 'Bruno', 'Carla'];

/** @param {Partial<import('../../src/bussolotto/web/wire.js').ReviewTold>} told @returns {any} */
const review = (told) => ({
  best_players: [0],
  luckiest: 1,
  seats: 3,
  interrupted: false,
  players: [0, 1, 2].map((seat) => ({ seat, luck: [-0.1, 0.21, -0.11][seat], share: Number(seat === 1) })),
  choices: [],
  options: {},
  rolls: [],
  course: [],
  turning_points: [],
  ...told,
});

/** @param {Parameters<typeof review>[0]} told @param {number | null} [me] @param {string} [lang] */
const said = (told, me = null, lang = 'en') =>
  summary(review(told), NAMES, translate(lang, texts(lang)), lang, me).replace(/[\u00a0\u202f]/g, ' ');

test('one sentence says who played best and who was lucky', () => {
  assert.equal(said({}), 'Anna played best. Bruno was lucky by 21%.');
  assert.equal(
    said({ best_players: [0, 1, 2], seats: 4, luckiest: null }),
    'Anna, Bruno and Carla played best, equally well as far as can be told. Nobody was clearly lucky.',
  );
  assert.equal(
    said({ best_players: [0, 1, 2] }),
    'Nobody clearly played better than the others. Bruno was lucky by 21%.',
  );
  assert.equal(
    said({ best_players: [0, 1], seats: 2, luckiest: null })
      .split('.')[0]
      .split(',')[0],
    'Both played equally well',
  );
});

test('who reads it is told of themselves, in every language', () => {
  assert.equal(said({}, 0), 'You played best. Bruno was lucky by 21%.');
  assert.equal(said({}, 1), 'Anna played best. You were lucky by 21%.');
  assert.equal(said({ best_players: [1], luckiest: 1 }, 1), 'You played best and were lucky by 21%.');
  assert.equal(
    said({ best_players: [0, 2] }, 2).split('.')[0],
    'You and Anna played best, equally well as far as can be told',
  );
  assert.equal(said({}, 0, 'de'), 'Du hast am besten gespielt. Bruno hatte Glück: 21 %.');
  assert.equal(said({ best_players: [0, 2] }, 2, 'de').split(',')[0], 'Du und Anna habt am besten gespielt');
  assert.equal(said({}, 1, 'it'), 'Anna ha giocato meglio di tutti. Hai avuto fortuna: 21%.');
  assert.equal(said({ best_players: [0, 2] }, 2, 'it').split(',')[0], 'Tu e Anna avete giocato meglio di tutti');
  assert.equal(said({}, 1, 'fr'), 'Anna a le mieux joué. Tu as eu de la chance : 21 %.');
  assert.equal(said({ best_players: [0, 2] }, 2, 'fr').split(', ')[1], 'vous avez le mieux joué');
});

test('two who played equally well are told so together, and whoever was best and lucky in one sentence', () => {
  const both = { best_players: [0, 1], seats: 2, luckiest: null };
  assert.deepEqual(
    ['en', 'de', 'it', 'fr'].map((lang) => said(both, 0, lang).split(',')[0]),
    [
      'You both played equally well',
      'Ihr habt beide gleich gut gespielt',
      'Avete giocato tutti e due ugualmente bene',
      'Vous avez joué aussi bien l’un que l’autre',
    ],
  );
  assert.equal(said({ best_players: [1] }), 'Bruno played best and was lucky by 21%.');
  assert.equal(said({ best_players: [1] }, null, 'fr'), 'Bruno a le mieux joué et a eu de la chance : 21 %.');
  assert.equal(said({ best_players: [1] }, 1, 'it'), 'Hai giocato meglio di tutti e hai avuto fortuna: 21%.');
  assert.equal(
    said({ best_players: [1, 2] }),
    'Bruno and Carla played best, equally well as far as can be told. Bruno was lucky by 21%.',
  );
});

test('a review that was stopped says so, and nothing of luck that was not measured', () => {
  const players = [0, 1, 2].map((seat) => ({ seat, luck: null, share: 0 }));
  assert.equal(
    said({ interrupted: true, luckiest: null, players: /** @type {any} */ (players) }),
    'Only a part of the match was looked at. Anna played best.',
  );
});

test('the graph begins with equal chances, ends with the result and marks where the match turned', () => {
  const rolls = /** @type {any} */ ([
    { first: 1, last: 2, shares: [0.5, 0.25, 0.25] },
    { first: 5, last: 5, shares: [0.1, 0.8, 0.1] },
  ]);
  const course = [{ plies: 3, shares: [0.25, 0.5, 0.25] }];
  const turns = /** @type {any} */ ([
    { ply: 1, kind: 'roll', index: 0 },
    { ply: 3, kind: 'choice', index: 0 },
    { ply: 5, kind: 'roll', index: 1 },
    { ply: 9, kind: 'choice', index: 1 },
  ]);
  const { points, marks } = drawn(review({ rolls, course, turning_points: turns }));
  assert.deepEqual(points.slice(1), [
    [50, 25, 25],
    [25, 50, 25],
    [10, 80, 10],
    [0, 100, 0],
  ]);
  assert.deepEqual(
    marks.map(({ at, numbers }) => [at, ...numbers]),
    [
      [1, 1],
      [2, 2],
      [3, 3],
      [4, 4],
    ],
  );
});

test('the numbers of moments that lie close together share one label over the graph', () => {
  const marks = [[4], [5], [6, 7], [8], [9]].map((numbers, index) => ({
    at: [10, 100, 105, 112, 200][index],
    numbers,
  }));
  assert.deepEqual(
    labelsOf(marks, (at) => at).map(({ x, text }) => [x, text]),
    [
      [10, '4'],
      [106, '5–8'],
      [200, '9'],
    ],
  );
});

test('what fell is told with cards as people write their numbers', () => {
  const roll = /** @type {any} */ ({ fallen: ['card 25000', 'card 30000', 'die 6'], luck: [0.1], errors: [0] });
  assert.equal(rollSaid(roll, 0, saying), 'Anna: the dice (cards 25,000 · 30,000, 6) brought 10% of the victory.');
});

const saying = { t, lang: 'en', game: 'a-game', names: NAMES, worth: 1000 };

test('why something was better is told in the things of the game', () => {
  const why = [
    { word: 'victory', chance: true, done: 0.345, best: 0.61, error: 0.02, against: false },
    { word: 'points', chance: false, done: -0.84, best: 1.26, error: 0.1, against: true },
  ];
  const choice = /** @type {any} */ ({ why, points: 24.375, points_error: 1 });
  assert.deepEqual(reasonsSaid(choice, saying), [
    'Chance of having won by then: 61% instead of 35%.',
    'Points gained before the next turn: +1.3 instead of -0.8, which speaks against it.',
    'In the final score it cost 24,000 on average.',
  ]);
  assert.deepEqual(reasonsSaid({ ...choice, why: [], points: 0.3, points_error: 0.2 }, saying), []);
  assert.deepEqual(
    reasonsSaid({ ...choice, why: why.slice(1), points: 0 }, saying).at(-1),
    'What speaks for it shows only later in the match.',
  );
});

test('verdicts and luck stand at their plies, beside the next line of the log', () => {
  const choices = /** @type {any} */ ([
    { ply: 2, seat: 0, done: 'stop', best: 'roll', verdict: 'blunder', loss: 0.12 },
    { ply: 4, seat: 1, done: 'stop', best: 'roll', verdict: '', loss: 0.01 },
  ]);
  const rolls = /** @type {any} */ ([
    { first: 3, last: 3, fallen: ['die 6'], luck: [-0.08, 0.08], errors: [0.01, 0.01] },
    { first: 5, last: 5, fallen: ['die 6'], luck: [0.03, -0.03], errors: [0.02, 0.02] },
  ]);
  const marks = marksOf(review({ choices, rolls }), saying);
  assert.deepEqual(
    marks.map(({ at, kind, text }) => [at, kind, text]),
    [
      [2, 'blunder', 'Blunder: -12%'],
      [3, 'luck', 'Dice: Anna -8%'],
    ],
  );
  assert.equal(marks[0].more, 'Blunder: -12%. Better: “roll”.');
  const lines = marked([{ version: 1 }, { version: 3 }, { version: 3 }, { version: 4 }], marks);
  assert.deepEqual(
    lines.map((line) => line.marks.length),
    [0, 0, 2, 0],
  );
});

test('places are those of the pile that was played on, whatever its size was called', () => {
  const placed = translate('en', { ...texts('en'), ...readJson(new URL('locale/parts/pyramid.en.json', PACKAGE)) });
  const choices = /** @type {any} */ ([
    { ply: 2, seat: 0, done: 'take 0,1,0', best: 'take 1,0,0', verdict: 'blunder', loss: 0.12 },
  ]);
  const marks = (/** @type {Record<string, string>} */ options, /** @type {number} */ size) =>
    marksOf(review({ choices, options }), { ...saying, t: placed, size }).map(({ more }) => more);
  assert.match(marks({}, 5)[0], /level 4, row 2, place 1/);
  assert.match(marks({ lattice: '8' }, 5)[0], /level 4, row 2, place 1/);
});

const PEOPLE = ['Anna', 'Bruno', 'Carla', 'Dora', 'Emil', 'Fatima', 'Gino', 'Hanna'];
const NOTATION = /\d,\d|\d{2}|\d[a-z]|[a-z]\d|forward-|_|undefined|\{/; // a cell, a pose, a name of the program's

for (const lang of ['en', 'it', 'de', 'fr']) {
  test(`what was done and what fell is told without numbers and words of the program in ${lang}`, () => {
    for (const [game, { done, fallen }] of Object.entries(golden('steps'))) {
      const texts = translate(lang, catalogue(lang, game));
      const own = { t: texts, lang, game, names: PEOPLE, worth: 1, size: 8 };
      const every = done.flatMap((/** @type {string} */ text) => [
        text,
        text.replace(/ \d$/, ' 0'),
        text.replace(/ [\d ]+$/, ''),
      ]);
      for (const text of done)
        assert.ok(texts.has(`word.${text.split(' ')[0]}`), `${game}: ${text} has a word in ${lang}`);
      for (const text of every.filter((/** @type {string} */ one) => possible(game, one))) {
        const choice = /** @type {any} */ ({
          seat: 1,
          done: text,
          best: text,
          loss: 0.5,
          error: 0,
          share: 0.5,
          best_share: 0.5,
        });
        for (const told of [choiceSaid(choice, own), betterSaid(choice, own)]) {
          assert.ok(!NOTATION.test(told.replaceAll('50', '')), `${game}, ${text}: ${told}`);
          assert.ok(!/^duel/.test(text) || told.includes(PEOPLE[Number(text.split(' ')[1])]), told);
        }
      }
      for (const text of fallen) {
        const told = rollSaid(/** @type {any} */ ({ fallen: [text], luck: [0.5], errors: [0] }), 0, own);
        assert.ok(!NOTATION.test(told.replaceAll('50', '')), `${game}, ${text}: ${told}`);
        assert.ok(!/^(start|four) /.test(text) || told.includes(PEOPLE[Number(text.split(' ')[1])]), told);
      }
    }
  });
}

/** Can it be said? Of those that are made up here: nothing is kept, ransomed or added. @param {string} game @param {string} text */
const possible = (game, text) =>
  golden('steps')[game].done.includes(text) || ['keep', 'ransom 0', 'bonus 0', 'duel 0'].includes(text);

test('how a die lies is told as its owner sees it, or as it lies in the picture', () => {
  const told = (/** @type {string} */ game, /** @type {number} */ seat) => {
    const choice = /** @type {any} */ ({ seat, done: 'pose 645', best: 'pose 645', loss: 0.5, error: 0 });
    return choiceSaid(choice, { t: translate('en', catalogue('en', game)), lang: 'en', game, names: PEOPLE, worth: 1 });
  };
  const place = (/** @type {number[]} */ [near, left, right]) =>
    `“Turn over (${near} toward its owner, ${left} on their left, ${right} on their right)”`;
  assert.deepEqual(
    [0, 1, 2].map((seat) =>
      told('wuerfelmarsch', seat).includes(
        place(
          [
            [6, 5, 4],
            [5, 4, 6],
            [4, 6, 5],
          ][seat],
        ),
      ),
    ),
    [true, true, true],
    told('wuerfelmarsch', 1),
  );
  assert.ok(told('bunte-kuh', 4).includes('“Place a die (6 in front, 4 on the right, 5 on the left)”'));
});
