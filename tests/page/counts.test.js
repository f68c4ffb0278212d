/** What is counted for people: dice that a Stop has overlooked, and dice that a seat has won and lost. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PHASE } from '../../src/bussolotto/games/perspectives/page/facts.js';
import { sentence } from '../../src/bussolotto/games/perspectives/page/words.js';
import { Army } from '../../src/bussolotto/games/wuerfelmarsch/page/hand.js';

/** A text as its key and its values. */
const t = Object.assign(
  (/** @type {string} */ key, /** @type {object} */ values = {}) => `${key} ${Object.values(values).join(' ')}`.trim(),
  { has: () => true },
);

/**
 * What is told of a Stop by seat 0, whose dice show 3 3 5; 3 is the number of the throw, `handicap` its other one.
 * @param {{handicap: number, bonus: number, grant: number, placed?: number}} round `placed`: dice placed just before,
 *   which came with the same message
 */
function stopped({ handicap, bonus, grant, placed = 0 }) {
  const shown = [[0, 0, 2, 0, 1, 0]];
  const before = { plies: 50, phase: PHASE.placing, number: 3, handicap: [handicap], shown, bonus_dice: bonus };
  const steps = Array.from({ length: placed }, (_, at) => ({ seat: 0, text: 'turquoise 1,1,6', version: 51 + at }));
  const step = { seat: 0, text: 'stop', action: null, version: 51 + placed };
  const after = { ...before, plies: step.version, phase: PHASE.granting, grant };
  const context = { before, after, names: ['Anna'], t, game: 'perspectives', steps: [...steps, step], index: placed };
  return sentence(/** @type {any} */ (step), /** @type {any} */ (context));
}

test('a Stop tells how many dice were overlooked, whatever each of them gives the others', () => {
  const early = (/** @type {number} */ n) => `told.perspectives.early Anna ${n}`;
  assert.equal(stopped({ handicap: 5, bonus: 1, grant: 3 }), `${early(3)} told.perspectives.grant 3`);
  assert.equal(stopped({ handicap: 5, bonus: 2, grant: 6 }), `${early(3)} told.perspectives.grant 6`);
  assert.equal(stopped({ handicap: 3, bonus: 3, grant: 6 }), `${early(2)} told.perspectives.grant 6`);
  assert.equal(stopped({ handicap: 5, bonus: 3, grant: 4 }), `${early(3)} told.perspectives.grant 4`); // four cells left
  assert.equal(stopped({ handicap: 5, bonus: 0, grant: 0 }), early(3));
  assert.equal(stopped({ handicap: 5, bonus: 2, grant: 2, placed: 2 }), `${early(1)} told.perspectives.grant 2`);
  assert.ok(!stopped({ handicap: 3, bonus: 1, grant: 0, placed: 2 }).includes('early'));
});

test('dice that others have won are lost, like those lost in ties', () => {
  const view = { army: 5, armies: [1, 5, 3], won: [1, 3, 0], lost: [2, 0, 1] };
  const told = [0, 1, 2].map((seat) => JSON.stringify(Army({ view: /** @type {any} */ (view), seat, t })));
  assert.ok(/wue\.army 1 5 1 4 2/.test(told[0])); // on the base, of the army, won, lost, of these in ties
  assert.ok(/wue\.army 5 5 3 0 0/.test(told[1]));
  assert.ok(/wue\.army 3 5 0 2 1/.test(told[2]));
});
