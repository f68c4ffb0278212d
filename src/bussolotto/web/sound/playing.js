/** Sounds one after another. */
import { soundsOf } from './heard.js';
import { lengthOf, play } from './sounds.js';

/** @typedef {import('./sounds.js').SoundName} SoundName */

const APART_S = 0.18;

/** @param {readonly SoundName[]} names @param {number} volume 0..1 */
export function playAll(names, volume) {
  let delay = 0;
  for (const name of names) {
    play(name, volume, delay);
    delay += Math.min(lengthOf(name), APART_S * 4) + APART_S / 3;
  }
}

/**
 * What steps sound like, then what else is to be heard.
 * @param {readonly import('../types.js').Step[]} steps @param {boolean} real are the dice real?
 * @param {readonly SoundName[]} last @param {number} volume 0..1
 */
export const playSteps = (steps, real, last, volume) => playAll([...soundsOf(steps, real), ...last], volume);
