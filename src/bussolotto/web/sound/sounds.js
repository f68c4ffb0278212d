/**
 * What a table sounds like, made by our own synthesis: strikes of wood, leather and brass are short bursts of noise
 * through a filter, bells are a few tones that die away. No recording is loaded.
 *
 * Nothing is made before the first sound is played.
 */
import { drawing } from '../components/random.js';

/**
 * @typedef {'dice' | 'cup' | 'chip' | 'wood' | 'slide' | 'card' | 'bell' | 'gong'} SoundName
 * @typedef {object} Strike
 * @property {number} at seconds after the sound began
 * @property {number} lasts seconds until it cannot be heard any more
 * @property {number} loud 0..1
 * @property {number} hertz of the tone, or the middle of what the filter lets through
 * @property {number} [to] hertz that the filter slides to
 * @property {number} [sharp] how narrow the filter is; none: a pure tone
 * @property {number} [swells] seconds until it is loudest; none: struck
 */

const NOISE_S = 1;
const STRUCK_S = 0.002;
const SILENT = 0.0008; // loudness that nobody hears

/**
 * One strike on wood: its crack, and the hollow sound of the board.
 * @param {number} at
 * @param {number} loud
 * @param {number} hertz
 * @returns {Strike[]}
 */
const knock = (at, loud, hertz) => [
  { at, lasts: 0.05, loud: loud * 0.9, hertz, sharp: 2.2 },
  { at, lasts: 0.11, loud: loud * 0.5, hertz: hertz / 7, sharp: 3 },
];
/** Dice against leather. @param {number} at @param {number} loud @returns {Strike} */
const rattle = (at, loud) => ({ at, lasts: 0.06, loud, hertz: 1150 + 500 * Math.sin(at * 91), sharp: 1.6 });
/** Brass on brass. @param {number} at @param {number} loud @returns {Strike[]} */
const clink = (at, loud) => [
  { at, lasts: 0.16, loud: loud * 0.32, hertz: 3120 },
  { at, lasts: 0.12, loud: loud * 0.22, hertz: 4710 },
  { at, lasts: 0.09, loud: loud * 0.16, hertz: 6390 },
  { at, lasts: 0.02, loud: loud * 0.6, hertz: 5200, sharp: 1 },
];
/**
 * Tones that die away, the higher ones first.
 * @param {number} loud
 * @param {number} lasts
 * @param {readonly (readonly [number, number])[]} tones hertz, share
 * @returns {Strike[]}
 */
const ring = (loud, lasts, tones) =>
  tones.map(([hertz, share]) => ({ at: 0, lasts: lasts * (0.55 + 0.45 * share), loud: loud * share, hertz }));

const SHAKES = [0, 0.05, 0.09, 0.14, 0.19, 0.23, 0.28, 0.33];
const FALLS = /** @type {const} */ ([
  [0.44, 1],
  [0.5, 0.7],
  [0.57, 0.85],
  [0.66, 0.55],
  [0.74, 0.6],
  [0.86, 0.35],
  [0.99, 0.25],
]);

/** @type {Record<SoundName, Strike[]>} */
export const SOUNDS = {
  dice: [...SHAKES.map((at) => rattle(at, 0.4)), ...FALLS.flatMap(([at, loud]) => knock(at, loud, 1700 + 900 * loud))],
  cup: SHAKES.map((at) => rattle(at, 0.55)),
  chip: [...clink(0, 1), ...clink(0.075, 0.7)],
  wood: knock(0, 0.9, 1900),
  slide: [{ at: 0, lasts: 0.42, loud: 0.55, hertz: 900, to: 320, sharp: 0.9, swells: 0.08 }, ...knock(0.36, 0.6, 1400)],
  card: [{ at: 0, lasts: 0.13, loud: 0.5, hertz: 3600, to: 1500, sharp: 0.8, swells: 0.03 }],
  bell: ring(0.3, 1, [
    [660, 1],
    [990, 0.45],
    [1652, 0.3],
  ]),
  gong: [
    ...ring(0.34, 1.4, [
      [98, 1],
      [147, 0.6],
      [211, 0.5],
      [289, 0.35],
      [402, 0.2],
    ]),
    { at: 0, lasts: 0.5, loud: 0.2, hertz: 500, to: 200, sharp: 0.7 },
  ],
};

/** How long a sound lasts, in seconds. @param {SoundName} name */
export const lengthOf = (name) => Math.max(...SOUNDS[name].map(({ at, lasts }) => at + lasts));

/**
 * Put a sound on the line of a context, to be heard from a time on.
 * @param {BaseAudioContext} context @param {SoundName} name @param {number} [volume] 0..1 @param {number} [when]
 *     seconds of the context
 */
export function sound(context, name, volume = 1, when = context.currentTime) {
  const out = new GainNode(context, { gain: volume });
  out.connect(context.destination);
  for (const strike of SOUNDS[name]) strikeInto(context, out, strike, when + strike.at);
}

/** @param {BaseAudioContext} context @param {AudioNode} out @param {Strike} strike @param {number} start */
function strikeInto(context, out, strike, start) {
  const { lasts, loud, swells = STRUCK_S } = strike;
  const swell = new GainNode(context, { gain: 0 });
  swell.gain.setValueAtTime(0, start);
  swell.gain.linearRampToValueAtTime(loud, start + swells);
  swell.gain.exponentialRampToValueAtTime(SILENT, start + lasts);
  swell.connect(out);
  const source = strike.sharp
    ? filteredNoise(context, strike, strike.sharp, swell, start)
    : new OscillatorNode(context, { frequency: strike.hertz });
  if (!strike.sharp) source.connect(swell);
  source.start(start);
  source.stop(start + lasts);
}

/**
 * @param {BaseAudioContext} context
 * @param {Strike} strike
 * @param {number} sharp
 * @param {AudioNode} out
 * @param {number} start
 */
function filteredNoise(context, { hertz, to, lasts }, sharp, out, start) {
  const source = new AudioBufferSourceNode(context, { buffer: noiseOf(context), loop: true });
  const filter = new BiquadFilterNode(context, { type: 'bandpass', frequency: hertz, Q: sharp });
  if (to) filter.frequency.setValueAtTime(hertz, start).exponentialRampToValueAtTime(to, start + lasts);
  source.connect(filter).connect(out);
  return source;
}

/** @type {WeakMap<BaseAudioContext, AudioBuffer>} */
const NOISES = new WeakMap();

/** A second of white noise, the same every time. @param {BaseAudioContext} context */
function noiseOf(context) {
  const known = NOISES.get(context);
  if (known) return known;
  const buffer = new AudioBuffer({ length: NOISE_S * context.sampleRate, sampleRate: context.sampleRate });
  const draw = drawing(1);
  buffer.getChannelData(0).forEach((_, index, samples) => {
    samples[index] = draw() * 2 - 1;
  });
  NOISES.set(context, buffer);
  return buffer;
}

/** @type {AudioContext | null} */
let speaker = null;

/**
 * Let a sound be heard. Silent until the person has done something on the page: a browser allows no earlier sound.
 * @param {SoundName} name @param {number} volume 0..1 @param {number} [delay] seconds
 */
export function play(name, volume, delay = 0) {
  if (!speaker && !navigator.userActivation?.hasBeenActive) return;
  speaker ??= new AudioContext();
  if (speaker.state === 'suspended') speaker.resume();
  sound(speaker, name, volume, speaker.currentTime + delay);
}
