/** The flat pile: every face where pictures of the rules have it, what covers what, and where keys lead. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LEADING, step } from '../../src/bussolotto/web/pyramid/keys.js';
import { ABOVE, baseOf, cellAt, CELLS, cellsWithin, COUNT, SIDES } from '../../src/bussolotto/web/pyramid/lattice.js';
import * as plan from '../../src/bussolotto/web/pyramid/plan.js';
import { drawing } from '../../src/bussolotto/web/components/random.js';
import { standing } from '../../src/bussolotto/web/pyramid/tumble.js';
import { golden } from './files.js';

const { faces: wanted } = golden('flat');
const every = [...CELLS.keys()];

/** Dice without those of some cells, each of which was free when it was taken. @param {number} seed @param {number} taken */
function heap(seed, taken) {
  const draw = drawing(seed);
  const cells = new Set(every);
  for (let left = taken; left > 0; left -= 1) {
    const free = [...cells].filter((cell) => ABOVE[cell].every((above) => !cells.has(above)));
    cells.delete(free[Math.floor(draw() * free.length)]);
  }
  return cells;
}

/** @param {ReadonlySet<number>} cells those with an uncovered face */
const seen = (cells) => [...cells].filter((cell) => plan.openRoles(cell, cells, 0).length);

/**
 * The cell whose die is seen at a point: of all dice drawn there, from below upward, the last.
 * @param {readonly number[]} point @param {Iterable<number>} cells @param {number} below
 */
const pointedAt = ([x, y], cells, below) =>
  [...cells].sort(plan.fromBelow).findLast((cell) => {
    const [left, top] = plan.placeOf(CELLS[cell], below);
    return inHexagon(x - left, y - top);
  });

/** Is this point, from the uppermost corner of a die, in one of its faces? @param {number} x @param {number} y */
const inHexagon = (x, y) =>
  SIDES.some((role) => {
    const [[right, down], [across, deep]] = [plan.STEP[(role + 1) % 3], plan.STEP[(role + 2) % 3]];
    const area = right * deep - down * across;
    return [(x * deep - y * across) / area, (y * right - x * down) / area].every((share) => share > 0 && share < 1);
  });

test('every face is where the pictures of the rules have it, from each of the three sides', () => {
  for (const below of SIDES)
    for (const cell of every)
      for (const side of SIDES) {
        const [x, y] = plan.placeOf(CELLS[cell], below);
        const [right, down] = plan.FACE_MIDDLE[plan.roleOf(side, below)];
        const [across, deep] = wanted[below][cell][side];
        const far = Math.hypot((x + right) / plan.UNIT - across, (y + down) / plan.UNIT - deep);
        assert.ok(far < 2e-3, `cell ${cell}, side ${side}, ${below} below: ${far}`);
      }
});

test('what one points at is the die that is drawn there last', () => {
  for (const taken of [0, 60, 110])
    for (const below of SIDES) {
      const cells = heap(taken + 1, taken);
      for (const cell of seen(cells))
        for (const role of plan.openRoles(cell, cells, below)) {
          const [x, y] = plan.placeOf(CELLS[cell], below);
          const [right, down] = plan.FACE_MIDDLE[role];
          assert.equal(pointedAt([x + right, y + down], cells, below), cell);
        }
    }
});

test('a full pyramid turns a wall to the onlooker: it is no corner of a room', () => {
  const size = (/** @type {number} */ role) => {
    const [[right, down], [across, deep]] = [plan.STEP[(role + 1) % 3], plan.STEP[(role + 2) % 3]];
    return Math.abs(right * deep - down * across);
  };
  assert.ok(size(0) > 1.8 * size(1) && size(1) === size(2), 'one side is seen far more squarely');
  for (const below of SIDES) {
    const [[, top], ...corners] = [0, ...baseOf(8)].map((cell) => plan.placeOf(CELLS[cell], below));
    const downs = corners.map(([, down]) => down);
    const share = (top - Math.min(...downs)) / (Math.max(...downs) - Math.min(...downs));
    assert.ok(share < 0.5, `the top stands ${share} of the way down, farther back than the middle of the base`);
  }
});

test('a die that begins to roll is where it lay', () => {
  for (const below of SIDES)
    for (const { corner, across, down, role } of standing([1, 2, 3], null, below)) {
      const middle = [0, 1].map((way) => corner[way] + (across[way] + down[way]) / 2 + plan.CENTRE[way]);
      middle.forEach((value, way) => assert.ok(Math.abs(value - plan.FACE_MIDDLE[role][way]) < 1e-9));
    }
});

test('a face is open where no die stands on it', () => {
  const cells = heap(3, 60);
  for (const cell of cells) {
    const open = SIDES.filter((side) => ABOVE[cell][side] === COUNT || !cells.has(ABOVE[cell][side]));
    assert.deepEqual(plan.openRoles(cell, cells, 1), open.map((side) => (side + 2) % 3).sort());
  }
});

test('all of a pile fits its frame', () => {
  for (const size of [5, 6, 7, 8])
    for (const below of SIDES) {
      const [left, top, width, height] = plan.frameOf(size);
      for (const cell of cellsWithin(size)) {
        const [x, y] = plan.placeOf(CELLS[cell], below);
        assert.ok(x - plan.UNIT >= left && x + plan.UNIT <= left + width, `${cell} in ${size}`);
        assert.ok(y - plan.UNIT >= top && y + plan.UNIT <= top + height, `${cell} in ${size}`);
      }
    }
});

test('a face has as many pips as it shows', () => {
  for (const shape of /** @type {const} */ (['round', 'square', 'diamond', 'triangle']))
    for (const face of [0, 1, 2, 3, 4, 5, 6]) assert.equal(plan.pipsOf(shape, face).split('M').length - 1, face);
});

test('keys lead from every cell to every other, from each side', () => {
  for (const taken of [0, 60, 130, 162])
    for (const below of SIDES) {
      const cells = seen(heap(taken + 1, taken));
      const map = { cells, below, size: 8, marked: [] };
      const next = new Map(cells.map((from) => [from, LEADING.map((key) => step(key, from, map))]));
      for (const start of cells) {
        const found = new Set([start]);
        for (const from of found) for (const to of next.get(from) ?? []) found.add(to);
        assert.equal(found.size, cells.length);
      }
    }
});

test('arrows lead as one sees it', () => {
  const map = { cells: every, below: 0, size: 8, marked: [] };
  const cell = (/** @type {number[]} */ ...triple) => cellAt(triple) ?? -1;
  const from = cell(2, 3, 3);
  assert.equal(step('ArrowLeft', from, map), cell(2, 4, 2));
  assert.equal(step('ArrowRight', from, map), cell(2, 2, 4));
  assert.equal(step('ArrowUp', from, map) === from, false);
  assert.equal(CELLS[step('ArrowUp', from, map)][0], 3, 'away from me');
  assert.equal(
    CELLS[step('PageUp', from, map)].reduce((sum, part) => sum + part),
    7,
    'a level up',
  );
  assert.equal(step('PageDown', from, map), from, 'there is nothing below the base');
  assert.equal(step('ArrowLeft', cell(0, 8, 0), map), cell(0, 8, 0), 'nor beside its corner');
});

test('Home and End lead through the places where something can be done, round and round', () => {
  const places = baseOf(8).slice(0, 3);
  const map = { cells: every, below: 0, size: 8, marked: places };
  const found = [];
  for (let at = 0, turn = 0; turn < 4; turn += 1) found.push((at = step('End', at, map)));
  assert.deepEqual(found, [...places, places[0]]);
  assert.equal(step('Home', 0, map), places[2]);
  assert.equal(step('Home', 0, { ...map, marked: [] }), 0);
});
