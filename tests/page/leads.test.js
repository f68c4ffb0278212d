/** Who leads at a table of Cincinnati and by what, as it is said beside the dice; `rolls.test.js` holds who does. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Person } from '../../src/bussolotto/games/cincinnati/page/scene.js';
import { KEEPS } from '../../src/bussolotto/web/table/keeps.js';
import { translate } from '../../src/bussolotto/web/words/i18n.js';
import { catalogue } from './files.js';

const [A, C] = [0, 2];
const OPTIONS = { condition_a: 'three-of-a-kind', condition_b: '4', condition_c: '11' };
const t = translate('en', catalogue('en', 'cincinnati'));

/** What stands beside the dice of somebody. @param {number} table @param {number[]} faces @param {boolean} leads */
function told(table, faces, leads) {
  const index = KEEPS.findIndex((keep) => keep.join() === faces.join());
  const view = { dice: [index], kept: [462], seats: 1, chosen: [table + 1] };
  const seats = [{ seat: 0, name: 'Anna', kind: 'person' }];
  const person = /** @type {any} */ (
    Person(/** @type {any} */ ({ view, held: view, options: OPTIONS, seats, seat: 0, t, table, leads }))
  );
  return { words: textsIn(person).join(' ').replaceAll(/\s+/g, ' '), marked: person.props.class.includes('cin-leads') };
}

/** All texts of a part of the page. @param {any} part @returns {string[]} */
function textsIn(part) {
  if (Array.isArray(part)) return part.flatMap(textsIn);
  if (typeof part === 'string') return [part];
  return part?.props ? textsIn(part.props.children) : [];
}

test('the one who leads is said to, by the hand; at C by the sum of the pips and by no name of a hand', () => {
  assert.deepEqual(told(A, [4, 4, 4, 4, 6], true).marked, true);
  assert.ok(/Anna.*leads.*four of a kind/i.test(told(A, [4, 4, 4, 4, 6], true).words));
  assert.ok(/leads.*9 pips/.test(told(C, [1, 1, 1, 2, 4], true).words));
  assert.ok(!/kind/.test(told(C, [1, 1, 1, 2, 4], true).words));
  assert.ok(!/leads/.test(told(C, [1, 1, 1, 2, 4], false).words));
});
