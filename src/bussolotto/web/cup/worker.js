/** The tray in its own thread: simulates throws and draws them, so that the page itself never waits for either. */
import { Model } from './model.js';
import { roomFor, sizeFor } from './room.js';
import { TrayScene } from './scene.js';

/**
 * @typedef {import('./model.js').Seen} Seen
 * @typedef {import('./scene.js').Moving} Moving
 * @typedef {import('./types.js').Size} Size
 * @typedef {{dice: Seen[], closed: number, throwing: import('./types.js').Throwing | null}} Shown
 *     `closed`: how many dice are under a closed cup; `throwing`: throw these now
 *
 * @typedef {{kind: 'begin', canvas: OffscreenCanvas, size: Size, colours: import('./furniture.js').Colours,
 *     paints: Record<string, import('./die-mesh.js').Paint>}
 *   | {kind: 'size', size: Size} | {kind: 'show', shown: Shown} | {kind: 'skip'}} ToWorker
 * @typedef {{kind: 'ready'} | {kind: 'failed', why: string} | {kind: 'places', places: import('./scene.js').Place[]}
 *   | {kind: 'thrown', hits: import('./types.js').Path['hits'], wait: number} | {kind: 'landed', frames: number}}
 *   FromWorker
 *     `wait`: milliseconds until the dice leave the cup; `frames`: how many were drawn
 */

const PRESENTED = 2;

class Stage {
  /** @param {Extract<ToWorker, {kind: 'begin'}>} wish */
  constructor({ canvas, size, colours, paints }) {
    this.size = size;
    this.most = sizeFor(0); // dice that there is felt for
    const room = roomFor(size, this.most);
    this.model = new Model(room);
    this.scene = new TrayScene(canvas, room, colours, paints);
    /** @type {(() => void) | null} */ this.end = null; // ends what moves, at once
    this.seen = false; // until the first picture is there, the page shows flat dice
    this.scene.resize(size);
    canvas.addEventListener('webglcontextlost', () => say({ kind: 'failed', why: 'the context is lost' }));
  }

  /** @param {Size} size */
  resize(size) {
    this.size = size;
    this.scene.resize(size);
    if (!this.seen) return;
    this.present(PRESENTED);
    this.tellPlaces();
  }

  /** @param {Shown} shown */
  show({ dice, closed, throwing }) {
    this.end?.();
    this.makeRoom(dice.length);
    const secret = dice.some((die) => die.secret);
    const open = throwing && !secret ? dice.filter(({ id }) => throwing.ids.includes(id)).map(({ id }) => id) : [];
    const thrown = throwing && open.length ? this.model.throw(dice, open, throwing.key) : null;
    if (!thrown) this.model.lay(dice, closed > 0 || secret);
    const cup = closed ? 'closed' : secret ? 'lifted' : 'away';
    const rest = () => {
      this.scene.setCup(cup);
      this.scene.rest(this.model.lying, dice);
    };
    rest();
    if (!this.seen) this.present(PRESENTED, () => this.tellPlaces());
    else this.tellPlaces();
    if (thrown) this.play(this.scene.throwing(thrown), rest, thrown.path.hits);
    else if (throwing && cup !== 'away') this.play(this.scene.slamming(), rest, []);
    else {
      if (this.seen) this.present(PRESENTED);
      say({ kind: 'landed', frames: 0 });
    }
  }

  /** A larger tray, where more dice come than this one has felt for. @param {number} dice */
  makeRoom(dice) {
    if (dice <= this.most) return;
    this.most = sizeFor(dice);
    const room = roomFor(this.size, this.most);
    this.model = new Model(room);
    this.scene.furnish(room);
  }

  /** @param {Moving} moving @param {() => void} rest @param {import('./types.js').Path['hits']} hits */
  play(moving, rest, hits) {
    const from = performance.now();
    let over = false;
    let frames = 0;
    let last = from;
    this.end = () => {
      over = true;
      this.end = null;
      rest();
      this.present(PRESENTED);
      say({ kind: 'landed', frames });
    };
    const next = () => {
      if (over) return;
      const now = performance.now();
      if (frames) this.scene.pace.measure(now - last);
      last = now;
      if (now - from >= moving.ms) {
        this.end?.();
        return;
      }
      frames++;
      moving.draw(now - from);
      this.scene.refine(true);
      this.scene.draw();
      requestAnimationFrame(next);
    };
    say({ kind: 'thrown', hits, wait: moving.wait });
    next();
  }

  /**
   * What stands still is drawn once more in each of the next frames: a browser shows a picture for sure only when the
   * next one is begun.
   * @param {number} frames @param {() => void} [then]
   */
  present(frames, then) {
    requestAnimationFrame(() => {
      if (this.end) return then?.(); // it moves: more pictures come
      this.scene.draw();
      return frames > 1 ? this.present(frames - 1, then) : then?.();
    });
  }

  tellPlaces() {
    this.seen = true;
    say({ kind: 'places', places: this.scene.places(this.model.lying) });
  }
}

/** @param {FromWorker} message */
const say = (message) => postMessage(message);

/** @type {Stage | null} */
let stage = null;

/** @param {MessageEvent<ToWorker>} event */
self.onmessage = ({ data }) => {
  try {
    if (data.kind === 'begin') {
      if (!new OffscreenCanvas(1, 1).getContext('webgl2')) throw new Error('no WebGL here'); // three.js would complain aloud
      stage = new Stage(data);
      say({ kind: 'ready' });
    }
    if (data.kind === 'size') stage?.resize(data.size);
    if (data.kind === 'show') stage?.show(data.shown);
    if (data.kind === 'skip') stage?.end?.();
  } catch (problem) {
    say({ kind: 'failed', why: String(problem) });
  }
};
