/** What an event says: its values in the words of the game, and a verb that fits those it tells of. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lines } from '../../src/bussolotto/web/pages/parts/log.js';
import { eventText, whyOver } from '../../src/bussolotto/web/table/told.js';
import { translate } from '../../src/bussolotto/web/words/i18n.js';

const t = translate('fr', {
  'event.toy.end-goal.one': '{names} a gagné avec {n}',
  'event.toy.end-goal.other': '{names} ont gagné avec {n}',
  'event.toy.takes.one': '{name} prend {n} dé',
  'event.toy.takes.other': '{name} prend {n} dés',
});
const told = (/** @type {string} */ word, /** @type {Record<string, any>} */ values) =>
  eventText(/** @type {any} */ ({ word, values }), { t, game: 'toy', names: ['Anna', 'Bruno', 'Carla'] });

test('the verb goes with those who have won, whatever the number of their points', () => {
  assert.equal(told('end-goal', { seats: [1], n: 12 }), 'Bruno a gagné avec 12');
  assert.ok(told('end-goal', { seats: [0, 2], n: 1 }).endsWith(' ont gagné avec 1'));
});

test('several players are joined as in a sentence', () => {
  const en = translate('en', { 'event.toy.tie': '{names} have identical dice' });
  const event = /** @type {any} */ ({ word: 'tie', values: { seats: [0, 2] } });
  const said = eventText(event, { t: en, game: 'toy', names: ['Anna', 'Bruno', 'Carla'] });
  assert.equal(said, 'Anna and Carla have identical dice');
});

test('where one player is told of, the form is that of the number', () => {
  assert.equal(told('takes', { seat: 0, n: 1 }), 'Anna prend 1 dé');
  assert.equal(told('takes', { seat: 0, n: 2 }), 'Anna prend 2 dés');
});

test('who and how much stay in one line', () => {
  const de = translate('de', { 'event.toy.stop': 'Stopp! {found}', 'event.toy.found': '{name}: {n}' });
  const event = /** @type {any} */ ({
    word: 'stop',
    values: {
      found: [
        [0, 3],
        [1, 0],
      ],
    },
  });
  const said = eventText(event, { t: de, game: 'toy', names: ['Anna', 'Bot 2'] });
  assert.equal(said, 'Stopp! Anna:\u00a03, Bot\u00a02:\u00a00');
});

test('faces that are told together stay in one line', () => {
  const en = translate('en', { 'event.toy.lifts': '{name} finds {faces}' });
  const event = /** @type {any} */ ({ word: 'lifts', values: { seat: 0, faces: [3, 4, 4] } });
  assert.equal(eventText(event, { t: en, game: 'toy', names: ['Anna'] }), 'Anna finds 3,\u00a04,\u00a04');
});

test('in the log an event is a sentence', () => {
  const events = [{ word: 'takes', values: { seat: 0, n: 2 }, ms: 0 }];
  const step = /** @type {any} */ ({ version: 1, seat: 0, text: 'take 2', events });
  const page = /** @type {any} */ ({ sentence: () => '' });
  const said = lines(page, [step], { names: ['Anna'], t, game: 'toy', me: 0 });
  assert.deepEqual(
    said.map(({ text }) => text),
    ['Anna prend 2 dés.'],
  );
});

test('an ending without a sentence of its own is told by its name, and so is why the match is over', () => {
  const en = translate('en', { 'ending.toy.last-die': 'the last die was taken alone' });
  const telling = { t: en, game: 'toy', names: ['Anna', 'Bruno'] };
  const end = (/** @type {string} */ word) => /** @type {any} */ ({ word, values: { seats: [0] } });
  assert.equal(eventText(end('end-last-die'), telling), 'The last die was taken alone.');
  assert.equal(whyOver(/** @type {any} */ ([{ events: [end('end-calm-down')] }]), telling), 'Calm down.');
  assert.equal(eventText(end('shakes'), telling), '');
});
