/** Where the cup is: put down on its mouth, lifted a little, shaken, poured out, gone. Always whole within the picture. */
import { CUP_FOOT, CUP_HEIGHT, CUP_MOUTH } from './furniture.js';
import { BESIDE } from './model.js';
import { mouthOf } from './simulate.js';

/** @typedef {import('./types.js').Room} Room */
/**
 * @typedef {{x: number, y: number, z: number, turn: number, size: number}} Pose the middle of its mouth, how far it is
 *     turned to the left from standing on that, in radians, and how large it is
 */

const SHAKE_MS = 280;
const POUR_MS = 150;
const STAY_MS = 60;
const LEAVE_MS = 260;
const SLAM_MS = 200;
const POURED = 2.4; // radians: how far the cup is turned when the dice leave it
const INWARD = 0.5; // so far it is shaken beside where the dice will fall out, and with the second it comes over the felt
const FARTHER = 0.9;
const LIFTED = 0.6;
const NEARER = 0.45; // a cup that stands is high, and reaches up in the picture

/** When the dice of a throw leave the cup; when a cup that covers them stands. */
export const POURED_MS = SHAKE_MS + POUR_MS;
export const COVERED_MS = SHAKE_MS + SLAM_MS;
export const GONE_MS = POURED_MS + STAY_MS + LEAVE_MS;
/** When the dice are heard in a cup that is put down. */
export const SHAKEN_MS = SHAKE_MS;

/** A cup that stands on the felt. @param {Room} room @returns {Pose} */
export const closed = (room) => ({ x: standing(room), y: 0, z: NEARER, turn: 0, size: 1 });

/** A cup that somebody looks under. @param {Room} room @returns {Pose} */
export const lifted = (room) => ({
  ...closed(room),
  x: standing(room) - 0.1,
  y: CUP_MOUTH * Math.sin(LIFTED),
  turn: -LIFTED,
});

/** @param {Room} room */
const standing = (room) => Math.min(room.width / 2 - CUP_MOUTH - 0.2, BESIDE + 0.6);

/** The cup is shaken and poured out, and gone soon after. @param {Room} room @param {number} ms since it came @returns {Pose} */
export function pouring(room, ms) {
  const mouth = mouthOf(room);
  const pour = part(ms - SHAKE_MS, POUR_MS);
  const leave = part(ms - POURED_MS - STAY_MS, LEAVE_MS);
  const wobble = shaken(ms) * (1 - pour);
  const above = CUP_HEIGHT + 1.1 + Math.abs(wobble) * 0.5;
  return {
    x: mouth.x - INWARD - pour * FARTHER,
    y: above + pour * (mouth.y + 0.4 - above),
    z: mouth.z + wobble * 0.35 + (1 - pour) * NEARER * 2,
    turn: Math.PI + pour * POURED + wobble * 0.14,
    size: 1 - leave,
  };
}

/** The cup is shaken and put down on its mouth. @param {Room} room @param {number} ms since it came @returns {Pose} */
export function slamming(room, ms) {
  const down = part(ms - SHAKE_MS, SLAM_MS);
  const wobble = shaken(ms) * (1 - down);
  return { ...closed(room), y: (1 - down) * 1.6 + Math.abs(wobble) * 0.5, turn: wobble * 0.16 };
}

/** @param {number} ms */
const shaken = (ms) => Math.sin((Math.min(ms, SHAKE_MS) / SHAKE_MS) * Math.PI * 6);

/** How much of it is over, from 0 to 1, slowly at both ends. @param {number} ms @param {number} whole */
function part(ms, whole) {
  const over = Math.max(0, Math.min(1, ms / whole));
  return over * over * (3 - 2 * over);
}

const SAMPLE_MS = 70;
const RINGS = [
  { radius: CUP_MOUTH + 0.06, height: 0 },
  { radius: CUP_MOUTH + 0.06, height: 0.3 },
  { radius: CUP_FOOT + 0.08, height: CUP_HEIGHT },
];
const AROUND = 12;

/** Points round all places where the cup ever is in this room: all of them are to be seen. @param {Room} room */
export function reach(room) {
  const times = Array.from({ length: Math.ceil(GONE_MS / SAMPLE_MS) }, (_, at) => at * SAMPLE_MS);
  const moving = times.flatMap((ms) =>
    ms <= COVERED_MS ? [pouring(room, ms), slamming(room, ms)] : [pouring(room, ms)],
  );
  return [closed(room), lifted(room), ...moving].flatMap(outline);
}

/** @param {Pose} pose @returns {[number, number, number][]} */
function outline({ x, y, z, turn, size }) {
  const [cos, sin] = [Math.cos(turn) * size, Math.sin(turn) * size];
  return RINGS.flatMap(({ radius, height }) =>
    Array.from({ length: AROUND }, (_, at) => {
      const angle = (at / AROUND) * 2 * Math.PI;
      const across = radius * Math.cos(angle);
      return /** @type {[number, number, number]} */ ([
        x + across * cos - height * sin,
        y + across * sin + height * cos,
        z + radius * Math.sin(angle) * size,
      ]);
    }),
  );
}
