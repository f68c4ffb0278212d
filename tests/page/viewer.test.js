/** Watching a match that is over: what is told at a moment, and in which view. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import './browser.js';
import { CHANCE } from '../../src/bussolotto/web/line/steps.js';
import { openingOf, toldAt } from '../../src/bussolotto/web/pages/viewer.js';

const event = { word: 'clears', ms: 1300, values: { seat: 1, gain: 25_000 } };
const frame = /** @type {any} */ ({ view: { wealth: 60 }, scene: { wealth: 35 }, events: [event] });

test('an event is told in its scene, where its gain is still to be counted', () => {
  assert.deepEqual(toldAt(frame, false), { view: { wealth: 35 }, event });
});

test('at the end of the match a gain is not counted twice', () => {
  assert.deepEqual(toldAt(frame, true), { view: { wealth: 60 }, event: { ...event, values: { seat: 1 } } });
});

test('where nothing stops the table the view is that of the position', () => {
  const quiet = { ...frame, scene: undefined, events: [{ ...event, ms: 0 }] };
  assert.deepEqual(toldAt(quiet, false), { view: { wealth: 60 }, event: null });
});

const seats = (/** @type {number[]} */ ...numbers) => numbers.map((seat) => /** @type {any} */ ({ seat }));

test('a replay begins where somebody first decides', () => {
  assert.equal(openingOf(seats(CHANCE, CHANCE, CHANCE, 0, CHANCE, 1)), 3, 'what chance did before is done');
  assert.equal(openingOf(seats(0, CHANCE)), 0);
});

test('where nobody decided anything it begins at the beginning', () => {
  assert.equal(openingOf(seats(CHANCE, CHANCE)), 0);
  assert.equal(openingOf([]), 0);
});
