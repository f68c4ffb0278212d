/** Dice that leave the pile, and to whom they go. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seatedDice } from '../../src/bussolotto/web/pyramid/taken.js';

const pile = (/** @type {number[]} */ ...cells) => new Set(cells);
const taker = (/** @type {number} */ cell) => ({ 1: 2, 3: 0 })[cell];

test('a die that is gone goes to who took it, one that nobody took to nobody', () => {
  assert.deepEqual(seatedDice(pile(0, 1, 3), pile(0, 3), [], taker), [{ cell: 1, seat: 2 }]);
  assert.deepEqual(seatedDice(pile(0, 1, 3), pile(1, 3), [], taker), []);
});

test('a die that was carried to another cell goes to nobody', () => {
  assert.deepEqual(seatedDice(pile(1), pile(5), [{ from: 1, to: 5 }], taker), []);
});

test('another position is no move', () => {
  const many = pile(...Array(30).keys());
  assert.deepEqual(seatedDice(many, pile(), [], taker), []);
});
