/** The lattice of the page is that of the rules, and stands in space as the rules say. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as lattice from '../../src/bussolotto/web/pyramid/lattice.js';
import { golden } from './files.js';

const rules = golden('lattice');
const { SIDES } = lattice;
const every = [...lattice.CELLS.keys()];
const sizes = [...Array(lattice.SIZE + 1).keys()];
/** @param {readonly number[]} one @param {readonly number[]} other */
const dot = (one, other) => one.reduce((total, value, axis) => total + value * other[axis], 0);
/** @param {readonly (readonly number[])[]} rows */
const determinant = ([a, b, c]) =>
  dot(a, [b[1] * c[2] - b[2] * c[1], b[2] * c[0] - b[0] * c[2], b[0] * c[1] - b[1] * c[0]]);
/** @param {readonly number[]} found @param {readonly number[]} wanted @param {string} [what] */
const near = (found, wanted, what) =>
  assert.ok(
    found.every((value, place) => Math.abs(value - wanted[place]) < 1e-9),
    `${what ?? ''} ${found} is not ${wanted}`,
  );

test('cells and what lies round them', () => {
  assert.deepEqual(lattice.CELLS, rules.cells);
  assert.deepEqual(lattice.LEVEL, rules.level);
  assert.deepEqual(lattice.ABOVE, rules.above);
  assert.deepEqual(lattice.BELOW, rules.below);
  assert.deepEqual(every.map(lattice.cellText), rules.texts);
  assert.deepEqual(
    every.map((cell) => lattice.around(cell).sort((one, other) => one - other)),
    rules.around,
  );
  assert.deepEqual(
    every.map((cell) => SIDES.map((axis) => lattice.rowOf(cell, axis))),
    rules.rows,
  );
  assert.deepEqual(
    every.map((cell) => lattice.cellAt(lattice.CELLS[cell])),
    every,
  );
  assert.equal(lattice.cellAt([0, 0, 9]), undefined);
});

test('sides of a seat and of its neighbours', () => {
  assert.deepEqual(lattice.LEFT_OF, rules.left_of);
  assert.deepEqual(lattice.RIGHT_OF, rules.right_of);
  assert.deepEqual(lattice.SIDE_OF_SEAT, rules.side_of_seat);
});

test('smaller lattices are the top corner of the big one', () => {
  assert.deepEqual(sizes.map(lattice.cellsWithin), rules.within);
  assert.deepEqual(sizes.map(lattice.baseOf), rules.bases);
  for (const size of sizes)
    for (const cell of lattice.cellsWithin(size))
      assert.equal(lattice.levelIn(cell, size), size - lattice.CELLS[cell].reduce((sum, part) => sum + part, 0));
});

test('poses, and where a die comes that is tipped', () => {
  assert.deepEqual(lattice.POSES, rules.poses);
  for (const toward of SIDES)
    for (const away of SIDES.filter((side) => side !== toward)) {
      const cells = every.map((cell) => lattice.tipsTo(cell, toward, away));
      assert.deepEqual(
        cells,
        rules.tips_to.map((/** @type {number[][]} */ cell) => cell[toward][away]),
      );
      const poses = lattice.POSES.map((faces) =>
        lattice.poseOf(/** @type {any} */ (lattice.tipped(/** @type {any} */ (faces), toward, away))),
      );
      assert.deepEqual(
        poses,
        rules.tipped.map((/** @type {number[][]} */ pose) => pose[toward][away]),
      );
    }
});

test('a cell is told by level, row and place, as the player of side X sees them', () => {
  const cell = lattice.cellAt([2, 3, 1]) ?? -1;
  assert.deepEqual(lattice.addressOf(cell, 8), { level: 2, row: 3, place: 2 });
  assert.deepEqual(lattice.addressOf(cell, 6), { level: 0, row: 3, place: 2 });
});

test('dice are cubes on their corners, side X in front, Y and Z counter-clockwise from it', () => {
  const { AXIS } = lattice;
  for (const one of SIDES) for (const other of SIDES) near([dot(AXIS[one], AXIS[other])], [Number(one === other)]);
  near(
    AXIS.map(([, fall]) => fall),
    [AXIS[0][1], AXIS[0][1], AXIS[0][1]],
    'every axis falls as steeply',
  );
  assert.ok(AXIS[0][1] < 0);
  const normals = AXIS.map((axis) => axis.map((value) => -value));
  assert.ok(determinant(normals) > 0, 'GEO-10');
  assert.ok(normals[0][2] > 0 && Math.abs(normals[0][0]) < 1e-9, 'the player of side X sits in front');
});

test('cells stand in space as many steps along the axes as their coordinates say', () => {
  for (const cell of every) {
    const [a, b, c] = lattice.CELLS[cell];
    const wanted = SIDES.map((way) =>
      dot(
        [a, b, c],
        lattice.AXIS.map((axis) => axis[way]),
      ),
    );
    near(lattice.centreOf(lattice.CELLS[cell]), wanted, lattice.cellText(cell));
  }
});

test('a die is turned so that it shows its faces to the sides, and is never a mirror image', () => {
  for (const faces of lattice.POSES) {
    const columns = lattice.orientationOf(/** @type {any} */ (faces));
    near([determinant(columns)], [1]);
    faces.forEach((face, side) => {
      const looks = columns[Math.min(face, 7 - face) - 1].map((value) => value * (face <= 3 ? 1 : -1));
      near(
        looks,
        lattice.AXIS[side].map((value) => -value),
        `${faces} to side ${side}`,
      );
    });
  }
});
