/** What one may do, and a turn that is tried out before it is done: the hooks that all pages of games share. */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { following, useDecision, waitedFor } from '../../src/bussolotto/web/table/decision.js';
import { useDraft } from '../../src/bussolotto/web/table/draft.js';
import { Refused } from '../../src/bussolotto/web/line/api.js';
import { ShellContext } from '../../src/bussolotto/web/components/shell.js';
import { html, render } from '../../src/bussolotto/web/vendor/preact.js';
import { give } from './browser.js';

const game = /** @type {any} */ ({ name: 'toy', race: false, actions: ['pass', 'take 1', 'take 2', 'put 1'] });
const seats = /** @type {any[]} */ (['Leo', 'Ada'].map((name, seat) => ({ seat, name })));
const t = Object.assign(
  (/** @type {string} */ key, /** @type {any} */ values = {}) => [key, ...Object.values(values)].join(' '),
  {
    has: (/** @type {string} */ key) => /^error\.(illegal|roll)/.test(key),
  },
);

beforeEach(() => {
  give({
    document: { createElement: () => assert.fail('nothing is drawn'), activeElement: null },
    requestAnimationFrame: (/** @type {() => void} */ run) => setTimeout(run),
    cancelAnimationFrame: () => {},
  });
});

/** What a room looks like in which nothing is drawn. */
const room = () =>
  /** @type {any} */ ({ nodeType: 1, childNodes: [], firstChild: null, insertBefore: () => {}, appendChild: () => {} });
const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

/** A hook that is used by a page which shows nothing. @template T @param {(props: any) => T} hook @param {object} more */
function used(hook, more) {
  /** @type {{now: T, said: string[], done: number[][], render: (news: object) => void}} */
  const page = { now: /** @type {any} */ (null), said: [], done: [], render: () => {} };
  const props = {
    game,
    seats,
    me: 0,
    t,
    lang: 'en',
    legal: [0, 1, 2],
    movers: [0],
    version: 4,
    view: { plies: 4 },
    rest_ms: 0,
    busy: false,
    held: {},
    falling: false,
    event: null,
    done: [],
    replay: false,
    match: { id: 'm', over: false, hints: false },
    announce: (/** @type {string} */ text) => page.said.push(text),
    act: async (/** @type {number[]} */ actions) => void page.done.push(actions),
    preview: async () => ({ version: 5, view: { plies: 5 }, legal: [3], movers: [0], show: '' }),
    ...more,
  };
  const Page = (/** @type {any} */ given) => {
    page.now = hook(given);
    return null;
  };
  const parent = room();
  const shell = /** @type {any} */ ({ t, lang: 'en', announce: () => {}, settings: {} });
  page.render = (news) =>
    render(html`<${ShellContext.Provider} value=${shell}><${Page} ...${Object.assign(props, news)} /><//>`, parent);
  page.render({});
  return page;
}

/** Who refuses, as the server does. */
const refuses = () => Promise.reject(new Refused({ code: 'illegal-action' }));

test('actions are known by their text, and only legal ones can be done', () => {
  const { now } = used(useDecision, {});
  assert.deepEqual([now.mine, now.race, now.busy], [true, false, false]);
  assert.deepEqual(['pass', 'take 2', 'put 1', 'fly'].map(now.can), [true, true, false, false]);
  assert.equal(now.code('put 1'), 3);
  assert.deepEqual(now.after('take'), ['1', '2']);
  assert.deepEqual(now.after('put'), []);
});

test('nothing can be done in a replay, by who watches, when others decide, or after the end', () => {
  const match = { id: 'm', over: true };
  for (const more of [{ replay: true }, { me: null }, { legal: [] }, { match }]) {
    const { now } = used(useDecision, more);
    assert.deepEqual([now.mine, now.can('pass'), now.after('take').length], [false, false, 0], JSON.stringify(more));
  }
});

test('in a race everything may be tried', () => {
  const { now } = used(useDecision, { legal: null, movers: null });
  assert.deepEqual([now.mine, now.race, now.can('put 1'), now.can('fly')], [true, true, true, false]);
});

test('what is done is sent by its codes; a refusal is told and said aloud', async () => {
  const page = used(useDecision, {});
  assert.equal(await page.now.play('take 1', 'put 1'), true);
  assert.deepEqual(page.done, [[1, 3]]);
  page.render({ act: refuses });
  assert.equal(await page.now.play('take 1'), false);
  await settled();
  assert.equal(page.now.note, 'error.illegal-action');
  assert.deepEqual(page.said, ['error.illegal-action']);
  page.render({ version: 5 });
  assert.equal(page.now.note, '', 'it was about another position');
});

test('a question waits for its answer and goes with the position', async () => {
  const page = used(useDecision, {});
  page.now.ask('Really?', 'pass');
  await settled();
  assert.deepEqual(page.now.question, { text: 'Really?', actions: ['pass'] });
  page.now.quiet();
  await settled();
  assert.equal(page.now.question, null);
});

test('why not: others decide, dice are in the air, or the server says the clause', async () => {
  const page = used(useDecision, { legal: [], movers: [1] });
  await page.now.why('pass');
  assert.deepEqual(page.said, ['table.wait 1 Ada']);
  const falls = used(useDecision, { legal: [], movers: [] });
  await falls.now.why('pass');
  assert.deepEqual(falls.said, ['error.roll-waits']);
  const other = used(useDecision, { preview: refuses });
  await other.now.why('put 1');
  assert.deepEqual(other.said, ['error.illegal-action']);
  assert.deepEqual(other.done, [], 'asking does nothing');
});

/** @param {any} props */
const draft = (props) => {
  const decision = useDecision(props);
  return useDraft(props, decision);
};

test('a turn is tried out step by step, taken back, and done as a whole', async () => {
  const page = used(draft, {});
  assert.equal(await page.now.add('take 1'), true);
  await settled();
  assert.deepEqual(page.now.actions, ['take 1']);
  assert.deepEqual(page.now.view, { plies: 5 });
  assert.deepEqual([page.now.can('put 1'), page.now.can('take 2')], [true, false], 'what may follow');
  assert.deepEqual(page.now.after('put'), ['1']);
  await page.now.add('put 1');
  await settled();
  page.now.undo();
  await settled();
  assert.deepEqual(page.now.actions, ['take 1']);
  assert.deepEqual(page.done, [], 'nothing is done before it is confirmed');
  await page.now.add('put 1');
  await settled();
  await page.now.confirm();
  assert.deepEqual(page.done, [[1, 3]]);
});

test('a draft goes when the position changes or the server refuses it, and a forbidden step is told', async () => {
  const page = used(draft, {});
  await page.now.add('take 1');
  await settled();
  page.render({ version: 5, view: { plies: 9 } });
  assert.deepEqual([page.now.actions, page.now.view], [[], { plies: 9 }]);
  await page.now.add('take 1');
  await settled();
  page.render({ act: refuses });
  await page.now.confirm();
  await settled();
  assert.deepEqual(page.now.actions, []);
  page.render({ preview: refuses });
  assert.equal(await page.now.add('take 1'), false);
  assert.equal(page.said.length, 2);
});

test('whom I wait for, and what may follow a word', () => {
  assert.deepEqual(waitedFor({ movers: [0, 1], seats, me: null }), { n: 2, name: 'Leo and Ada' });
  assert.deepEqual(waitedFor({ movers: [0, 1], seats, me: 0 }), { n: 1, name: 'Ada' });
  assert.deepEqual(waitedFor({ movers: null, seats, me: 0 }), { n: 0, name: '' });
  assert.deepEqual(following(game, [3, 2], 'take'), ['2']);
});
