/** Which sound a step makes: by the first word of its text, which is the same in all games. */

import { CHANCE } from '../line/steps.js';

/** @typedef {import('./sounds.js').SoundName} SoundName */

/** @type {Record<string, SoundName>} what chance brings */
const FALLS = { die: 'dice', card: 'card', start: 'wood', lay: 'wood', four: 'wood' };
/** @type {Record<string, SoundName>} what people and bots do; a word that is not here is silent */
const DOES = {
  keep: 'wood',
  place: 'wood',
  put: 'wood',
  back: 'wood',
  open: 'wood',
  pose: 'wood',
  tip: 'wood',
  lift: 'slide',
  take: 'slide',
  pick: 'slide',
  late: 'slide',
  funnel: 'slide',
  bonus: 'chip',
  pay: 'chip',
  ransom: 'chip',
  buy: 'chip',
  fight: 'cup',
  duel: 'cup',
  throw: 'cup',
  roll: 'cup',
  stop: 'bell',
  table: 'card',
};
const OF_DICE = ['dice', 'cup'];
const MOST = 3; // sounds of one message: more are noise

/** @param {{seat: number, text: string | null}} step @returns {SoundName | null} */
export function soundOf({ seat, text }) {
  const word = text?.split(' ')[0] ?? '';
  return (seat === CHANCE ? FALLS : DOES)[word] ?? null;
}

/**
 * The sounds of what came with one message, in order: each of them once.
 * @param {readonly {seat: number, text: string | null}[]} steps
 * @param {boolean} real are the dice real? Then they and their cup have made their noise already
 * @returns {SoundName[]}
 */
export function soundsOf(steps, real) {
  const heard = steps
    .map(soundOf)
    .filter((name) => name !== null)
    .filter((name) => !real || !OF_DICE.includes(name));
  return [...new Set(heard)].slice(0, MOST);
}
