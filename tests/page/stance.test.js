/** Standing at the pile in 3D: where one begins, what is seen from there, looking closer, tapping twice. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ABOVE, AXIS, baseOf, cellAt, CELLS, SIDES, tipsTo } from '../../src/bussolotto/web/pyramid/lattice.js';
import { about, kept, MOST, WHOLE } from '../../src/bussolotto/web/pyramid/magnify.js';
import { Onlooker } from '../../src/bussolotto/web/pyramid/scene-camera.js';
import { middleOf } from '../../src/bussolotto/web/pyramid/scene-pile.js';
import { hiddenFrom } from '../../src/bussolotto/web/pyramid/sight.js';
import { eyeAt, firstStance, THIRD } from '../../src/bussolotto/web/pyramid/stance.js';
import { listen } from '../../src/bussolotto/web/pyramid/scene-pointer.js';
import { Taps } from '../../src/bussolotto/web/pyramid/taps.js';

const FULL = new Set(CELLS.keys());
const DEGREE = Math.PI / 180;
const cell = (/** @type {number[]} */ ...triple) => cellAt(triple) ?? -1;
/** How squarely the sides are seen from a stance: 1 is head on, below 0 from behind. @param {import('../../src/bussolotto/web/pyramid/stance.js').Stance} stance */
const squarely = (stance) => {
  const eye = eyeAt(stance, 1, 0);
  return SIDES.map((side) => -AXIS[side].reduce((sum, part, way) => sum + part * eye[way], 0));
};
/** Somebody who looks at a pile so high. @param {boolean} own @param {number} highest @param {number} [aspect] */
function onlooker(own, highest, aspect = 1.5) {
  const one = new Onlooker();
  one.own = own;
  one.fit(aspect, 8, highest);
  one.face(0, false);
  return one;
}

test('without an own side an edge comes to the front, and both sides beside it are lit', () => {
  for (const side of SIDES) {
    const stance = firstStance(side, false, 1);
    const seen = squarely(stance);
    assert.ok(seen[side] > 0.6 && seen[(side + 1) % 3] > 0.4, `both sides are seen: ${seen}`);
    assert.equal(seen.indexOf(Math.max(...seen)), side, 'the side itself is the nearest');
    assert.ok(Math.abs(stance.azimuth - (side + 0.5) * THIRD) < 15 * DEGREE, 'the edge is in front');
  }
  const one = onlooker(false, 8);
  const light = one.light();
  for (const side of [0, 1]) {
    const shine = -AXIS[side].reduce((sum, part, way) => sum + part * light.toArray()[way], 0);
    assert.ok(shine > 0.35, `side ${side} is lit: ${shine}`);
  }
});

test('who has a side of his own sees that squarely, and still a pyramid', () => {
  for (const side of SIDES) {
    const seen = squarely(firstStance(side, true, 1));
    assert.ok(seen[side] > 0.93);
    assert.ok(seen[(side + 1) % 3] > 0.1, 'the next side tells that it is no flat triangle');
  }
});

test('a full pyramid is seen from about 35 degrees, single dice from higher up', () => {
  assert.equal(Math.round(firstStance(0, false, 1).elevation / DEGREE), 35);
  assert.equal(Math.round(firstStance(0, true, 1).elevation / DEGREE), 35);
  assert.ok(firstStance(0, true, 0).elevation / DEGREE > 50);
  assert.equal(firstStance(1, true, 0).azimuth, THIRD, 'a flat base is seen straight from its side');
});

test('as the pile grows one comes down, unless one has chosen where to stand', () => {
  const one = onlooker(false, 0);
  one.fit(1.5, 8, 8);
  assert.equal(Math.round(one.elevation / DEGREE), 35);
  one.drag(0.1, 0.2);
  const { elevation } = one;
  one.fit(1.5, 8, 4);
  assert.equal(one.elevation, elevation);
  one.face(0, false);
  assert.ok(one.elevation < 45 * DEGREE && one.elevation !== elevation);
});

test('all is seen from everywhere, whatever the shape of the picture', () => {
  for (const aspect of [0.6, 1, 2.2])
    for (const side of SIDES)
      for (const own of [true, false]) {
        const one = onlooker(own, 8, aspect);
        one.face(side, false);
        for (const at of [0, ...baseOf(8)]) {
          const { x, y } = middleOf(at).project(one.camera);
          assert.ok(Math.abs(x) < 1 && Math.abs(y) < 1, `${CELLS[at]} at ${x}, ${y}`);
        }
      }
});

test('what one looks closer at stays where it is, and nothing outside is shown', () => {
  const one = onlooker(true, 8);
  const seen = () => middleOf(cell(0, 4, 4)).project(one.camera);
  const before = seen();
  one.near(2, before);
  assert.ok(seen().distanceTo(before) < 1e-6);
  one.move(0.1, 0);
  assert.ok(Math.abs(seen().x - before.x - 0.1) < 1e-6, 'it is moved as far as the fingers go');
  one.move(50, -50);
  assert.deepEqual(one.zoom, { scale: 2, x: 1, y: -1 });
  one.near(100, before);
  assert.equal(one.zoom.scale, MOST);
  one.near(1 / 100, before);
  assert.deepEqual(one.zoom, WHOLE);
  one.near(3, before);
  one.face(0, false);
  assert.deepEqual(one.zoom, WHOLE, 'going to one’s own side shows all again');
});

test('looking closer is the same for every frame', () => {
  const frame = [-300, -100, 600, 400];
  const zoom = kept(about(WHOLE, 2, { x: 300, y: 300 }), frame);
  assert.deepEqual(zoom, { scale: 2, x: -300, y: -300 });
  assert.deepEqual(kept({ ...zoom, x: 900, y: 900 }, frame), { scale: 2, x: 300, y: 100 });
});

test('turning leads from side to side, the same way as before', () => {
  for (const own of [true, false]) {
    const one = onlooker(own, 8);
    const beside = one.azimuth;
    const sides = [];
    for (let turn = 0; turn < 3; turn += 1) {
      one.turn(1, false);
      sides.push(one.side);
    }
    assert.deepEqual(sides, [2, 1, 0]);
    assert.ok(Math.abs(Math.sin(one.azimuth - beside)) < 1e-9 && Math.cos(one.azimuth - beside) > 0);
  }
});

test('what lies on the far side of a full pyramid is not seen, all the rest is', () => {
  const eye = eyeAt(firstStance(0, false, 1), 25, -2);
  const outer = [...FULL].filter((at) => ABOVE[at].some((above) => !FULL.has(above)));
  const hidden = hiddenFrom(eye, outer, FULL);
  assert.deepEqual(
    hidden.filter((at) => CELLS[at][0] === 0 || CELLS[at][1] === 0),
    [],
  );
  assert.equal(hidden.length, outer.filter((at) => CELLS[at][0] > 0 && CELLS[at][1] > 0).length);
});

test('a place behind a die is hidden, beside it is not', () => {
  const place = cell(4, 2, 2);
  const before = eyeAt({ azimuth: 0, elevation: 8 * DEGREE }, 30, -4);
  const wall = new Set([...FULL].filter((at) => CELLS[at][0] === 3));
  assert.deepEqual(hiddenFrom(before, [place], wall), [place]);
  assert.deepEqual(hiddenFrom(eyeAt({ azimuth: Math.PI, elevation: 8 * DEGREE }, 30, -4), [place], wall), []);
  assert.deepEqual(hiddenFrom(before, [place], new Set()), []);
});

test('single dice on the base hide no hollow beside them from the side they came from', () => {
  const base = new Set(baseOf(8));
  for (const side of SIDES)
    for (const at of base) {
      const beside = SIDES.flatMap((toward) =>
        SIDES.map((away) => tipsTo(at, toward, away)).filter((to) => base.has(to) && to !== at),
      );
      const standing = new Set([at]);
      const one = onlooker(true, 0);
      one.face(side, false);
      assert.deepEqual(one.hidden(beside, standing), []);
    }
});

test('one press turns to places that cannot be seen from here', () => {
  const behind = [cell(1, 7, 0), cell(2, 6, 0), cell(8, 0, 0)];
  const one = onlooker(false, 8);
  assert.deepEqual(one.hidden(behind, FULL), [behind[0], behind[1]]);
  one.show(one.hidden(behind, FULL), FULL, false);
  assert.deepEqual(one.hidden(behind, FULL), []);
});

test('two taps at one spot are a double tap, a third begins anew', () => {
  const taps = new Taps();
  assert.equal(taps.again({ x: 10, y: 10 }, 0), false);
  assert.equal(taps.again({ x: 14, y: 8 }, 200), true);
  assert.equal(taps.again({ x: 14, y: 8 }, 300), false);
  assert.equal(taps.again({ x: 90, y: 8 }, 400), false);
  assert.equal(taps.again({ x: 90, y: 8 }, 900), false);
});

test('two taps are a double tap by when they were made, however late the page hears of them', () => {
  const canvas = Object.assign(new EventTarget(), {
    setPointerCapture() {},
    getBoundingClientRect: () => ({ left: 0, top: 0 }),
  });
  const heard = /** @type {boolean[]} */ ([]);
  const hands = { tap: (/** @type {unknown} */ _, /** @type {boolean} */ again) => heard.push(again) };
  listen(/** @type {any} */ (canvas), /** @type {any} */ (hands));
  for (const made of [1000, 1100, 2000, 2400])
    for (const type of ['pointerdown', 'pointerup']) {
      const event = Object.assign(new Event(type), { pointerId: 1, button: 0, clientX: 50, clientY: 50 });
      canvas.dispatchEvent(Object.defineProperty(event, 'timeStamp', { value: made }));
    }
  assert.deepEqual(heard, [false, true, false, false]);
});
