/** Thrown dice: they end flat, with the faces on top that the server chose, and never leave the tray. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { normalOf, turned } from '../../src/bussolotto/web/cup/cube.js';
import { nearestDie } from '../../src/bussolotto/web/cup/use-stage.js';
import { atFrame, isShown, Model } from '../../src/bussolotto/web/cup/model.js';
import { POSE } from '../../src/bussolotto/web/cup/simulate.js';
import { roomFor, sizeFor } from '../../src/bussolotto/web/cup/room.js';
import { drawing } from '../../src/bussolotto/web/components/random.js';
import { closed, GONE_MS, lifted, pouring, slamming } from '../../src/bussolotto/web/cup/cup-path.js';
import { cup } from '../../src/bussolotto/web/cup/furniture.js';
import { TrayScene } from '../../src/bussolotto/web/cup/scene.js';
import { dieGeometry } from '../../src/bussolotto/web/pyramid/scene-die.js';
import { PerspectiveCamera, Vector3 } from '../../src/bussolotto/web/vendor/three.module.min.js';
import { PACKAGE, scripts } from './files.js';

/** @typedef {{faces: number[], kept: number[], room: {width: number, depth: number}, key: string}} Wish */
/** @typedef {Pick<typeof import('../../src/bussolotto/web/cup/model.js'), 'Model' | 'atFrame'>} Cup */
/** @typedef {{x: number, y: number, z: number, turn: readonly number[]}} Pose */

const ROOMS = [
  { width: 9.7, depth: 3.6 },
  { width: 8.4, depth: 5.0 },
  { width: 5.9, depth: 5.9 },
];
const FACES = [1, 2, 3, 4, 5, 6];
const THROWS = process.env.BUSSOLOTTO_FULL === '1' ? 300 : 100;

/**
 * What a throw does: how every die lies at every frame, and what stays.
 * @param {Wish} wish @param {Cup} [parts]
 */
function thrown({ faces, kept, room, key }, parts = { Model, atFrame }) {
  const model = new parts.Model(room);
  const all = [...faces, ...kept].map((face, id) => ({ id, face, colour: 'ivory', secret: false }));
  model.lay(all.slice(faces.length), false);
  const staying = () => JSON.stringify([...model.lying].filter(([id]) => Number(id) >= faces.length));
  const before = staying();
  const ids = all.slice(0, faces.length).map(({ id }) => id);
  const path = model.throw(all, ids, key);
  assert.ok(path, `${key} comes to rest`);
  const { poses, frames: count } = path.path;
  const at = (/** @type {number} */ frame) =>
    faces.map((_, die) => /** @type {Pose} */ (parts.atFrame(path, die, frame)));
  return {
    poses,
    last: at(count - 1),
    before: at(count - 2),
    frames: () => Array.from({ length: count }, (_, frame) => at(frame)),
    stayed: before === staying(),
    rest: [...model.lying.values()],
  };
}

/** The face that looks straight up; 0 where none does. @param {Pose} pose */
const faceUp = ({ turn }) => FACES.find((face) => turned(/** @type {any} */ (turn), normalOf(face))[1] > 0.9999) ?? 0;

/**
 * How far from the middle of the tray the corners of dice reach on their way, how deep, and how low: of a die as it was
 * simulated, for painting it anew moves no corner.
 * @param {Float32Array} poses
 */
function reach(poses) {
  const found = { across: 0, deep: 0, low: 1 };
  for (let at = 0; at < poses.length; at += POSE) {
    const [x, y, z, ex, ey, ez, w] = poses.subarray(at, at + POSE);
    found.across = Math.max(
      found.across,
      Math.abs(x) + half(1 - 2 * (ey * ey + ez * ez), ex * ey - ez * w, ex * ez + ey * w),
    );
    found.low = Math.min(found.low, y - half(1 - 2 * (ex * ex + ez * ez), ex * ey + ez * w, ey * ez - ex * w));
    found.deep = Math.max(
      found.deep,
      Math.abs(z) + half(1 - 2 * (ex * ex + ey * ey), ex * ez - ey * w, ey * ez + ex * w),
    );
  }
  return found;
}

/** Half of what a cube fills along one axis, by the row of its rotation. @param {number} own @param {number} one @param {number} other */
const half = (own, one, other) => (Math.abs(own) + 2 * Math.abs(one) + 2 * Math.abs(other)) / 2;

/** @param {Wish} wish */
function check(wish) {
  const { poses, last, before, stayed, rest } = thrown(wish);
  const { width, depth } = wish.room;
  assert.deepEqual(last.map(faceUp), wish.faces, wish.key);
  const { across, deep, low } = reach(poses); // a corner may dent the wood for an instant
  assert.ok(across < width / 2 + 0.35 && deep < depth / 2 + 0.35 && low > -0.35, wish.key);
  const rested = reach(poses.slice(-POSE * last.length));
  assert.ok(rested.across < width / 2 + 0.02 && rested.deep < depth / 2 + 0.02, wish.key);
  last.forEach((pose, die) => {
    assert.ok(Math.abs(pose.y - 0.5) < 1e-3, wish.key);
    const moves = numbersOf(pose).map((value, part) => Math.abs(value - numbersOf(before[die])[part]));
    assert.ok(Math.max(...moves) < 0.05, wish.key);
  });
  assert.ok(stayed, wish.key);
  rest.forEach((one, at) =>
    rest.slice(0, at).forEach((other) => assert.ok(Math.hypot(one.x - other.x, one.z - other.z) > 0.93, wish.key)),
  );
  assert.ok(rest.every(isShown));
}

/** @param {Pose} pose */
const numbersOf = ({ x, y, z, turn }) => [x, y, z, ...turn];

test('throws end flat on the faces that are wanted, stay in the tray, and leave what lies there', () => {
  const draw = drawing(5);
  const some = (/** @type {number} */ count) => Array.from({ length: count }, () => 1 + Math.floor(draw() * 6));
  for (let number = 0; number < THROWS; number += 1)
    check({
      faces: some(1 + (number % 6)),
      kept: some((6 - (number % 6)) % 4),
      room: ROOMS[number % 3],
      key: `throw ${number}`,
    });
});

test('the same key gives the same path, also on another page, and another key another one', async () => {
  const wish = { faces: [1, 2, 3, 4, 5], kept: [], room: ROOMS[0], key: 'one' };
  const first = thrown(wish).frames();
  assert.deepEqual(thrown(wish).frames(), first);
  const again = new URL('../../src/bussolotto/web/cup/model.js?again', import.meta.url).href;
  assert.deepEqual(thrown(wish, await import(again)).frames(), first);
  assert.notDeepEqual(thrown({ ...wish, key: 'two' }).frames(), first);
});

test('other faces take the same path, painted otherwise', () => {
  const wish = { faces: [1, 2, 3], kept: [], room: ROOMS[1], key: 'same' };
  const places = (/** @type {Pose[][]} */ frames) => frames.flat().map(({ x, y, z }) => [x, y, z]);
  const other = thrown({ ...wish, faces: [6, 6, 6] });
  assert.deepEqual(places(other.frames()), places(thrown(wish).frames()));
  assert.deepEqual(other.last.map(faceUp), [6, 6, 6]);
});

test('the dice that are drawn have their faces where the throw thinks', () => {
  const { position, face } = dieGeometry().attributes;
  for (const number of FACES) {
    const middle = [0, 0, 0];
    for (let point = 0; point < face.count; point += 1)
      if (face.getZ(point) === number)
        ['getX', 'getY', 'getZ'].forEach((part, axis) => (middle[axis] += position[part](point)));
    const length = Math.hypot(...middle);
    normalOf(number).forEach((value, axis) => assert.ok(Math.abs(middle[axis] / length - value) < 1e-6, `${number}`));
  }
});

test('a tray is as large as its dice need, and of the shape of its canvas', () => {
  assert.deepEqual([1, 5, 6, 14, 61].map(sizeFor), [5, 5, 8, 18, 61]);
  for (const shape of [0.5, 1, 2, 5]) {
    const { width, depth } = roomFor({ width: 100 * shape, height: 100 }, 8);
    assert.ok(Math.abs(width * depth - 56) < 1e-9);
    assert.ok(width / depth >= 0.999 && width / depth < 2.701);
  }
});

test('a press means the nearest die, also where the target of another lies over it', () => {
  const places = new Map([
    [1, { id: 1, x: 100, y: 50, size: 26 }],
    [2, { id: 2, x: 126, y: 50, size: 26 }],
  ]);
  assert.equal(nearestDie(places, { x: 112, y: 50 }), 1);
  assert.equal(nearestDie(places, { x: 114, y: 50 }), 2);
  assert.equal(nearestDie(new Map(), { x: 114, y: 50 }), null);
});

const COLOURS_OF_CUP = { felt: '#122', wood: '#333', leather: '#432', brass: '#a84', accent: '#fa3' };
const BESIDE_PX = 32;
const ABOVE_PX = 48;

/** A scene as far as it is computed: a camera that looks at a room and its cup. @param {{width: number, height: number}} tray @param {number} dice */
function sceneOf({ width, height }, dice) {
  const size = {
    width: width + 2 * BESIDE_PX,
    height: height + ABOVE_PX,
    beside: BESIDE_PX,
    above: ABOVE_PX,
    screen: 1,
  };
  const camera = new PerspectiveCamera(20, 1, 1, 200);
  const fields = { size, camera, room: roomFor(size, sizeFor(dice)), cup: cup(COLOURS_OF_CUP) };
  const scene = Object.assign(Object.create(TrayScene.prototype), fields);
  scene.fit();
  return scene;
}

/** How far the cup is from the nearest edge of the canvas, in pixels. @param {any} scene */
function margin({ cup: seen, camera, size }) {
  seen.updateMatrixWorld(true);
  let least = Infinity;
  for (const { geometry, matrixWorld } of seen.children)
    for (let at = 0; at < geometry.attributes.position.count; at += 3) {
      const { x, y } = new Vector3()
        .fromBufferAttribute(geometry.attributes.position, at)
        .applyMatrix4(matrixWorld)
        .project(camera);
      least = Math.min(least, ((1 - Math.abs(x)) / 2) * size.width, ((1 - Math.abs(y)) / 2) * size.height);
    }
  return least;
}

test('a cup is never cut off by its canvas: standing, lifted, shaken, poured out, put down', () => {
  for (const [width, height] of [
    [276, 112],
    [340, 90],
    [248, 80],
    [800, 330],
  ])
    for (const dice of [5, 28]) {
      const scene = sceneOf({ width, height }, dice);
      const poses = [closed(scene.room), lifted(scene.room)];
      for (let ms = 0; ms <= GONE_MS; ms += 45) poses.push(pouring(scene.room, ms), slamming(scene.room, ms));
      for (const pose of poses) {
        scene.putCup(pose);
        if (scene.cup.visible)
          assert.ok(margin(scene) >= 0, `${width} x ${height}, ${dice} dice: ${JSON.stringify(pose)}`);
      }
    }
});

test('there are never two cups: a page has one tray, and a tray one cup', () => {
  for (const script of scripts().filter((name) => name.startsWith('games/'))) {
    const found = readFileSync(new URL(script, PACKAGE), 'utf8').match(/<\$\{Tray\}/g) ?? [];
    assert.ok(found.length <= 1, script);
  }
  assert.equal(readFileSync(new URL('web/cup/scene.js', PACKAGE), 'utf8').match(/\bcup\(/g)?.length, 1);
});
