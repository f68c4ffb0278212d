/** The review of a match: its one sentence, and its graph. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import './browser.js';
import { translate } from '../../src/bussolotto/web/words/i18n.js';
import { drawn, summary } from '../../src/bussolotto/web/pages/parts/review.js';
import { PACKAGE, readJson } from './files.js';

const t = translate('en', readJson(new URL('locale/parts/later-review.en.json', PACKAGE)));
const NAMES = ['Anna', 'Bruno', 'Carla'];

/** @param {Partial<import('../../src/bussolotto/web/wire.js').ReviewTold>} told @returns {any} */
const review = (told) => ({
  best_players: [0],
  luckiest: 1,
  seats: 3,
  players: [0, 1, 2].map((seat) => ({ seat, luck: [-0.1, 0.21, -0.11][seat], share: Number(seat === 1) })),
  rolls: [],
  turning_points: [],
  ...told,
});

test('one sentence says who played best and who was lucky', () => {
  assert.equal(summary(review({}), NAMES, t, 'en'), 'Anna played best. Bruno was lucky by 21%.');
  const several = 'Anna, Bruno and Carla';
  assert.equal(
    summary(review({ best_players: [0, 1, 2], seats: 4, luckiest: null }), NAMES, t, 'en'),
    `${several} played equally well, as far as can be told. Nobody was certainly lucky.`,
  );
  assert.equal(
    summary(review({ best_players: [0, 1, 2] }), NAMES, t, 'en'),
    'Nobody certainly played better than the others. Bruno was lucky by 21%.',
  );
});

test('the graph begins with equal chances, ends with the result and marks where the match turned', () => {
  const rolls = /** @type {any} */ ([
    { first: 1, shares: [0.5, 0.25, 0.25] },
    { first: 5, shares: [0.1, 0.8, 0.1] },
  ]);
  const turns = /** @type {any} */ ([{ ply: 3 }, { ply: 5 }, { ply: 9 }]);
  const { points, marks } = drawn(review({ rolls, turning_points: turns }));
  assert.deepEqual(points.slice(1), [
    [50, 25, 25],
    [10, 80, 10],
    [0, 100, 0],
  ]);
  assert.deepEqual(marks, [
    { at: 1, text: '1' },
    { at: 2, text: '2, 3' },
  ]);
});
