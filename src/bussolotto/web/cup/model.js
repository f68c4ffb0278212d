/**
 * What lies in the tray: where each die is, how it is turned, and what a throw makes of it. Knows nothing of pictures.
 *
 * Dice under a closed cup are not in it at all: it knows how many there are, and no more.
 */
import { normalOf, relabel, showing, times, turned } from './cube.js';
import { drawing, seedOf } from '../components/random.js';
import { ending, lyingAt, tumble } from './simulate.js';

/** @typedef {import('./types.js').Lying} Lying */
/** @typedef {import('./types.js').Path} Path */
/** @typedef {import('./types.js').Room} Room */
/** @typedef {import('./types.js').Turn} Turn */
/** @typedef {string | number} Id */
/**
 * @typedef {{id: Id, face: number, colour: string, secret: boolean}} Seen a die whose face may be shown
 */
/**
 * @typedef {{ids: Id[], path: Path, paint: Turn[]}} Thrown `paint`: how each die is painted anew, so that its face
 *     comes up
 */

const MOST = 24; // places that are looked at for a die
const SPACING = 1.55;
const EDGE = 0.4; // of the felt that stays free
const SKEW = 0.35; // radians: dice that nobody threw still do not stand in rank and file
const FLAT_ENOUGH = 0.99;

/** How far to the left dice lie when a cup stands on the felt. */
export const BESIDE = 1.7;

export class Model {
  /** @param {Room} room */
  constructor(room) {
    this.room = room;
    /** @type {Map<Id, Lying & {face: number}>} */ this.lying = new Map();
  }

  /**
   * Take in what lies there now, without a throw: dice stay where they are, new ones find a place, others are gone.
   * @param {readonly Seen[]} dice
   * @param {boolean} covered does a cup take up the right side?
   */
  lay(dice, covered) {
    const ids = new Set(dice.map(({ id }) => id));
    for (const id of this.lying.keys()) if (!ids.has(id)) this.lying.delete(id);
    const everywhere = [...this.places(dice.length, covered), ...this.places(MOST, covered)];
    const free = everywhere.filter((place) => ![...this.lying.values()].some((die) => isNear(die, place)));
    for (const { id, face } of dice) {
      const there = this.lying.get(id);
      if (there?.face === face) continue;
      const { x, z } = there ?? free.shift() ?? { x: 0, z: 0 };
      free.splice(0, free.length, ...free.filter((place) => !isNear({ x, z }, place)));
      this.lying.set(id, { x, y: 0.5, z, face, turn: showing(face, (drawing(seedOf(id))() - 0.5) * SKEW) });
    }
  }

  /**
   * Throw some of the dice; the others stay.
   * @param {readonly Seen[]} dice all that can be seen
   * @param {readonly Id[]} ids those to throw
   * @param {Id} key the same key gives the same throw
   * @returns {Thrown | null} null where no throw comes to rest: the dice then just lie there
   */
  throw(dice, ids, key) {
    const wanted = dice.filter(({ id }) => ids.includes(id));
    const staying = dice.filter(({ id }) => !ids.includes(id));
    this.lay(staying, false);
    const seed = seedOf(key);
    const path = tumble({ seed, dice: wanted.length, kept: [...this.lying.values()], room: this.room });
    if (!path.settled) {
      this.lay(dice, false);
      return null;
    }
    const draw = drawing(seed);
    const ends = ending(path);
    const paint = wanted.map(({ face }, die) => relabel(ends[die].turn, face, Math.floor(draw() * 4)));
    wanted.forEach(({ id, face }, die) => this.lying.set(id, { ...painted(ends[die], paint[die]), face }));
    return { ids: wanted.map(({ id }) => id), path, paint };
  }

  /**
   * Places in rows, all of them in the middle of the felt, or beside a cup that stands on it.
   * @param {number} count
   * @param {boolean} covered
   */
  places(count, covered) {
    const most = Math.max(1, Math.floor((this.room.width - EDGE) / SPACING));
    const rows = Math.ceil(count / (covered ? Math.min(most, Math.ceil(count / 2)) : most));
    const across = Math.ceil(count / Math.max(1, rows));
    return Array.from({ length: rows * across }, (_, place) => ({
      x: ((place % across) - (across - 1) / 2) * SPACING - (covered ? BESIDE : 0),
      z: (Math.floor(place / across) - (rows - 1) / 2) * SPACING,
    }));
  }
}

/**
 * How a die of a throw lies at a frame, painted.
 * @param {Thrown} thrown
 * @param {number} die
 * @param {number} frame
 * @returns {Lying}
 */
export const atFrame = ({ path, paint }, die, frame) => painted(lyingAt(path, frame, die), paint[die]);

/** @param {Lying} lying @param {Turn} paint @returns {Lying} */
const painted = (lying, paint) => ({ ...lying, turn: times(lying.turn, paint) });

/** Does the die lie flat with its face up? @param {Lying & {face: number}} die */
export const isShown = ({ turn, face }) => turned(turn, normalOf(face))[1] > FLAT_ENOUGH;

/** @param {{x: number, z: number}} one @param {{x: number, z: number}} other */
const isNear = (one, other) => Math.abs(one.x - other.x) < SPACING * 0.9 && Math.abs(one.z - other.z) < SPACING * 0.9;
