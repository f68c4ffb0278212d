/** An evening that cannot begin yet says why, beside its buttons. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import './browser.js';
import { missing } from '../../src/bussolotto/web/pages/setup/evening.js';
import { LANGUAGES, translate } from '../../src/bussolotto/web/words/i18n.js';
import { catalogue } from './files.js';

const item = (/** @type {string} */ name, /** @type {number[]} */ ...seats) =>
  /** @type {any} */ ({ game: { name, seats } });
const spilorcio = item('spilorcio', 2, 3, 4, 5);
const duel = item('my-dice-your-dice', 2);

for (const lang of LANGUAGES)
  test(`what is missing is a sentence that names the games and how many play: ${lang}`, () => {
    const t = translate(lang, { ...catalogue(lang, 'spilorcio'), ...catalogue(lang, 'my-dice-your-dice') });
    const why = missing([spilorcio, duel], 3, t);
    assert.ok(/3/.test(why));
    assert.ok(why.includes(t('game.my-dice-your-dice.title')) && !why.includes(t('game.spilorcio.title')), why);
    assert.ok(missing([], 3, t).length > 10);
    assert.ok(!missing([], 3, t).includes('evening.'));
  });
