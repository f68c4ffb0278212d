/** What a person sets holds, whatever was under way when it was set, and whatever another tab has set. */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useSettings } from '../../src/bussolotto/web/components/shell.js';
import { LanguageChoice } from '../../src/bussolotto/web/pages/parts/choices.js';
import { loadSettings } from '../../src/bussolotto/web/storage/settings.js';
import { give, Store } from './browser.js';
import { giveFrames, partsOf, settled, used } from './hooks.js';

/** @type {Record<string, (text?: string) => void>} by path: the line brings what was asked for, or something else */
let arrive = {};

beforeEach(() => {
  giveFrames();
  arrive = {};
  const fetch = (/** @type {string} */ path) =>
    new Promise((resolve) => {
      arrive[path] = (text = '{}') => resolve(new Response(text));
    });
  give({ localStorage: new Store(), fetch });
});

const begun = () => used(() => useSettings(/** @type {any} */ ({ lang: 'en', t: () => '' })), {});

test('what is set while a language is on its way stays set', async () => {
  const page = begun();
  page.now.set({ lang: 'de' });
  page.now.set({ sound: true });
  arrive['/locale/de.json']();
  await settled();
  assert.equal(page.now.language.lang, 'de');
  assert.equal(page.now.settings.sound, true);
  assert.equal(loadSettings().sound, true);
});

test('who sets something much later changes nothing else', async () => {
  const page = begun();
  const early = page.now.set;
  page.now.set({ sound: true });
  await settled();
  early({ frame: 12 });
  await settled();
  assert.deepEqual([page.now.settings.sound, page.now.settings.frame], [true, 12]);
});

test('of two languages the one chosen last is spoken, whichever comes first', async () => {
  const page = begun();
  page.now.set({ lang: 'fr' });
  page.now.set({ lang: 'de' });
  arrive['/locale/de.json']();
  await settled();
  arrive['/locale/fr.json']();
  await settled();
  assert.equal(page.now.language.lang, 'de');
  assert.equal(loadSettings().lang, 'de');
});

test('a language that did not come can be chosen again', async () => {
  const page = begun();
  const refused = assert.rejects(page.now.set({ lang: 'de' }));
  arrive['/locale/de.json']('half of');
  await refused;
  assert.equal(loadSettings().lang, null);
  page.now.set({ lang: 'de' });
  arrive['/locale/de.json']();
  await settled();
  assert.equal(page.now.language.lang, 'de');
});

test('what another tab has set stays set', async () => {
  const page = begun();
  localStorage.setItem('bussolotto', JSON.stringify({ sound: true }));
  page.now.set({ frame: 12 });
  await settled();
  assert.deepEqual([loadSettings().sound, loadSettings().frame], [true, 12]);
});

test('who chooses a language that does not come is told why it is not spoken', async () => {
  let here = false;
  const set = async () => {
    if (!here) throw Object.assign(new Error('no line'), { code: 'offline' });
  };
  const page = used(LanguageChoice, { set });
  const german = () => partsOf(page.now).filter(({ type }) => type === 'input')[2].props;
  const problem = () => partsOf(page.now).find(({ props }) => props.class === 'problem').props.children;
  german().onChange();
  await settled();
  assert.match(problem(), /error/);
  here = true;
  german().onChange();
  await settled();
  assert.equal(problem(), '');
});
