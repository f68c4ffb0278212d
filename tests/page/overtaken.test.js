/** Answers that come late, or in another order than they were asked for, do not take the place of what is there now. */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useLoad } from '../../src/bussolotto/web/components/load.js';
import { Page as OpenPage } from '../../src/bussolotto/web/pages/open.js';
import { useTable } from '../../src/bussolotto/web/pages/seated.js';
import { give, Line, listeners, Store } from './browser.js';
import { giveFrames, partsOf, settled, used } from './hooks.js';

beforeEach(giveFrames);

/** Questions that a test answers when it wants to. */
class Questions {
  /** @type {{asked: string, answer: (value: any) => void, refuse: (problem: any) => void}[]} */
  all = [];

  /** @param {string} asked @returns {Promise<any>} */
  ask = (asked) => new Promise((answer, refuse) => this.all.push({ asked, answer, refuse }));
}

/** A page that loads what belongs to a word, and what it shows. @param {Questions} questions */
function loading(questions) {
  const page = used(({ word }) => useLoad(() => questions.ask(word), [word]), { word: 'a' });
  acted(page);
  return page;
}

/** What a browser does some time after drawing is done now. @param {{render: (news: object) => void}} page */
const acted = (page) => page.render({});

test('an answer for what was looked for before does not replace that for what is looked for now', async () => {
  const questions = new Questions();
  const page = loading(questions);
  page.render({ word: 'ab' });
  acted(page);
  questions.all[1].answer('of ab');
  await settled();
  questions.all[0].answer('of a');
  await settled();
  assert.equal(page.now.value, 'of ab');
});

test('a refusal of what was looked for before is nobody’s concern any more', async () => {
  const questions = new Questions();
  const page = loading(questions);
  page.render({ word: 'ab' });
  acted(page);
  questions.all[1].answer('of ab');
  questions.all[0].refuse(new Error('of a'));
  await settled();
  assert.equal(page.now.error, null);
});

test('of two answers to the same question the one that was asked for later is shown', async () => {
  const questions = new Questions();
  const page = loading(questions);
  page.now.again();
  questions.all[1].answer('later');
  await settled();
  questions.all[0].answer('earlier');
  await settled();
  assert.equal(page.now.value, 'later');
});

test('asking again faster than answers come does not keep them from being shown', async () => {
  const questions = new Questions();
  const page = loading(questions);
  page.now.again();
  questions.all[0].answer('first');
  await settled();
  assert.equal(page.now.value, 'first');
});

test('who asks again after something was done asks for what is looked for now', async () => {
  const questions = new Questions();
  const page = loading(questions);
  const { again } = page.now;
  page.render({ word: 'ab' });
  acted(page);
  again();
  assert.deepEqual(
    questions.all.map(({ asked }) => asked),
    ['a', 'ab', 'ab'],
  );
});

test('what the line said of a table before does not come back when it says something else', async () => {
  give({
    document: { ...listeners, visibilityState: 'visible', activeElement: null },
    window: listeners,
    location: { protocol: 'http:', host: 'bussolotto.test', search: '' },
    sessionStorage: new Store(),
    WebSocket: Line,
    setInterval: () => 0,
    clearInterval: () => {},
  });
  const table = { table: 't', match: 'm', game: 'toy', state: 'waiting', seats: [], me: { seat: null }, number: 1 };
  const page = used(({ game }) => useTable(/** @type {any} */ (table), game), {});
  acted(page);
  Line.last.open();
  Line.last.hear({ type: 'table', table });
  await settled();
  page.now.answer(/** @type {any} */ ({ ...table, me: { seat: 0 }, number: 2 }));
  Line.last.close();
  await settled();
  assert.equal(page.now.known?.line, 'lost');
  assert.equal(page.now.table.me.seat, 0);
});

test('of two match files the one that was opened last is shown, however long the other takes', async () => {
  const questions = new Questions();
  give({
    document: { ...listeners, activeElement: null, querySelector: () => ({ href: '' }) },
    fetch: (/** @type {string} */ path) => questions.ask(path).then((content) => Response.json(content)),
  });
  const page = used(OpenPage, {});
  const { onChange } = partsOf(page.now).find(({ type }) => type === 'input').props;
  onChange({ target: { files: [new Blob(['long'])] } });
  onChange({ target: { files: [new Blob(['short'])] } });
  for (const [at, game] of [
    [1, 'short'],
    [0, 'long'],
  ]) {
    questions.all[Number(at)].answer({ game });
    await settled();
    questions.all.at(-1)?.answer({ name: game });
    await settled();
  }
  assert.equal(partsOf(page.now).find(({ props }) => props.replay)?.props.game.name, 'short');
});
