/** The stage: shows what happened one thing at a time, however fast it came, and can always be told to catch up. */
import { useEffect, useLayoutEffect, useState } from '../../../web/vendor/preact.js';
import { fly } from './flights.js';
import { rolled } from './position.js';
import { asideFlights, scenes, withAside } from './scenes.js';

/**
 * @typedef {import('./position.js').View} View
 * @typedef {import('./scenes.js').Scene} Scene
 * @typedef {{view: View, picked: number[], flying: boolean, busy: boolean}} Shown
 * @typedef {{view: View, version: number}} Known
 * @typedef {{version: number, seat: number, action: number | null}} Step
 */

const OWN_DICE_MS = 240;
const JUMP_PLIES = 40; // more than any one message brings: then the page was away, and nobody wants to watch it all

class Stage {
  /** @param {(shown: Shown) => void} show @param {{current: HTMLElement | null}} root */
  constructor(show, root) {
    this.show = show;
    this.root = root;
    /** @type {number | null} */ this.me = null;
    this.calm = false;
    this.tumbling = false;
    /** @type {Known | null} */ this.known = null;
    /** @type {View | null} */ this.held = null; // my dice set aside, not yet answered
    /** @type {Scene[][]} */ this.queue = [];
    this.running = false;
    this.hurry = false;
    /** @type {() => void} */ this.wake = () => {};
  }

  /** @param {View} view @param {number} version @param {readonly Step[]} steps all that is known */
  update(view, version, steps) {
    const before = this.known;
    this.known = { view, version };
    this.held = null;
    const plies = before ? steps.filter((step) => step.version > before.version && step.version <= version) : [];
    if (!before || !this.follows(before, version, plies.length)) {
      this.catchUp();
      return;
    }
    this.queue.push(scenes(before.view, view, plies, this.me, this.tumbling));
    if (!this.running) this.run();
  }

  /** @param {Known} before @param {number} version @param {number} plies */
  follows(before, version, plies) {
    const newer = version - before.version;
    return !this.calm && !document.hidden && newer > 0 && newer < JUMP_PLIES && plies === newer;
  }

  async run() {
    this.running = true;
    for (let next = this.queue.shift(); next && !this.hurry; next = this.queue.shift()) {
      for (const scene of next) {
        await this.play(scene);
        if (this.hurry) break;
      }
    }
    this.running = false;
    this.settle();
  }

  /** @param {Scene} scene */
  async play(scene) {
    const ms = scene.ms / (1 + this.queue.length);
    this.show({ view: scene.view, picked: scene.picked, flying: scene.flights.length > 0, busy: true });
    if (scene.flights.length) await this.fly(scene.flights, ms);
    else await this.pause(ms);
  }

  /** @param {import('./scenes.js').Flight[]} flights @param {number} ms */
  async fly(flights, ms) {
    await new Promise(requestAnimationFrame);
    const animations = this.root.current ? fly(this.root.current, flights, ms) : [];
    await this.pause(ms);
    animations.forEach((animation) => animation.finish());
  }

  /** @param {number} ms @returns {Promise<void>} */
  pause(ms) {
    if (this.hurry) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Show the position as it is now: also my dice that were set aside go back to the roll. */
  catchUp() {
    this.held = null;
    this.skip();
  }

  /** Nobody wants to watch what is still being shown. */
  skip() {
    this.queue = [];
    if (!this.running) {
      this.settle();
      return;
    }
    this.hurry = true;
    this.wake();
  }

  settle() {
    this.queue = [];
    this.hurry = false;
    const view = this.held ?? this.known?.view;
    if (view) this.show({ view, picked: [], flying: false, busy: this.held !== null });
  }

  /**
   * My own dice go to the tray at once; the server's answer follows, or `catchUp` takes them back.
   * @param {number[]} picked places in the roll
   */
  setAside(picked) {
    if (!this.known) return;
    const { view } = this.known;
    const roll = rolled(view);
    this.held = withAside(
      view,
      picked.map((place) => roll[place]),
    );
    if (!this.calm) this.queue.push([{ view, picked, flights: asideFlights(view, picked), ms: OWN_DICE_MS }]);
    if (!this.running) this.run();
  }
}

/**
 * @param {{view: View, version: number, steps: readonly Step[], me: number | null, calm: boolean, tumbling: boolean,
 *   root: {current: HTMLElement | null}}} props
 */
export function useStage({ view, version, steps, me, calm, tumbling, root }) {
  const [shown, show] = useState(/** @type {Shown} */ ({ view, picked: [], flying: false, busy: false }));
  const [stage] = useState(() => new Stage(show, root));
  stage.me = me;
  stage.calm = calm;
  stage.tumbling = tumbling;
  useLayoutEffect(() => stage.update(view, version, steps), [view, version]);
  useEffect(() => () => stage.catchUp(), []);
  return { shown, stage };
}
