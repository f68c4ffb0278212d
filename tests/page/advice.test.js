/** Advice as people read it: what is advised and why, where a choice is marked, and at which tables there is any. */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { advisedText, worthId } from '../../src/bussolotto/web/components/advice.js';
import { Told } from '../../src/bussolotto/web/components/advised.js';
import { bestFirst } from '../../src/bussolotto/web/components/best-first.js';
import { agrees, worthOf, worthText } from '../../src/bussolotto/web/components/worth.js';
import { hasHints } from '../../src/bussolotto/web/pages/setup/wish.js';
import { cellAt, cellNamed } from '../../src/bussolotto/web/pyramid/lattice.js';
import { give } from './browser.js';

const game = /** @type {any} */ ({ name: 'toy', actions: ['pass', 'take 2,3,3', 'take 1'] });
const exact = {
  version: 3,
  best: [2, 1],
  then: /** @type {number[]} */ ([]),
  by: 'exact',
  reason: null,
  measure: 'win',
  values: { 1: 0.5, 2: 0.5 },
  errors: {},
  strategy: {},
  goal: null,
  chances: {},
  odds: [],
};
const keen = { ...exact, best: [1], by: 'keen', measure: null, values: {} };
const searched = {
  ...keen,
  by: 'search',
  measure: 'share',
  values: { 0: 0.4, 1: 0.412, 2: 0.5 },
  errors: { 0: 0.008, 1: 0.009, 2: 0.5 },
};
/** Texts as their keys and values; the game says what its careful bot looks at. */
const t = Object.assign(
  (/** @type {string} */ key, /** @type {any} */ values = {}) => [key, ...Object.values(values)].join(' '),
  { has: (/** @type {string} */ key) => ['advice.toy.sensible', 'player.keen', 'player.sensible'].includes(key) },
);

beforeEach(() => give({}));

/** All that a tree says. @param {any} node @returns {string} */
const said = (node) =>
  Array.isArray(node)
    ? node.map(said).join('')
    : node && typeof node === 'object'
      ? said(node.props.children)
      : typeof node === 'string' || typeof node === 'number'
        ? String(node)
        : '';
const hint = (/** @type {any} */ advice) =>
  said(Told({ advice, game, t: /** @type {any} */ (t), lang: 'en', away() {} }));

test('it is told what is advised and why: exactly known, as the game says, or by whom', () => {
  assert.ok(/take 1, take 2,3,3 ?advice\.why\.exact/.test(hint(exact)));
  assert.ok(/advice\.toy\.sensible advice\.by player\.sensible/.test(hint({ ...keen, by: 'sensible' })));
  assert.ok(/take 2,3,3 ?advice\.by player\.keen/.test(hint(keen)));
  assert.ok(!/measure/.test(hint(keen)));
  const reason = { text: 'toy.why', chances: { chance: 0.25 }, numbers: { worth: 12345.6 } };
  assert.ok(/toy\.why 25% 12,346 advice\.by player\.keen/.test(hint({ ...keen, reason })));
  assert.ok(/toy\.why 25% 12,346(?! advice)/.test(hint({ ...exact, reason })));
});

test('a share is told as matches won of a hundred, with twice its error', () => {
  assert.ok(/take 2,3,3 ?advice\.why\.search advice\.share 41 2/.test(hint(searched)));
  assert.ok(/advice\.by player\.keen advice\.share 41 2/.test(hint({ ...searched, by: 'keen' })));
  assert.ok(/advice\.share 41 1$/.test(hint({ ...searched, errors: { 1: 0.0001 } })));
  assert.ok(!/advice\.share/.test(hint({ ...searched, best: [2] })), 'it is hardly known');
  assert.ok(!/measure|goal/.test(hint(searched)));
});

test('where all choose in secret it is told how often to do what, the most likely first', () => {
  const mixed = { ...searched, strategy: { 0: 0.4, 1: 0.6 } };
  assert.ok(
    /advice\.mix advice\.often 60% take 2,3,3, advice\.often 40% pass advice\.share/.test(hint(mixed)),
    hint(mixed),
  );
});

test('odds of meeting something stand on the choices, or below where these show what they are worth', () => {
  const odds = { ...keen, goal: 'condition', chances: { 0: 0.2, 1: 0.9 } };
  assert.ok(/advice\.by player\.keen ?advice\.goal\.condition/.test(hint(odds)));
  const both = { ...searched, ...odds, ...measured(searched) };
  assert.ok(/advice\.hope advice\.goal\.condition 90%/.test(hint(both)));
  const places = [0.9, 0.2].map((chance, row) => ({ goal: `row ${row}`, chance }));
  assert.ok(/advice\.goal\.conditionadvice\.hope .*90%advice\.hope .*20%/.test(hint({ ...both, odds: places })));
});
const measured = (/** @type {any} */ { measure, values, errors }) => ({ measure, values, errors });

test('what is hardly known is neither shown nor listed, and what is advised comes first', () => {
  const known = /** @type {any} */ (searched);
  assert.deepEqual(
    [0, 1, 2].map((action) => worthOf(known, action)),
    [0.4, 0.412, undefined],
  );
  assert.deepEqual(bestFirst(known), [1, 0]);
  assert.deepEqual(bestFirst({ ...known, best: [0] }), [0, 1]);
  assert.deepEqual(bestFirst({ ...known, best: [2] }), []);
  const texts = [0, 1, 2].map((action) => worthText(known, action, 'en'));
  assert.deepEqual(texts, ['40%', '41%', '']);
  assert.equal(worthText({ ...known, measure: 'win', errors: {} }, 1, 'en'), '41.2%');
  assert.deepEqual(
    [0, 1, 2].map((action) => worthId(known, action)),
    ['worth-0', 'worth-1', undefined],
  );
});

test('where people see the pile, its places have names', () => {
  const known = { advice: exact, problem: '', busy: false, ask: () => {}, game, t, lang: 'en', at: { names: [] } };
  assert.ok(said(Told(/** @type {any} */ (known))).includes('take 1, take pyramid.place.base 0 3 4'));
});

test('what is advised is marked even where no choice has a value', () => {
  assert.deepEqual(
    [0, 1, 2].map((action) => worthId(/** @type {any} */ (exact), action)),
    [undefined, 'worth-1', 'worth-2'],
  );
  assert.deepEqual(
    [0, 1, 2].map((action) => worthId(/** @type {any} */ (keen), action)),
    [undefined, 'worth-1', undefined],
  );
});

test('a place that is advised is known by the text of the action', () => {
  assert.equal(cellNamed(advisedText(/** @type {any} */ (keen), game)), cellAt([2, 3, 3]));
  assert.equal(cellNamed(advisedText(/** @type {any} */ (exact), game)), null);
  assert.equal(cellNamed(advisedText(null, game)), null);
});

test('hints are on against bots alone unless that is set otherwise, in games that have any', () => {
  const tables = (/** @type {any} */ where) => [true, false].map((bots) => hasHints({ hints: true }, where, bots));
  assert.deepEqual(
    [tables('bots'), tables('always'), tables('never')],
    [
      [true, false],
      [true, true],
      [false, false],
    ],
  );
  assert.equal(hasHints({ hints: false }, 'always', true), false);
});

test('numbers that would speak against the advice stand on no button', () => {
  assert.ok(agrees(/** @type {any} */ (searched)));
  assert.equal(worthId(/** @type {any} */ (searched), 0), 'worth-0');
  const near = /** @type {any} */ ({ ...searched, by: 'keen', values: { 0: 0.44, 1: 0.412 } });
  assert.ok(!agrees(near));
  assert.deepEqual([worthId(near, 0), worthId(near, 1)], [undefined, 'worth-1']);
  assert.ok(agrees({ ...near, values: { 0: 0.414, 1: 0.412 } }), 'both are 41 %');
});

test('it says what comes next, too, where one decides again at once', () => {
  assert.ok(/take 2,3,3 → take 1 ?advice/.test(hint({ ...keen, then: [2] })));
});
