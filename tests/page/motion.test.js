/** The pile in three dimensions, as far as it is computed: how dice are turned, move and roll, how fine the picture is. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AXIS, BELOW, cellAt, CELLS, POSES, tipped } from '../../src/bussolotto/web/pyramid/lattice.js';
import { dieGeometry } from '../../src/bussolotto/web/pyramid/scene-die.js';
import { actors, KINDS, stand, timetable } from '../../src/bussolotto/web/pyramid/scene-motion.js';
import { Pace } from '../../src/bussolotto/web/pyramid/scene-pace.js';
import { middleOf, poseThatShows, turnOf } from '../../src/bussolotto/web/pyramid/scene-pile.js';
import { Quaternion, Vector3 } from '../../src/bussolotto/web/vendor/three.module.min.js';

/** @typedef {import('../../src/bussolotto/web/pyramid/types.js').PileDie} PileDie */

/** Where side X, Y, Z looks. */
const SIDES = AXIS.map(([x, y, z]) => new Vector3(-x, -y, -z));
const cell = (/** @type {number[]} */ ...triple) => cellAt(triple) ?? -1;
/** @param {number} at @param {readonly number[]} faces @returns {PileDie} */
const red = (at, faces = [1, 2, 3]) => /** @type {PileDie} */ ({ cell: at, colour: 'red', faces });
/** Where a die is on its way. @param {any} matrix */
function parts(matrix) {
  const [place, turn, scale] = [new Vector3(), new Quaternion(), new Vector3()];
  matrix.decompose(place, turn, scale);
  return { place, turn };
}

test('every cell has its die where the lattice has it', () => {
  CELLS.forEach((triple, at) => {
    const wanted = [0, 1, 2].map((way) => triple.reduce((sum, steps, axis) => sum + steps * AXIS[axis][way], 0));
    const { x, y, z } = middleOf(at);
    [x, y, z].forEach((value, way) => assert.ok(Math.abs(value - wanted[way]) < 1e-6, `${triple}`));
  });
});

test('every pose shows its faces to the sides, and the opposite ones away from them', () => {
  const { normal, face } = dieGeometry().attributes;
  const points = Array.from({ length: face.count }, (_, point) => point);
  for (const faces of POSES) {
    const turn = turnOf(poseThatShows(/** @type {any} */ (faces)));
    const looks = points.map((point) => new Vector3().fromBufferAttribute(normal, point).applyQuaternion(turn));
    SIDES.forEach((way, side) => {
      const toward = new Set(points.filter((point) => looks[point].dot(way) > 0.99).map((point) => face.getZ(point)));
      const away = new Set(points.filter((point) => looks[point].dot(way) < -0.99).map((point) => face.getZ(point)));
      assert.deepEqual([...toward], [faces[side]]);
      assert.deepEqual([...away], [7 - faces[side]]);
    });
  }
});

test('a tipped die rolls over its ridge a quarter turn', () => {
  const [from, to] = [cell(3, 3, 2), cell(2, 4, 2)];
  const before = stand([red(from)], new Map(), []);
  const moves = [{ from, to }];
  const after = stand([red(to, tipped(/** @type {any} */ ([1, 2, 3]), 0, 1))], before, moves);
  const [{ path, kind }] = actors(before, after, moves, null);
  const [first, half, last] = [0, 0.5, 1].map((share) => parts(path(share).matrix));
  const between = first.place.clone().add(last.place).multiplyScalar(0.5);
  assert.equal(kind, 'move');
  assert.ok(Math.abs(half.place.x - between.x) < 1e-6 && Math.abs(half.place.z - between.z) < 1e-6);
  assert.ok(half.place.y - between.y > 0.5 && half.place.y - between.y < 1);
  assert.ok(Math.abs(first.turn.angleTo(last.turn) - Math.PI / 2) < 1e-6, 'a quarter turn');
});

test('a die that slides down its row neither rises nor turns', () => {
  const from = cell(3, 3, 1);
  const to = BELOW[from][2];
  const before = stand([red(from)], new Map(), []);
  const moves = [{ from, to }];
  const [{ path }] = actors(before, stand([red(to)], before, moves), moves, null);
  const [first, half, last] = [0, 0.5, 1].map((share) => parts(path(share).matrix));
  assert.ok(Math.abs(half.place.y - (first.place.y + last.place.y) / 2) < 1e-6);
  assert.ok(first.turn.angleTo(last.turn) < 1e-6);
});

test('kinds of motion follow each other, each for a moment', () => {
  assert.ok(KINDS.every(([, lasts]) => lasts >= 200 && lasts <= 500));
  const [first, second] = [cell(3, 3, 2), cell(0, 8, 0)];
  const before = stand([red(first), red(second)], new Map(), []);
  const found = actors(
    before,
    stand([red(cell(2, 4, 2))], before, [{ from: first, to: cell(2, 4, 2) }]),
    [{ from: first, to: cell(2, 4, 2) }],
    new Vector3(0, 0, 1),
  );
  assert.deepEqual(found.map(({ kind }) => kind).sort(), ['move', 'take']);
  const { begins, end } = timetable(found);
  const times = [...begins.values()];
  assert.equal(times[0].since, 0);
  assert.equal(times[1].since, times[0].lasts);
  assert.equal(end, times[0].lasts + times[1].lasts);
  assert.equal(timetable([]).end, 0);
});

test('the picture gets coarser where frames are slow, and is full at rest', () => {
  const [slow, quick] = [new Pace(true), new Pace(false)];
  const first = slow.ratio(true, undefined, 1);
  for (let frame = 0; frame < 40; frame += 1) {
    slow.measure(120);
    quick.measure(16);
  }
  assert.equal(slow.ratio(true, undefined, 1), 0.5);
  assert.ok(first > 0.5 && first < 1);
  assert.ok(slow.ratio(false, undefined, 1) > 1);
  assert.equal(quick.ratio(true, undefined, 1), 1);
});
