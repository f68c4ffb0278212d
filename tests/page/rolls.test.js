/** Dice that are thrown together: the page numbers and names them as the rules do, and knows their chances. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { handName, meets } from '../../src/bussolotto/games/cincinnati/page/hands.js';
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
