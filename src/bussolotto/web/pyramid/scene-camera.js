/** From where one looks at the pile: round it by thirds or freely, higher and lower; and more closely at a part. */
import { PerspectiveCamera, Vector3 } from '../vendor/three.module.min.js';
import { about, kept, WHOLE } from './magnify.js';
import { extentOf } from './scene-base.js';
import { hiddenFrom } from './sight.js';
import { eyeAt, firstStance, THIRD } from './stance.js';

/** @typedef {import('./types.js').Side} Side */
/** @typedef {import('./magnify.js').Point} Point */
/** @typedef {import('./stance.js').Stance} Stance */

const LOWEST = 0.2;
const HIGHEST = 1.45;
const AIR = 0.93; // of the picture is filled
const TURN_MS = 420;
const REST = 0.0004; // radians a millisecond, below which a swing ends
const PICTURE = [-1, -1, 2, 2]; // its left, bottom, width, height as the camera has them

/** @param {number} from @param {number} to @param {number} share */
const between = (from, to, share) => from + (to - from) * share;
/** @param {number} share */
const smooth = (share) => share * share * (3 - 2 * share);

/** An onlooker who walks round the pile. */
export class Onlooker {
  camera = new PerspectiveCamera(24, 1, 1, 200);
  azimuth = 0;
  elevation = 0;
  zoom = WHOLE;
  own = true; // is the side that is faced one's own?
  /** @type {{from: Stance, to: Stance, since: number} | null} */ #walk = null;
  #pull = 0; // radians a millisecond, by hand
  #swing = 0; // and without it
  #last = 0;
  #distance = 30; // from which all is seen
  #height = 0; // to which one looks
  #share = 0; // of a full pile that is as high
  #strayed = false; // by hand from where one stood first
  /** @type {readonly any[]} */ #corners = [];

  /**
   * The picture has this shape and shows a pile of this size.
   * @param {number} aspect
   * @param {number} size
   * @param {number} highest its highest level
   */
  fit(aspect, size, highest) {
    this.camera.aspect = aspect;
    this.#corners = extentOf(size, highest);
    this.#height = this.#corners[0].y / 2;
    this.#share = highest / size;
    if (!this.#strayed && !this.#walk) Object.assign(this, this.first(this.side));
    this.place();
  }

  /** Where one stands before this side. @param {number} side */
  first(side) {
    return firstStance(side, this.own, this.#share);
  }

  /** The borders of all there is to see, in a picture from -1 to 1. */
  #extent() {
    const seen = this.#corners.map((point) => point.clone().project(this.camera));
    const [across, up] = [seen.map(({ x }) => x), seen.map(({ y }) => y)];
    return { left: Math.min(...across), right: Math.max(...across), low: Math.min(...up), high: Math.max(...up) };
  }

  /** Look from where one stands at the pile's middle, from so far away. */
  #look() {
    this.camera.position.fromArray(eyeAt(this, this.#distance, this.#height));
    this.camera.lookAt(0, this.#height, 0);
    this.camera.updateProjectionMatrix();
    this.camera.updateMatrixWorld();
  }

  /**
   * Put the camera where one stands now: so far away that all is seen, and that in the middle of the picture; then
   * enlarge the part that is looked at more closely.
   */
  place() {
    for (let again = 0; again < 2; again += 1) {
      this.#look();
      const { left, right, low, high } = this.#extent();
      this.#distance *= Math.max(right, -left, (high - low) / 2) / AIR;
    }
    this.#look();
    const { low, high } = this.#extent();
    const { elements } = this.camera.projectionMatrix;
    const { scale, x, y } = this.zoom;
    elements[9] += (low + high) / 2;
    for (const at of [0, 5, 8, 9]) elements[at] *= scale;
    elements[8] -= x;
    elements[9] -= y;
    this.camera.projectionMatrixInverse.copy(this.camera.projectionMatrix).invert();
  }

  /** Where the light is: over the left shoulder, so far in front that both sides beside an edge are lit. */
  light() {
    return new Vector3(-0.3, 1.25, 0.5).applyAxisAngle(new Vector3(0, 1, 0), this.azimuth).normalize();
  }

  /** The side that is nearest. */
  get side() {
    return /** @type {Side} */ (((Math.round(this.azimuth / THIRD) % 3) + 3) % 3);
  }

  /**
   * Walk so many thirds round: 1 brings the side to the left to the front.
   * @param {number} thirds
   * @param {boolean} motion
   */
  turn(thirds, motion) {
    const aim = this.#walk?.to.azimuth ?? this.azimuth;
    const beside = this.first(0).azimuth;
    const azimuth = Math.round((aim - beside) / THIRD - thirds) * THIRD + beside;
    this.#go({ azimuth, elevation: this.#walk?.to.elevation ?? this.elevation }, motion);
  }

  /** Walk to where one stands first before this side, and see all of it. @param {Side} side @param {boolean} motion */
  face(side, motion) {
    this.#strayed = false;
    this.zoom = WHOLE;
    this.#go(this.first(side), motion);
  }

  /**
   * Walk to where most of these cells are seen, if any are from anywhere.
   * @param {readonly number[]} cells @param {import('./sight.js').Filled} filled @param {boolean} motion
   */
  show(cells, filled, motion) {
    const ways = [-1, 1, 0].map((turned) => this.first(this.side + turned));
    const stances = [...ways, ...ways.map(({ azimuth }) => ({ azimuth, elevation: HIGHEST }))];
    const seen = stances.map(
      (stance) => -hiddenFrom(eyeAt(stance, this.#distance, this.#height), cells, filled).length,
    );
    this.#strayed = true;
    this.zoom = WHOLE;
    this.#go(stances[seen.indexOf(Math.max(...seen))], motion);
  }

  /** Those of these cells of which nothing is seen from here. @param {readonly number[]} cells @param {import('./sight.js').Filled} filled */
  hidden(cells, filled) {
    return hiddenFrom(this.camera.position.toArray(), cells, filled);
  }

  /** The short way round. @param {Stance} to @param {boolean} motion */
  #go({ azimuth, elevation }, motion) {
    const round = 2 * Math.PI;
    const to = { azimuth: azimuth + Math.round((this.azimuth - azimuth) / round) * round, elevation };
    this.#swing = 0;
    this.#walk = motion
      ? { from: { azimuth: this.azimuth, elevation: this.elevation }, to, since: performance.now() }
      : null;
    if (!motion) Object.assign(this, to);
    this.place();
  }

  /** Dragged by hand, in radians. @param {number} round @param {number} up */
  drag(round, up) {
    const now = performance.now();
    this.#walk = null;
    this.#strayed = true;
    this.azimuth -= round;
    this.elevation = Math.max(LOWEST, Math.min(HIGHEST, this.elevation + up));
    this.#swing = 0;
    this.#pull = between(this.#pull, -round / Math.max(8, now - this.#last), 0.5);
    this.#last = now;
    this.place();
  }

  /** The hand lets go: it swings on, or stands still. @param {boolean} motion */
  drop(motion) {
    this.#swing = motion && performance.now() - this.#last < 60 ? this.#pull : 0;
    this.#pull = 0;
  }

  /** Look closer by this factor; what is at this point stays there. @param {number} factor @param {Point} point */
  near(factor, point) {
    this.zoom = kept(about(this.zoom, factor, point), PICTURE);
    this.place();
  }

  /** Move what is looked at more closely, in parts of half the picture. @param {number} right @param {number} up */
  move(right, up) {
    this.zoom = kept({ ...this.zoom, x: this.zoom.x + right, y: this.zoom.y + up }, PICTURE);
    this.place();
  }

  /** Stand exactly here. @param {number} azimuth @param {number} elevation @param {number} [scale] */
  look(azimuth, elevation, scale = this.zoom.scale) {
    this.#strayed = true;
    Object.assign(this, { azimuth, elevation, zoom: kept({ ...this.zoom, scale }, PICTURE) });
    this.place();
  }

  /**
   * One frame of walking or swinging on; is there more to come?
   * @param {number} now
   * @param {number} passed milliseconds
   */
  step(now, passed) {
    if (this.#walk) {
      const share = Math.min(1, (now - this.#walk.since) / TURN_MS);
      const { from, to } = this.#walk;
      this.azimuth = between(from.azimuth, to.azimuth, smooth(share));
      this.elevation = between(from.elevation, to.elevation, smooth(share));
      if (share === 1) this.#walk = null;
    } else if (this.#swing) {
      this.azimuth += this.#swing * passed;
      this.#swing *= Math.exp(-passed / 260);
      if (Math.abs(this.#swing) < REST) this.#swing = 0;
    }
    this.place();
    return this.moves;
  }

  /** Does one walk, or swing on? */
  get moves() {
    return Boolean(this.#walk || this.#swing);
  }
}
