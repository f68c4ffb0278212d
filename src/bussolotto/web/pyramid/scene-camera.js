/** From where one looks at the pile: round it by thirds or freely, higher and lower, nearer and farther. */
import { PerspectiveCamera, Vector3 } from '../vendor/three.module.min.js';
import { extentOf } from './scene-base.js';

/** @typedef {import('./types.js').Side} Side */

const THIRD = (2 * Math.PI) / 3;
const LOWEST = 0.2;
const HIGHEST = 1.45;
const NEAREST = 0.42; // of the distance from which all is seen
const FARTHEST = 1.25;
const FIRST = 0.93; // elevation to begin with: both sides beside mine are seen, too
const AIR = 0.93; // of the picture is filled
const TURN_MS = 420;
const REST = 0.0004; // radians a millisecond, below which a swing ends

/** @param {number} from @param {number} to @param {number} share */
const between = (from, to, share) => from + (to - from) * share;
/** @param {number} share */
const smooth = (share) => share * share * (3 - 2 * share);

/** An onlooker who walks round the pile. */
export class Onlooker {
  camera = new PerspectiveCamera(24, 1, 1, 200);
  azimuth = 0;
  elevation = FIRST;
  zoom = 1;
  /** @type {{from: number, to: number, since: number} | null} */ #walk = null;
  #pull = 0; // radians a millisecond, by hand
  #swing = 0; // and without it
  #last = 0;
  #distance = 30; // from which all is seen
  #height = 0; // to which one looks
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
    this.place();
  }

  /** The borders of all there is to see, in a picture from -1 to 1. */
  #extent() {
    const seen = this.#corners.map((point) => point.clone().project(this.camera));
    const [across, up] = [seen.map(({ x }) => x), seen.map(({ y }) => y)];
    return { left: Math.min(...across), right: Math.max(...across), low: Math.min(...up), high: Math.max(...up) };
  }

  /** Look from here at the pile's middle. @param {number} azimuth @param {number} elevation @param {number} distance */
  #stand(azimuth, elevation, distance) {
    const flat = Math.cos(elevation) * distance;
    this.camera.position.set(
      Math.sin(azimuth) * flat,
      this.#height + Math.sin(elevation) * distance,
      Math.cos(azimuth) * flat,
    );
    this.camera.lookAt(0, this.#height, 0);
    this.camera.updateProjectionMatrix();
    this.camera.updateMatrixWorld();
  }

  /** Put the camera where one stands now: so far away that all is seen, and that in the middle of the picture. */
  place() {
    for (let again = 0; again < 2; again += 1) {
      this.#stand(this.azimuth, this.elevation, this.#distance);
      const { left, right, low, high } = this.#extent();
      this.#distance *= Math.max(right, -left, (high - low) / 2) / AIR;
    }
    this.#stand(this.azimuth, this.elevation, this.#distance * this.zoom);
    const { low, high } = this.#extent();
    this.camera.projectionMatrix.elements[9] += (low + high) / 2;
    this.camera.projectionMatrixInverse.copy(this.camera.projectionMatrix).invert();
  }

  /** Where the light is: over the left shoulder. */
  light() {
    return new Vector3(-0.5, 0.78, 0.5).applyAxisAngle(new Vector3(0, 1, 0), this.azimuth).normalize();
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
    const aim = this.#walk?.to ?? this.azimuth;
    this.#go(Math.round(aim / THIRD - thirds) * THIRD, motion);
  }

  /** Walk to where this side is nearest, the short way round. @param {Side} side @param {boolean} motion */
  face(side, motion) {
    const aim = side * THIRD;
    this.elevation = FIRST;
    this.#go(aim + Math.round((this.azimuth - aim) / (2 * Math.PI)) * 2 * Math.PI, motion);
  }

  /** @param {number} to @param {boolean} motion */
  #go(to, motion) {
    this.#swing = 0;
    this.#walk = motion ? { from: this.azimuth, to, since: performance.now() } : null;
    if (!motion) this.azimuth = to;
    this.place();
  }

  /** Dragged by hand, in radians. @param {number} round @param {number} up */
  drag(round, up) {
    const now = performance.now();
    this.#walk = null;
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

  /** Nearer or farther by this factor. @param {number} factor */
  near(factor) {
    this.zoom = Math.max(NEAREST, Math.min(FARTHEST, this.zoom * factor));
    this.place();
  }

  /** Stand exactly here. @param {number} azimuth @param {number} elevation @param {number} [zoom] */
  look(azimuth, elevation, zoom = this.zoom) {
    Object.assign(this, { azimuth, elevation, zoom });
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
      this.azimuth = between(this.#walk.from, this.#walk.to, smooth(share));
      if (share === 1) this.#walk = null;
    } else if (this.#swing) {
      this.azimuth += this.#swing * passed;
      this.#swing *= Math.exp(-passed / 260);
      if (Math.abs(this.#swing) < REST) this.#swing = 0;
    }
    this.place();
    return Boolean(this.#walk || this.#swing);
  }

  /** Stop where one wanted to go. */
  arrive() {
    if (this.#walk) this.azimuth = this.#walk.to;
    this.#walk = null;
    this.#swing = 0;
    this.place();
  }
}
