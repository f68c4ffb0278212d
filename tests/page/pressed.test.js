/** What is pressed while the line is slow or gone: it is done once, and who pressed hears of a refusal. */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { CopyField } from '../../src/bussolotto/web/components/copy.js';
import { get } from '../../src/bussolotto/web/line/api.js';
import { getPages } from '../../src/bussolotto/web/line/lists.js';
import { Again } from '../../src/bussolotto/web/pages/hand.js';
import { Company } from '../../src/bussolotto/web/pages/parts/away.js';
import { Offers } from '../../src/bussolotto/web/pages/parts/menu.js';
import { Report } from '../../src/bussolotto/web/pages/parts/report.js';
import { Slower } from '../../src/bussolotto/web/pages/parts/slower.js';
import { Handing } from '../../src/bussolotto/web/pages/setup/presets.js';
import { give } from './browser.js';
import { giveFrames, partsOf, seats, settled, used } from './hooks.js';

/** @type {{path: string, answer: (content: any) => void, fail: () => void}[]} */
let asked = [];

beforeEach(() => {
  giveFrames();
  asked = [];
  give({
    fetch: (/** @type {string} */ path) =>
      new Promise((resolve, reject) => {
        const answer = (/** @type {any} */ content) => resolve(Response.json(content));
        asked.push({ path, answer, fail: () => reject(new TypeError('no line')) });
      }),
  });
});

/** @param {any} page @param {string} name */
const one = (page, name) => partsOf(page.now).find(({ type, props }) => type === name || props.class === name)?.props;

test('who agrees to end without a line is told that it did not go through, and may do so again', async () => {
  const table = { table: 't', state: 'running', me: { seat: 0 }, offers: [1] };
  /** @type {any[]} */
  const changes = [];
  const changed = (/** @type {any} */ now) => void changes.push(now);
  const page = used(Offers, { table, seats, changed });
  one(page, 'button').onClick();
  asked[0].fail();
  await settled();
  assert.match(one(page, 'problem')?.children ?? '', /error/);
  one(page, 'button').onClick();
  asked[1].answer({ ...table, offers: [0, 1] });
  await settled();
  assert.equal(changes.length, 1);
  assert.equal(one(page, 'problem')?.children ?? '', '');
});

test('bots that are asked twice to be slower while the answer is under way become slower once', async () => {
  const bots = [{ seat: 0 }, { seat: 1, kind: 'bot', player: 'hard' }];
  const table = { table: 't', state: 'running', me: { seat: 0 }, seats: bots };
  const page = used(Slower, { table, changed: () => {} });
  one(page, 'button').onClick();
  one(page, 'button').onClick();
  assert.equal(asked.length, 1);
  asked[0].answer(table);
  await settled();
  one(page, 'button').onClick();
  assert.equal(asked.length, 2);
});

test('rules that cannot be forgotten without a line stay, and that is told', async () => {
  const page = used(Handing, {
    preset: { preset: 'p', name: 'ours', link: '/p/p' },
    changed: () => assert.fail('they are still there'),
  });
  const forgotten = partsOf(page.now)
    .find(({ props }) => props.go)
    .props.go();
  asked[0].fail();
  await forgotten;
  await settled();
  assert.match(one(page, 'problem')?.children ?? '', /error/);
});

test('an answer that breaks off on its way is as none', async () => {
  const broken = new ReadableStream({ pull: (body) => body.error(new TypeError('network error')) });
  give({ fetch: async () => new Response(broken, { headers: { 'content-type': 'application/json' } }) });
  await assert.rejects(get('/api/me'), { code: 'offline' });
  await assert.rejects(getPages('/api/tables', 1), { code: 'offline' });
});

test('the answer to a rematch on a telephone, which tells of no table, is not taken for one', async () => {
  const table = { table: 't', match: 'm' };
  const page = used(Again, { table, line: 'Leo has won', changed: () => assert.fail('it is no table') });
  one(page, 'button').onClick();
  asked[0].answer({ match: 'next', version: 0 });
  await settled();
  assert.equal(one(page, 'problem')?.children, '');
});

test('a refusal of what one notice offers is not told under another', async () => {
  const table = { table: 't', state: 'running', me: { seat: 0 }, seats: [{}, { left: true }] };
  const away = { seat: 0, player: 'medium', late: true };
  const page = used(Company, { table: { ...table, seats: [away, {}] }, seats, changed: () => {} });
  one(page, 'button').onClick();
  asked[0].fail();
  await settled();
  assert.match(one(page, 'problem')?.children ?? '', /error/);
  page.render({ table, seats: seats.map((seat) => ({ ...seat, left: seat.seat === 1 })) });
  assert.equal(one(page, 'notice')['data-away'], 'left');
  assert.equal(one(page, 'problem'), undefined);
});

test('a report that is sent twice while it is under way is one report, and may be sent again after a refusal', async () => {
  const page = used(Report, { at: '/api/tables/t/seats/1', name: 'Ada' });
  one(page, 'quiet').onClick();
  await settled();
  const { tell } = partsOf(page.now).find(({ props }) => props.tell).props;
  const sent = [tell({ reason: 'other', words: '' }), tell({ reason: 'other', words: '' })];
  assert.equal(asked.length, 1);
  asked[0].fail();
  for (const each of sent) await assert.rejects(each, { code: 'offline' });
  const again = tell({ reason: 'other', words: '' });
  asked[1].answer({});
  await again;
  assert.equal(asked.length, 2);
});

/** What a browser does with what is to be copied. @param {{writes?: boolean, oldWay: boolean}} does */
function giveClipboard({ writes, oldWay }) {
  const writeText = async () => assert.ok(writes, 'not allowed');
  give({ navigator: writes === undefined ? {} : { clipboard: { writeText } } });
  give({
    document: { createElement: () => assert.fail('nothing is drawn'), activeElement: null, execCommand: () => oldWay },
  });
}

for (const [way, does, told] of /** @type {const} */ ([
  ['the clipboard takes it', { writes: true, oldWay: false }, 'copied'],
  ['the clipboard is forbidden, and the old way works', { writes: false, oldWay: true }, 'copied'],
  ['there is no clipboard, and the old way works', { oldWay: true }, 'copied'],
  ['nothing works', { writes: false, oldWay: false }, 'copy.by-hand'],
  ['nothing works in a home network', { oldWay: false }, 'copy.by-hand'],
]))
  test(`who copies is told whether it was copied: ${way}`, async () => {
    giveClipboard(does);
    const page = used(CopyField, { label: 'Link', text: 'http://table' });
    let selected = false;
    const form = partsOf(page.now).find(({ type }) => type === 'form');
    const field = partsOf(page.now).find(({ type }) => type === 'input');
    field.ref.current = { type: 'text', select: () => void (selected = true) };
    form.props.onSubmit({ preventDefault: () => {} });
    await settled();
    assert.deepEqual(page.said, told === 'copied' ? [told] : []);
    assert.equal(one(page, 'problem').children, told !== 'copied' && told);
    assert.ok(told === 'copied' || selected, 'it is left to the keyboard');
  });
