/** What one may do, and a turn that is tried out before it is done: the hooks that all pages of games share. */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { following, useDecision, waitedFor } from '../../src/bussolotto/web/table/decision.js';
import { useDraft } from '../../src/bussolotto/web/table/draft.js';
import { useMeant } from '../../src/bussolotto/web/table/focus.js';
import { Refused } from '../../src/bussolotto/web/line/api.js';
import { game, giveFrames, seats, settled, used } from './hooks.js';

beforeEach(giveFrames);

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

test('what I have done is on its way until it is answered or the position is another one', async () => {
  const page = used(useDecision, { act: () => new Promise(() => {}) });
  page.now.play('take 1');
  await settled();
  assert.deepEqual([page.now.sending, page.now.busy], [true, true]);
  page.render({ version: 5 });
  assert.deepEqual([page.now.sending, page.now.busy], [false, true]);
});

test('what is forbidden is not told, nor the buttons given back, once something else is being done', async () => {
  let refuse = () => {};
  const preview = () => new Promise((_, reject) => (refuse = () => reject(new Refused({ code: 'illegal-action' }))));
  const page = used(useDecision, { preview, act: () => new Promise(() => {}) });
  page.now.why('put 1');
  page.now.play('take 1');
  await settled();
  refuse();
  await settled();
  assert.deepEqual([page.now.busy, page.now.note, page.said], [true, '', []]);
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

test('in a race the second tap of a double one is not meant for a button that has come where another one was', () => {
  const { now: isMeant } = used(() => useMeant(true), {});
  const pressed = (/** @type {number} */ detail, /** @type {string} */ name) => isMeant({ detail }, name);
  assert.ok(pressed(1, 'throw'));
  assert.ok(!pressed(2, 'fiasco'));
  assert.ok(!pressed(3, 'fiasco'), 'nor is the third');
  assert.ok(pressed(1, 'fiasco'));
  assert.ok(pressed(2, 'fiasco'), 'the same one again is');
  assert.ok(pressed(0, 'pass'), 'and so is a key');
  const { now: elsewhere } = used(() => useMeant(false), {});
  assert.ok(elsewhere({ detail: 1 }, 'lift') && elsewhere({ detail: 2 }, 'keep'));
});
