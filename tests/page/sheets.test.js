/** Rule sheets: what is told of one in words, a sheet in an address, house rules in a file. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { give, listeners } from './browser.js';
import { decoded, encoded } from '../../src/bussolotto/web/line/address.js';
import { isRules, readRules, writeRules } from '../../src/bussolotto/web/pages/setup/rules-file.js';
import { Page as Open } from '../../src/bussolotto/web/pages/open.js';
import { Bring } from '../../src/bussolotto/web/pages/sheets/bring.js';
import { fromHash, isBroken } from '../../src/bussolotto/web/pages/sheets/handed.js';
import {
  came,
  credit,
  groups,
  length,
  numbers,
  places,
  playedBy,
  summary,
  versions,
} from '../../src/bussolotto/web/pages/sheets/words.js';
import { learn, learnTitle, translate, translator } from '../../src/bussolotto/web/words/i18n.js';
import { listedTitle } from '../../src/bussolotto/web/words/listed.js';
import { gameTitle } from '../../src/bussolotto/web/words/names.js';
import { PACKAGE, readJson } from './files.js';
import { giveFrames, partsOf, settled, used } from './hooks.js';

const t = translate('en', {
  ...readJson(new URL('locale/parts/later-sheets.en.json', PACKAGE)),
  'player.medium': 'Medium bot',
});
const figures = { seats: 2, matches: 2000, decisions: [18, 20, 25], places: [0.52, 0.48], endings: {}, by: 'random' };
/** @type {any} */
const sheet = { title: 'Embers', authors: ['Anna', 'Bruno'], licence: 'CC0', seats: [2, 3, 4], measured: [figures] };

test('a sheet is told with whose it is, for how many, how long and how even', () => {
  assert.equal(credit(t, sheet), 'by Anna, Bruno · CC0');
  assert.equal(credit(t, { ...sheet, authors: [], licence: '' }), '');
  assert.deepEqual([numbers([2, 3, 4]), numbers([3]), numbers([2, 4])], ['2\u2060–\u20604', '3', '2, 4']);
  assert.equal(length(t, figures), 'about 20 decisions (18\u2060–\u206025)');
  assert.equal(length(t, { ...figures, decisions: [1, 1, 1] }), '1 decision');
  assert.equal(
    summary(t, sheet, 'en'),
    '2\u2060–\u20604 players · about 20 decisions (18\u2060–\u206025) · wins in the order of play 52% · 48% ± 2.2 (2,000 random matches)',
  );
  assert.equal(summary(t, { ...sheet, seats: [1], measured: null }, 'en'), '1 player');
  const bots = { ...figures, matches: 60, by: 'medium' };
  const none = { ...figures, seats: 3, matches: 0, by: 'medium' };
  assert.ok(
    summary(t, { ...sheet, measured: [figures, bots, none] }, 'en').endsWith('52% · 48% ± 12 (60 matches, Medium bot)'),
  );
  assert.deepEqual(groups([figures, bots, none]), [[figures], [bots]]);
  assert.equal(playedBy(t, [bots]), 'From 60 matches among bots for each number of players (Medium bot).');
});

test('shares of few matches are told with their interval, as wide as the least certain one', () => {
  const few = { ...figures, matches: 22, places: [18 / 22, 4 / 22] };
  assert.equal(places(few, 'en'), '81.8% · 18.2% ± 16');
  assert.equal(places({ ...few, matches: 2000, places: [0.52, 0.48] }, 'en'), '52% · 48% ± 2.2');
  assert.equal(places({ ...few, matches: 2, places: [1, 0] }, 'en'), '100% · 0% ± 33');
  assert.equal(places({ ...few, seats: 1, places: [1] }, 'en'), '100%', 'who plays alone always wins');
});

test('a sheet is told with when it came and with its other versions', () => {
  const all = [3, 2, 1].map((day) => ({ sheet: `light-${day}`, since: Date.UTC(2026, 4, day, 12) / 1000 }));
  const told = all.map((one) => versions({ ...sheet, ...one, versions: all }));
  assert.deepEqual(
    told.map(({ newest, earlier }) => [newest?.sheet ?? '', earlier.map((one) => one.sheet)]),
    [
      ['', ['light-2', 'light-1']],
      ['light-3', ['light-1']],
      ['light-3', []],
    ],
  );
  const [newest, middle, first] = all.map((one) => came(t, { ...sheet, ...one, versions: all }, 'en'));
  assert.match(newest, /^here since May 3, 2026, .* · 2 earlier versions$/);
  assert.match(middle, / · 1 earlier version$/);
  assert.match(first, /^here since May 1, 2026, [^·]*$/);
});

test('an address holds any text, and what is none gives nothing', () => {
  const text = 'title = "Glühwürmchen 🎲"\n';
  assert.match(encoded(text), /^[\w-]+$/);
  assert.equal(decoded(encoded(text)), text);
  assert.equal(fromHash(`#${encoded(text)}`), text);
  assert.deepEqual([fromHash(''), fromHash('#%%'), fromHash('#_w')], ['', '', '']);
  assert.equal(fromHash(`#${encoded('#'.repeat(20_000))}`).length, 8193);
  const broken = ['', '#', '#main', `#${encoded(text)}`, `#${encoded(text)}%`, '#garbage!'].map(isBroken);
  assert.deepEqual(broken, [false, false, false, false, true, true], 'the link over the header leads to #main');
});

test('house rules are written to a file and read from it', () => {
  const rules = { game: 'pig', name: 'Sundays', options: { goal: '50' }, seats: 2 };
  const told = { ...rules, authors: ['Carla'], licence: 'CC-BY-4.0', about: 'For long evenings.' };
  /** @type {any} */
  const preset = { ...told, preset: 'x', link: '/p/x', by: 'Anna', mine: true, rules: 1, fits: true };
  assert.ok(isRules(writeRules(preset)) && !isRules('sheet = 1'));
  assert.deepEqual(readRules(writeRules(preset)), told);
  const nobodys = { ...told, authors: [], about: '' };
  assert.deepEqual(readRules(writeRules({ ...preset, ...nobodys, licence: '' })), { ...nobodys, licence: null });
  for (const other of ['{', '{}', '{"kind": "a match"}', '{"kind": null, "game": "pig"}']) {
    assert.equal(readRules(other), null, other);
  }
});

test('a game made of a sheet has a name even where its title is not known', () => {
  assert.equal(gameTitle(t, 'last-light-73194629fffb4f5a'), 'Last light');
  assert.equal(gameTitle(t, 'pig'), 'pig');
});

test('a sheet that is mentioned has its title and author, and no word of the table is changed', async () => {
  const sheet = 'last-light-73194629fffb4f5a';
  const answers = /** @type {Record<string, object>} */ ({
    '/locale/en.json': { 'game.by': '{title}, by {name}', 'word.take': 'Take' },
    '/locale/en/pig.json': { 'word.take': 'Grab' },
    [`/locale/en/${sheet}.json`]: {
      [`game.${sheet}.title`]: 'Last Light',
      [`game.${sheet}.author`]: 'Anna',
      'word.take': 'Pick',
    },
    '/locale/it.json': { 'game.by': '{title}, di {name}', 'word.take': 'Prendi' },
    '/locale/it/pig.json': {},
  });
  const { fetch } = globalThis;
  globalThis.fetch = /** @type {any} */ (async (/** @type {string} */ path) => Response.json(answers[path]));
  try {
    const { t: en } = await translator('en');
    await learn('pig');
    assert.equal(listedTitle(en, sheet), 'Last light');
    assert.equal(listedTitle(en, sheet, 'Last Light', 'Anna'), 'Last Light, by Anna');
    await learnTitle(sheet);
    assert.deepEqual(
      [listedTitle(en, sheet), listedTitle(en, 'pig'), en('word.take')],
      ['Last Light, by Anna', 'pig', 'Grab'],
    );
    const { t: it } = await translator('it');
    assert.deepEqual([listedTitle(it, sheet), it('word.take')], ['Last Light, di Anna', 'Prendi']);
  } finally {
    globalThis.fetch = fetch;
  }
});

test('a file that was corrected can be chosen again where one is brought or opened', async () => {
  giveFrames();
  for (const Where of [Bring, Open]) {
    give({
      ...listeners,
      document: { ...listeners, activeElement: null, querySelector: () => ({ href: '' }) },
      location: new URL('http://bussolotto.test/sheets'),
      fetch: async () => refused(),
    });
    const page = used(Where, {});
    const input = partsOf(page.now).find(({ type, props }) => type === 'input' && props.type === 'file');
    const target = { files: [new File(['sheet = 2'], 'embers.toml')], value: 'embers.toml' };
    input.props.onChange({ target });
    assert.equal(target.value, '', 'what is chosen next is another file for the browser, though it has the same name');
    await settled();
  }
});

/** What the server says of a file that is none. */
const refused = () => Response.json({ code: 'sheet-syntax', text: 'no', values: {} }, { status: 400 });
