/**
 * A throw, simulated before anybody sees it: dice fall out of a cup, strike walls, felt and each other, and come to
 * rest.
 *
 * Which faces come up does not matter here, for the dice are painted afterwards (`cube.relabel`). The same seed gives
 * the
 * same path, to the last bit. Lengths in edges of a die, y up.
 */
import { Body, Box, ContactMaterial, Material, Plane, Quaternion, Vec3, World } from '../vendor/cannon-es.js';
import { between, flattened, topFace, upness } from './cube.js';
import { drawing } from '../components/random.js';

/** @typedef {import('./types.js').Path} Path */
/** @typedef {import('./types.js').Room} Room */
/** @typedef {import('./types.js').Lying} Lying */
/** @typedef {import('./types.js').Turn} Turn */
/**
 * @typedef {{seed: number, dice: number, kept: readonly Lying[], room: Room}} Throw `kept`: dice that lie there and
 *     stay
 */

export const FRAMES_PER_S = 60;
export const POSE = 7; // numbers of a die in a frame
const STEPS = 3; // of the simulation, a frame
const GRAVITY = -105; // slower than with real dice, which nobody could follow
const MOST_FRAMES = 190;
const LIFTS = 3; // so often are dice thrown up again that lean or lie on others
const SEEDS = 12; // so many throws are tried
const SHORT = 95; // frames
const FOR_SHORT = 3; // so many are tried for a short one
const SLOW = 0.35;
const QUIET_FRAMES = 4;
const FLAT = 0.999;
const ALIGN_FRAMES = 9;
const HARDEST = 22; // the speed of an impact that counts as 1
const SOFTEST = 0.06;
const TOGETHER_MS = 40; // what strikes within this time is heard as one
const NEARLY = 0.04;
const MOUTH = 1.15; // from the middle of the cup's mouth to its edge

/**
 * A throw after which all dice lie flat: others with the seeds that follow are tried until one is found, and a few more
 * where it would take long.
 * @param {Throw} wanted
 * @returns {Path} `settled` is false if none was
 */
export function tumble(wanted) {
  /** @type {Path | null} */
  let best = null;
  for (
    let attempt = 0;
    attempt < SEEDS && !(best?.settled && (best.frames <= SHORT || attempt >= FOR_SHORT));
    attempt++
  ) {
    const path = simulated({ ...wanted, seed: wanted.seed + attempt });
    if (!best?.settled || (path.settled && path.frames < best.frames)) best = path;
  }
  return /** @type {Path} */ (best);
}

/** The middle of the cup's mouth when the dice leave it. @param {Room} room */
export const mouthOf = (room) => ({ x: room.width / 2 - 1.9, y: 2.6, z: 0 });

/** @param {Throw} wanted @returns {Path} */
function simulated({ seed, dice, kept, room }) {
  const draw = drawing(seed);
  const { world, ivory } = emptyTray(room);
  for (const die of kept) world.addBody(dieBody(ivory, die, 0));
  const thrown = Array.from({ length: dice }, (_, index) => thrownDie(ivory, index, room, draw));
  const record = new Recorder(thrown);
  thrown.forEach((body) => world.addBody(body));
  for (let lifts = 0; record.goOn(world) && !thrown.every(isFlat) && lifts < LIFTS; lifts++) {
    thrown.filter((body) => !isFlat(body)).forEach((body) => lift(body, draw));
  }
  return record.path(thrown.every(isFlat));
}

/** What happens, frame by frame. */
class Recorder {
  /** @param {readonly Body[]} thrown */
  constructor(thrown) {
    this.thrown = thrown;
    this.frames = 0;
    /** @type {number[]} */ this.poses = [];
    /** @type {Path['hits']} */ this.hits = [];
    for (const body of thrown)
      body.addEventListener('collide', ({ contact }) => this.hit(contact.getImpactVelocityAlongNormal()));
  }

  /** @param {number} speed */
  hit(speed) {
    const force = Math.min(1, Math.abs(speed) / HARDEST);
    const ms = Math.round((this.frames * 1000) / FRAMES_PER_S);
    const last = this.hits.at(-1);
    if (last && ms - last.ms < TOGETHER_MS) last.force = Math.max(last.force, force);
    else if (force > SOFTEST) this.hits.push({ ms, force });
  }

  /** Until all lie still; false if that takes too long. @param {World} world */
  goOn(world) {
    for (let quiet = 0; quiet < QUIET_FRAMES; quiet = this.thrown.every(isSlow) ? quiet + 1 : 0) {
      if (this.frames >= MOST_FRAMES) return false;
      for (let part = 0; part < STEPS; part++) world.step(1 / (FRAMES_PER_S * STEPS));
      this.frames++;
      for (const { position: at, quaternion: turn } of this.thrown)
        this.poses.push(at.x, at.y, at.z, turn.x, turn.y, turn.z, turn.w);
    }
    return true;
  }

  /** @param {boolean} settled @returns {Path} */
  path(settled) {
    const path = {
      dice: this.thrown.length,
      frames: this.frames,
      poses: new Float32Array(this.poses),
      hits: this.hits,
      settled,
    };
    if (settled) align(path);
    return path;
  }
}

/** Where a die is at a frame. @param {Path} path @param {number} frame @param {number} die @returns {Lying} */
export function lyingAt({ poses, dice, frames }, frame, die) {
  const first = (Math.min(frame, frames - 1) * dice + die) * POSE;
  const [x, y, z, ...turn] = poses.subarray(first, first + POSE);
  return { x, y, z, turn: /** @type {[number, number, number, number]} */ (turn) };
}

/** Where all dice lie in the end. @param {Path} path @returns {Lying[]} */
export const ending = (path) => Array.from({ length: path.dice }, (_, die) => lyingAt(path, path.frames - 1, die));

/** Felt and four walls that no die can leave. @param {Room} room */
function emptyTray({ width, depth }) {
  const world = new World({ gravity: new Vec3(0, GRAVITY, 0) });
  world.solver.iterations = 14;
  const wood = new Material('wood');
  const ivory = new Material('ivory');
  world.addContactMaterial(new ContactMaterial(wood, ivory, { friction: 0.28, restitution: 0.38 }));
  world.addContactMaterial(new ContactMaterial(ivory, ivory, { friction: 0.08, restitution: 0.45 }));
  /** @type {[number, number, number, number][]} a point on the plane, and how it is turned about x and y */
  const planes = [
    [0, 0, -Math.PI / 2, 0],
    [-width / 2, 0, 0, Math.PI / 2],
    [width / 2, 0, 0, -Math.PI / 2],
    [0, -depth / 2, 0, 0],
    [0, depth / 2, 0, Math.PI],
  ];
  for (const [x, z, tilt, yaw] of planes) {
    const quaternion = new Quaternion().setFromEuler(tilt, yaw, 0);
    world.addBody(new Body({ mass: 0, material: wood, shape: new Plane(), position: new Vec3(x, 0, z), quaternion }));
  }
  return { world, ivory };
}

/** @param {Material} material @param {Lying} lying @param {number} mass 0: it stays */
function dieBody(material, { x, y, z, turn }, mass) {
  const [qx, qy, qz, qw] = turn;
  return new Body({
    mass,
    material,
    shape: new Box(new Vec3(0.5, 0.5, 0.5)),
    position: new Vec3(x, y, z),
    quaternion: new Quaternion(qx, qy, qz, qw),
    linearDamping: 0.12,
    angularDamping: 0.16,
  });
}

/**
 * A die on its way out of the cup.
 * @param {Material} material
 * @param {number} index
 * @param {Room} room
 * @param {() => number} draw
 */
function thrownDie(material, index, room, draw) {
  const mouth = mouthOf(room);
  const layer = Math.floor(index / 3);
  const about = ((index % 3) / 3 + draw() / 9) * 2 * Math.PI;
  const body = dieBody(
    material,
    {
      x: mouth.x + MOUTH * 0.72 * Math.cos(about) + layer * 0.3,
      y: mouth.y + layer * 1.8,
      z: mouth.z + MOUTH * 0.72 * Math.sin(about),
      turn: anyTurn(draw),
    },
    1,
  );
  body.velocity.set(-(13 + 9 * draw()), -6 - 5 * draw(), (draw() - 0.5) * 11);
  body.angularVelocity.set((draw() - 0.5) * 40, (draw() - 0.5) * 24, 8 + draw() * 26);
  return body;
}

/** @param {() => number} draw @returns {Turn} */
function anyTurn(draw) {
  const turn = new Quaternion().setFromEuler(draw() * 6.3, draw() * 6.3, draw() * 6.3);
  return [turn.x, turn.y, turn.z, turn.w];
}

/** Throw a die up again, toward the middle. @param {Body} body @param {() => number} draw */
function lift({ position, velocity, angularVelocity }, draw) {
  velocity.set(
    -position.x * (0.6 + draw()) + (draw() - 0.5) * 5,
    17 + 7 * draw(),
    -position.z * (0.6 + draw()) + (draw() - 0.5) * 5,
  );
  angularVelocity.set((draw() - 0.5) * 26, (draw() - 0.5) * 12, (draw() - 0.5) * 26);
}

/** @param {Body} body */
const isSlow = ({ velocity, angularVelocity }) => velocity.length() < SLOW && angularVelocity.length() < SLOW * 2;

/** Does it lie on the felt with a face up? @param {Body} body */
function isFlat({ position, quaternion: { x, y, z, w } }) {
  /** @type {Turn} */
  const turn = [x, y, z, w];
  return Math.abs(position.y - 0.5) < NEARLY && upness(turn, topFace(turn)) > FLAT;
}

/** Bring the dice, over the last frames, from nearly flat to flat. @param {Path} path */
function align(path) {
  const first = Math.max(0, path.frames - ALIGN_FRAMES);
  for (let die = 0; die < path.dice; die++) {
    const last = lyingAt(path, path.frames - 1, die);
    const goal = flattened(last.turn);
    for (let frame = first; frame < path.frames; frame++) {
      const part = (frame + 1 - first) / (path.frames - first);
      const { x, y, z, turn } = lyingAt(path, frame, die);
      path.poses.set(
        [x, y + (0.5 - last.y) * part, z, ...between(turn, goal, part * part)],
        (frame * path.dice + die) * POSE,
      );
    }
  }
}
