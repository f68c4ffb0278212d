/** Dice that are thrown together: the page numbers and names them as the rules do, and knows their chances. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { handName, leading, meets, worthAt } from '../../src/bussolotto/games/cincinnati/page/hands.js';
import { keptAfter } from '../../src/bussolotto/games/cincinnati/page/own-dice.js';
import { hope } from '../../src/bussolotto/games/spilorcio/page/position.js';
import { placings } from '../../src/bussolotto/games/spilorcio/page/placing.js';
import { PHASE, SOURCE } from '../../src/bussolotto/games/spilorcio/page/position.js';
import { scenes } from '../../src/bussolotto/games/spilorcio/page/scenes.js';
import { count, KEEPS, keepNumber, PLACE } from '../../src/bussolotto/web/table/keeps.js';
import { changed, golden, PACKAGE, readJson } from './files.js';

/** @typedef {import('../../src/bussolotto/games/spilorcio/page/facts.js').View} View */
/** @typedef {{before: View, after: View, plies: {seat: number, action: number}[]}} Turn */

const rules = golden('rolls');
const { reach } = readJson(new URL('web/dice-odds.json', PACKAGE));

/** Decisions of random matches of Spilorcio. @type {Turn[]} */
const TURNS = Object.values(golden('turns')).flatMap((match) => {
  let view = /** @type {any} */ ({});
  const views = match.map((/** @type {{view: object}} */ turn) => (view = changed(view, turn.view)));
  return match.slice(1).map((/** @type {{plies: number[][]}} */ { plies }, /** @type {number} */ turn) => ({
    before: views[turn],
    after: views[turn + 1],
    plies: plies.map(([seat, action]) => ({ seat, action })),
  }));
});

test('keeps are numbered as in the rules', () => {
  assert.deepEqual(KEEPS, rules.keeps);
  assert.equal(PLACE, rules.place);
  KEEPS.forEach((faces, number) => assert.equal(keepNumber([...faces].reverse()), number));
});

test('the table of chances is that of the rules, to the last digit', () => assert.deepEqual(reach, rules.reach));

test('hands are named and judged as in the rules', () => {
  rules.hands.forEach((/** @type {[number[], string]} */ [faces, name], /** @type {number} */ hand) => {
    assert.equal(handName(faces), name);
    rules.conditions.forEach(
      (/** @type {[number, string, string]} */ [table, option, asked], /** @type {number} */ at) =>
        assert.equal(
          meets(table, faces, { [option]: asked }),
          rules.meets[at][hand] === '1',
          `${faces}: ${option} ${asked}`,
        ),
    );
  });
});

test('hands are as good as in the rules, at each table', () => {
  for (const [table, ranks] of [
    [0, rules.worth[0]],
    [1, rules.worth[0]],
    [2, rules.worth[1]],
  ]) {
    const ascending = rules.hands
      .map((/** @type {[number[], string]} */ [faces], /** @type {number} */ hand) => ({ faces, rank: ranks[hand] }))
      .sort((/** @type {{rank: number}} */ one, /** @type {{rank: number}} */ other) => one.rank - other.rank);
    const worths = ascending.map((/** @type {{faces: number[]}} */ { faces }) => worthAt(table, faces));
    for (let at = 1; at < worths.length; at += 1) {
      const place = worths[at].findIndex((/** @type {number} */ n, /** @type {number} */ i) => n !== worths[at - 1][i]);
      assert.ok(worths[at][place] > worths[at - 1][place], `table ${table}: ${ascending[at].faces}`);
    }
  }
});

test('who leads at a table of Cincinnati meets its condition and is beaten by nobody there', () => {
  const options = { condition_a: 'three-of-a-kind', condition_b: '4', condition_c: '11' };
  const lead = (/** @type {number} */ table, /** @type {string[]} */ ...hands) =>
    leading(
      table,
      hands.map((text) => ({ faces: [...text].map(Number) })),
      options,
    ).map(({ faces }) => faces.join(''));
  assert.deepEqual(lead(0, '22256', '11144', '12345'), ['11144']); // a straight does not meet it (CIN-3)
  assert.deepEqual(lead(0, '33345', '33345', '22256'), ['33345', '33345']); // a duel (CIN-12)
  assert.deepEqual(lead(1, '12344', '23456', '66666'), ['23456']);
  assert.deepEqual(lead(2, '11126', '11224', '13444'), ['11224']); // the lower sum (CIN-4)
  assert.deepEqual(lead(0, '11234', ''), []);
});

test('after a roll what stayed is kept, and what has fallen to match it', () => {
  const kept = (/** @type {number | null} */ table, /** @type {string} */ stayed, /** @type {string} */ fell) => {
    const dice = [...`${stayed}${fell}`].map((face, id) => ({ id, face: Number(face) }));
    const ids = dice.slice(stayed.length).map(({ id }) => id);
    return keptAfter({ dice, throwing: { key: '', ids } }, table)
      .map((id) => dice[id].face)
      .join('');
  };
  assert.equal(kept(0, '33', '315'), '333'); // as many alike as possible
  assert.equal(kept(1, '234', '25'), '2345'); // one of each in a row
  assert.equal(kept(1, '34', '561'), '3456');
  assert.equal(kept(2, '12', '165'), '121'); // nothing higher than what was low enough before
  assert.equal(kept(null, '6', '663'), '666');
  assert.equal(kept(0, '', '33311'), '');
});

test('the chances beside the rows of Spilorcio are those of the rules', () => {
  const views = TURNS.map(({ after }) => after).filter(({ phase }) => phase === PHASE.keeping);
  assert.ok(views.length > 100);
  for (const view of views)
    for (const row of [0, 1, 2, 3, 4]) {
      const [roll, aside] = [KEEPS[view.roll], KEEPS[view.aside]];
      const needs = view.length[row] - view.filled[row] - count([...roll, ...aside], row + 1);
      const left = roll.length - Math.max(1, count(roll, row + 1));
      const told = hope(view, row, [], reach);
      assert.equal(told.needs, Math.max(0, needs));
      assert.ok(told.chance !== null && Math.abs(told.chance - (rules.reach[left][Math.max(0, needs)] ?? 0)) < 1e-12);
    }
});

test('the pictures of a placing end where the rules end', () => {
  const placed = TURNS.filter(
    ({ before, after }) => before.phase === PHASE.placing || after.turn !== before.turn || after.phase >= PHASE.placing,
  );
  assert.ok(placed.length > 300, `${placed.length}`);
  let completed = 0;
  for (const { before, after } of placed) {
    const shown = before.phase === PHASE.placing ? before.placed : 0;
    const pictures = placings(before, after);
    assert.equal(pictures.length, after.placed - shown);
    const last = pictures.at(-1)?.view ?? before;
    completed += pictures.filter((picture) => picture.completed).length;
    assert.deepEqual(last.filled, after.filled);
    const lying = last.filled.reduce(
      (sum, filled, row) => sum + filled + Number(filled > 0 && last.double[row] > 0),
      0,
    );
    assert.equal(last.chips.reduce((sum, chips) => sum + chips, 0) + last.reserve + lying, last.chips_in_all);
    const borrowed = after.source.slice(shown, after.placed).some((source) => source & SOURCE.borrowed);
    if (!before.debt && !borrowed) assert.deepEqual([last.chips, last.reserve], [after.chips, after.reserve]);
  }
  assert.ok(completed > 50, String(completed));
});

test('what happened is shown scene by scene, and the last one is the position', () => {
  for (const { before, after, plies } of TURNS)
    assert.deepEqual(scenes(before, after, /** @type {any} */ (plies), null).at(-1)?.view, after);
});
