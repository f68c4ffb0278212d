/** What happened, in words: every step of a golden playthrough of every game, in every language. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lines } from '../../src/bussolotto/web/pages/parts/log.js';
import { translate } from '../../src/bussolotto/web/words/i18n.js';
import { catalogue, changed, golden, PACKAGE } from './files.js';

const LANGUAGES = ['it', 'en', 'de', 'fr'];
const SAID = /^cli\.said\./;
const NOTATION = /(?<!\d)\d,\d,\d(?!\d)|(?<![\d.,])[1-6]{3}(?![\d.,])/; // 1,5,1 and 154, but not 20,000

/** @typedef {{version: number, seat: number, text: string, keys: string[]}} Told a line, and the texts that were asked for */

/**
 * The log of a story as its page tells it.
 * @param {string} game @param {any} story @param {string} lang
 * @returns {Promise<Told[]>}
 */
async function toldBy(game, { names, apart, opening, steps }, lang) {
  const page = await import(new URL(`games/${game.replaceAll('-', '_')}/page/page.js`, PACKAGE).href);
  const texts = catalogue(lang, game);
  let view = opening;
  const all = steps.map((/** @type {[number, string, object]} */ [seat, text, change], /** @type {number} */ at) => {
    const before = view;
    view = changed(view, change);
    return { seat, text, action: null, version: at + 1, before, after: view };
  });
  /** @type {string[]} */
  let keys = [];
  const spoken = translate(lang, texts);
  const t = Object.assign(
    (/** @type {string} */ key, /** @type {Record<string, string | number>} */ values) => {
      keys.push(key);
      assert.ok(spoken.has(key) || spoken(key, values) !== key, `${lang} lacks ${key}`);
      const said = spoken(key, values);
      return said;
    },
    { has: spoken.has },
  );
  const watched = {
    ...page,
    sentence: (/** @type {any[]} */ ...args) => {
      keys = [];
      const said = page.sentence(...args);
      asked.set(args[0].version, keys);
      return said;
    },
  };
  const asked = new Map();
  const found = lines(watched, all, { names, t: /** @type {any} */ (t), game, me: null, apart });
  return found.map((line) => ({ ...line, keys: asked.get(line.version) }));
}

for (const [game, story] of Object.entries(golden('stories')))
  test(`${game} is told whole, in every language`, async () => {
    const versions = [];
    for (const lang of LANGUAGES) {
      const told = await toldBy(game, story, lang);
      versions.push(told.map(({ version }) => version).join());
      for (const { text, version } of told) assert.ok(!/[{}]|undefined|NaN/.test(text), `step ${version}: ${text}`);
      for (const { text } of told) assert.ok(!NOTATION.test(text), `a place or a pose as it is written: ${text}`);
    }
    assert.deepEqual(new Set(versions).size, 1, 'the same steps are told in every language');
  });

for (const [game, story] of Object.entries(golden('stories')))
  test(`${game} is told on its page without any sentence of the command line`, async () => {
    const told = await toldBy(game, story, 'en');
    assert.deepEqual(
      told.flatMap(({ keys }) => keys.filter((key) => SAID.test(key))),
      [],
    );
  });

test('cards that come are named as they stand on the tables', async () => {
  const told = await toldBy('cincinnati', golden('stories').cincinnati, 'en');
  const cards = told.find(({ text }) => text.startsWith('New cards'))?.text.replaceAll('\u00a0', ' ') ?? '';
  assert.match(cards, /15,000, 25,000, 2 tokens/);
});
