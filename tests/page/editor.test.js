/** Writing a rule sheet: walks through its match, lines of its text, what is kept in the browser. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { give, Store } from './browser.js';

import { Desk, useKeeping } from '../../src/bussolotto/web/pages/editor/desk.js';
import { lineBounds, linesOf } from '../../src/bussolotto/web/pages/editor/lines.js';
import { merged } from '../../src/bussolotto/web/pages/editor/trial.js';
import { WORDS } from '../../src/bussolotto/web/pages/editor/words.js';
import * as walks from '../../src/bussolotto/web/pages/editor/walk.js';
import { draftOf, forgetDraft, keepDraft } from '../../src/bussolotto/web/storage/drafts.js';
import { translate } from '../../src/bussolotto/web/words/i18n.js';
import { PACKAGE, readJson } from './files.js';
import { giveFrames, partsOf, settled, used } from './hooks.js';

test('a walk goes on, back and begins again, with the same dice or others', () => {
  const first = { seed: 7, seats: 3, decisions: [] };
  const one = walks.further(first, 2, 11);
  assert.deepEqual(walks.further(one, 0, 5).decisions, [
    { seat: 2, action: 11 },
    { seat: 0, action: 5 },
  ]);
  assert.deepEqual([walks.back(one), walks.again(one)], [first, first]);
  assert.deepEqual(walks.withSeats(one, 4), { ...first, seats: 4 });
  const other = walks.otherDice(one);
  assert.deepEqual({ ...other, seed: 7 }, first);
  assert.ok(Number.isInteger(other.seed) && other.seed < 2 ** 32 && other.seed !== 7);
});

test('a line is found in a text, also where the text has become shorter', () => {
  const text = 'sheet = 1\n\n[game]';
  assert.deepEqual(linesOf(text), ['sheet = 1', '', '[game]']);
  assert.deepEqual(
    [1, 2, 3, 9].map((line) => lineBounds(text, line)),
    [
      [0, 9],
      [10, 10],
      [11, 17],
      [17, 17],
    ],
  );
});

test('facts and texts that did not come again are those of before', () => {
  /** @type {any} */
  const asked = { text: 'b', walk: walks.newWalk() };
  /** @type {any} */
  const [facts, match] = [{ name: 'embers' }, { legal: [] }];
  const first = merged(
    { fault: null, game: 'x', facts, texts: { a: '1' }, match },
    { asked, lang: 'en', number: 1, last: null },
  );
  const then = merged(
    { fault: null, game: 'x', facts: null, texts: null, match },
    { asked, lang: 'en', number: 2, last: first },
  );
  assert.deepEqual(then, { ...first, number: 2 });
});

test('a draft is kept for each sheet that it was begun from, the latest ones only', () => {
  give({ localStorage: new Store() });
  const draft = (/** @type {string} */ of, text = 'x') => ({ of, text, walk: walks.newWalk() });
  keepDraft(draft(''));
  keepDraft(draft('last-light', 'y'));
  keepDraft(draft('', 'z'));
  assert.deepEqual([draftOf('')?.text, draftOf('last-light')?.text, draftOf('other')], ['z', 'y', null]);
  forgetDraft('last-light');
  assert.equal(draftOf('last-light'), null);
  for (let n = 0; n < 40; n++) keepDraft(draft(`sheet-${n}`));
  assert.equal(draftOf(''), null);
  localStorage.setItem(
    'bussolotto-drafts',
    '[{"of":"","text":3},null,{"of":"a","text":"b","walk":{"seed":1,"decisions":[]}}]',
  );
  assert.deepEqual([draftOf(''), draftOf('a')?.text], [null, 'b']);
  localStorage.setItem('bussolotto-drafts', '{');
  assert.equal(draftOf('a'), null);
});

test('a translator with the texts of a sheet asks them first, then those that are learnt later', () => {
  /** @type {Record<string, string>} */
  const learnt = { dice: 'Dice', yes: 'Yes' };
  const t = translate('en', learnt).with({ dice: 'Embers' });
  learnt.no = 'No';
  assert.deepEqual([t('dice'), t('yes'), t('no'), t.has('else')], ['Embers', 'Yes', 'No', false]);
});

test('every word of a sheet that is listed is explained, and every one that is explained is listed', () => {
  const told = Object.keys(readJson(new URL('locale/parts/later-words.en.json', PACKAGE)));
  const listed = Object.entries(WORDS).flatMap(([group, words]) => [group, ...words.map((word) => `${group}.${word}`)]);
  assert.deepEqual(told.sort(), ['how', ...listed].map((key) => `sheet-words.${key}`).sort());
});

test('what is typed while a sheet is being kept stays as a draft', async () => {
  const kept = await keeping('name = "Embers"', 'name = "Embers"\n# and more');
  assert.equal(kept?.text, 'name = "Embers"\n# and more');
});

test('a sheet that was kept as it stands is no draft any more', async () => {
  assert.equal(await keeping('name = "Embers"', 'name = "Embers"'), null);
});

/** The draft that is left of a sheet once the server has it. @param {string} sent @param {string} typed meanwhile */
async function keeping(sent, typed) {
  giveFrames();
  give({ localStorage: new Store(), fetch: async () => Response.json({ sheet: 'embers' }) });
  const walk = { seed: 1, seats: null, decisions: [] };
  const page = used(() => useKeeping('', sent), {});
  const kept = page.now.keep(/** @type {any} */ ({ preventDefault: () => {} }));
  keepDraft({ of: '', text: typed, walk });
  await kept;
  return draftOf('');
}

test('what is answered to a sheet does not become a part of the match of the one that replaces it', async () => {
  giveFrames();
  /** @type {((content: any) => void)[]} */
  const answers = [];
  const fetch = () => new Promise((resolve) => answers.push((content) => resolve(Response.json(content))));
  give({ localStorage: new Store(), fetch });
  const tried = (/** @type {any[]} */ decisions) => ({
    game: 'a',
    facts: {},
    texts: {},
    fault: null,
    match: { decisions },
  });
  const page = used(Desk, { of: '', examples: [], source: 'A', handed: '' });
  const one = (/** @type {string} */ name) => partsOf(page.now).find(({ type }) => type.name === name)?.props;
  page.render({});
  while (!answers.length) await settled();
  answers[0](tried([]));
  await settled();
  one('Position').go({ more: 1 });
  one('Start').replace('B');
  await settled();
  answers[1](tried([{ seat: 0, action: 1 }]));
  await settled();
  assert.deepEqual(one('Position').walk.decisions, []);
});
