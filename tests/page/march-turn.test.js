/** A turn of Würfelmarsch, thought out on the page: a die, then where it goes; the server says what is legal. */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { tipOf, facesAt } from '../../src/bussolotto/games/wuerfelmarsch/page/march.js';
import { PHASE } from '../../src/bussolotto/games/wuerfelmarsch/page/facts.js';
import { useTurn } from '../../src/bussolotto/games/wuerfelmarsch/page/turn.js';
import { cellAt, cellText, CELLS } from '../../src/bussolotto/web/pyramid/lattice.js';
import { useDecision } from '../../src/bussolotto/web/table/decision.js';
import { giveFrames, settled, used } from './hooks.js';

const MINE = /** @type {number} */ (cellAt([2, 4, 2]));
const OTHER = /** @type {number} */ (cellAt([1, 4, 3]));
const actions = [`pick ${cellText(MINE)}`, `pick ${cellText(OTHER)}`, 'tip forward-left', 'tip forward-right'];
const game = { name: 'wuerfelmarsch', race: false, actions };
const owner = CELLS.map((_, cell) => Number(cell === MINE || cell === OTHER));
const view = { phase: PHASE.picking, turn: 0, picked: 0, owner, pose: owner.map((one) => 5 * one) };
const goal = tipOf(0, 'forward-left', MINE, facesAt(/** @type {any} */ (view), MINE)).cell;

beforeEach(giveFrames);

/** A page whose questions are answered when the test says so. */
function turn() {
  /** @type {{asked: string[], answer: () => void}[]} */
  const questions = [];
  const preview = (/** @type {number[]} */ codes) =>
    new Promise((resolve) => {
      const legal = codes.length === 1 ? [2, 3] : [];
      const answer = () => resolve({ version: 5, view, legal, movers: [0], show: '' });
      questions.push({ asked: codes.map((code) => actions[code]), answer });
    });
  const hook = (/** @type {any} */ props) => useTurn(props, useDecision(props));
  return { page: used(hook, { game, view, legal: [0, 1], preview }), questions };
}

/** A page on which a die is picked and sent forward to the left, which nobody has answered yet. */
async function thinking() {
  const asked = turn();
  asked.page.now.at(MINE);
  await settled();
  asked.questions[0].answer();
  await settled();
  asked.page.now.think(actions[2]);
  await settled();
  return asked;
}

test('a die may be sent somewhere before the server has said where it may go', async () => {
  const { page, questions } = turn();
  page.now.at(MINE);
  await settled();
  page.now.at(goal);
  await settled();
  assert.deepEqual(
    questions.map(({ asked }) => asked),
    [[actions[0]]],
  );
  questions[0].answer();
  await settled();
  assert.deepEqual(questions[1].asked, [actions[0], actions[2]]);
  questions[1].answer();
  await settled();
  assert.deepEqual([page.now.picked, page.now.plan?.action, page.said], [MINE, actions[2], []]);
  await page.now.confirm();
  assert.deepEqual(page.done, [[0, 2]]);
});

test('where it may not go is told once that is known', async () => {
  const { page, questions } = turn();
  page.now.at(MINE);
  await settled();
  page.now.at(/** @type {number} */ (cellAt([0, 0, 7])));
  questions[0].answer();
  await settled();
  assert.equal(page.now.picked, MINE);
  assert.equal(page.now.plan, undefined);
  assert.equal(page.said.length, 1);
});

test('of two faces chosen quickly the second one knows of the first', async () => {
  const { page, questions } = await thinking();
  assert.deepEqual([page.now.meant, page.now.plan], [actions[2], undefined], 'nobody has answered yet');
  page.now.think(actions[3]);
  questions[1].answer();
  await settled();
  assert.deepEqual([page.now.meant, page.now.plan], [actions[3], undefined]);
  questions[2].answer();
  await settled();
  assert.deepEqual([page.now.meant, page.now.plan?.action], [actions[3], actions[3]]);
});

test('what was planned is not done while something else is meant, and can be planned again', async () => {
  const { page, questions } = await thinking();
  questions[1].answer();
  await settled();
  page.now.think(actions[3]);
  await settled();
  assert.deepEqual([page.now.meant, page.now.plan?.action], [actions[3], actions[2]]);
  await page.now.confirm();
  page.now.think(actions[2]);
  questions[2].answer();
  await settled();
  questions[3].answer();
  await settled();
  assert.deepEqual([page.now.plan?.action, page.done], [actions[2], []]);
  await page.now.confirm();
  assert.deepEqual(page.done, [[0, 2]]);
});

test('what was taken back does not come again with its answer', async () => {
  const { page, questions } = await thinking();
  page.now.back();
  questions[1].answer();
  await settled();
  assert.deepEqual([page.now.picked, page.now.plan], [null, undefined]);
});

test('of two dice picked quickly the second one counts', async () => {
  const { page, questions } = turn();
  page.now.at(MINE);
  await settled();
  page.now.at(OTHER);
  questions[0].answer();
  await settled();
  questions[1].answer();
  await settled();
  assert.equal(page.now.picked, OTHER);
});
