/** Words and style sheets that modules need: fetched when a module is brought, once, and told apart where one fails. */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { learn, translator } from '../../src/bussolotto/web/words/i18n.js';
import { give } from './browser.js';

/** @type {string[]} */
let asked = [];
/** @type {Record<string, Record<string, string>>} by name; what one test has learnt, the next one knows */
const catalogues = {};
/** @type {{href: string, onload: () => void, onerror: () => void, remove: () => void}[]} */
let sheets = [];
let reachable = true; // for style sheets

beforeEach(async () => {
  asked = [];
  sheets = [];
  reachable = true;
  catalogues.en = { general: 'all' };
  give({
    fetch: async (/** @type {string} */ path) => {
      const name = path.slice('/locale/'.length, -'.json'.length);
      asked.push(name);
      const found = catalogues[name] ?? (name.startsWith('de/') ? {} : undefined);
      return { ok: Boolean(found), status: found ? 200 : 503, json: async () => found };
    },
    document: {
      querySelector: (/** @type {string} */ wanted) => sheets.find(({ href }) => wanted.includes(href)) ?? null,
      createElement: () => ({}),
      head: {
        append: (/** @type {any} */ link) => {
          link.remove = () => sheets.splice(sheets.indexOf(link), 1);
          sheets.push(link);
          setTimeout(() => (reachable ? link.onload() : link.onerror()));
        },
      },
    },
  });
});

/** The module under test, begun anew: it remembers what was fetched. */
const fresh = () =>
  /** @type {Promise<typeof import('../../src/bussolotto/web/components/needs.js')>} */ (
    import(new URL(`../../src/bussolotto/web/components/needs.js?${Math.random()}`, import.meta.url).href)
  );
const sheet = new URL('http://bussolotto.test/web/one.css');

test('a module is complete when its words and its style sheet are there', async () => {
  const { complete, needs } = await fresh();
  const { t } = await translator('en');
  catalogues['en/later-one'] = { one: 'first' };
  needs(['later-one'], [sheet]);
  assert.deepEqual(asked, ['en'], 'saying so fetches nothing');
  const module = { name: 'one' };
  assert.equal(await complete(Promise.resolve(module)), module);
  assert.equal(t('one'), 'first');
  assert.deepEqual(
    sheets.map(({ href }) => href),
    ['/web/one.css'],
  );
  await complete(Promise.resolve(module));
  needs(['later-one'], [sheet]);
  await complete(Promise.resolve({ name: 'another' }));
  assert.equal(asked.filter((name) => name === 'en/later-one').length, 1, 'once is enough');
});

test('who is brought while the same words are on their way waits for them, too', async () => {
  const { complete, needs } = await fresh();
  await translator('en');
  catalogues['en/later-shared'] = { shared: 'yes' };
  needs(['later-shared']);
  const first = complete(Promise.resolve({ name: 'one' }));
  needs(['later-shared']);
  await Promise.all([first, complete(Promise.resolve({ name: 'other' }))]);
  assert.equal(asked.filter((name) => name === 'en/later-shared').length, 1);
});

test('a module fails whose words do not come, no other one does, and they are asked for again', async () => {
  const { complete, needs } = await fresh();
  const { t } = await translator('en');
  needs(['later-lost']);
  const module = { name: 'lost' };
  await assert.rejects(complete(Promise.resolve(module)), /503/);
  catalogues['en/later-found'] = { found: 'here' };
  needs(['later-found']);
  await complete(Promise.resolve({ name: 'found' }));
  assert.equal(t('found'), 'here');
  await assert.rejects(complete(Promise.resolve(module)), /503/);
  catalogues['en/later-lost'] = { lost: 'back' };
  await complete(Promise.resolve(module));
  assert.equal(t('lost'), 'back');
});

test('words of a game replace those of all until another game is learnt', async () => {
  catalogues.en = { 'word.roll': 'Roll the dice' };
  catalogues['en/pig'] = { 'word.roll': 'Roll' };
  catalogues['en/ransom'] = { 'word.roll': 'Roll again' };
  catalogues['en/plain'] = {};
  const { t } = await translator('en');
  const told = [];
  for (const game of ['pig', 'ransom', 'pig', 'plain']) {
    await learn(game);
    told.push(t('word.roll'));
  }
  assert.deepEqual(told, ['Roll', 'Roll again', 'Roll', 'Roll the dice']);
});

test('what was learnt is known in another language, too', async () => {
  catalogues['en/later-one'] = { one: 'first' };
  catalogues.de = { general: 'alle' };
  catalogues['de/later-one'] = { one: 'erste' };
  await translator('en');
  await learn('later-one');
  const { t } = await translator('de');
  assert.deepEqual([t('one'), t('general')], ['erste', 'alle']);
});

test('what is learnt while another language comes is known in that one', async () => {
  catalogues.de = { general: 'alle' };
  catalogues['en/later-two'] = { two: 'second' };
  catalogues['de/later-two'] = { two: 'zweite' };
  await translator('en');
  const [{ t }] = await Promise.all([translator('de'), learn('later-two')]);
  assert.equal(t('two'), 'zweite');
});

test('whoever asks for a style sheet waits until it is there', async () => {
  const { styled } = await fresh();
  const there = /** @type {string[]} */ ([]);
  const first = styled(sheet.pathname).then(() => there.push('first'));
  const second = styled(sheet.pathname).then(() => there.push('second'));
  await Promise.resolve();
  assert.deepEqual(there, [], 'it is on its way');
  await Promise.all([first, second]);
  assert.equal(sheets.length, 1);
});

test('a style sheet that did not come is asked for again', async () => {
  const { styled } = await fresh();
  reachable = false;
  await styled(sheet.pathname);
  assert.deepEqual(sheets, []);
  reachable = true;
  await styled(sheet.pathname);
  assert.equal(sheets.length, 1);
});
