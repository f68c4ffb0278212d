/** The dice of one roll, drawn again from the seed: docs/fair-dice.md, "Rolls". */
import { hex, joined, mac } from './hashes.js';

const MOST_OUTCOMES = 8192;
const WEIGHTS = /^[1-9]\d{0,5}\*(0|[1-9]\d{0,17})(\.[1-9]\d{0,5}\*(0|[1-9]\d{0,17}))*$/;

/** @param {string} text @returns {bigint[] | null} the weight of every outcome; null for what says none */
export function weightsOf(text) {
  if (!WEIGHTS.test(text)) return null;
  const runs = text.split('.').map((run) => run.split('*'));
  if (runs.reduce((sum, [count]) => sum + Number(count), 0) > MOST_OUTCOMES) return null;
  return runs.flatMap(([count, weight]) => Array(Number(count)).fill(BigInt(weight)));
}

export class Roll {
  /** @param {Uint8Array} secret @param {Uint8Array} message */
  constructor(secret, message) {
    this.secret = secret;
    this.message = message;
    this.blocks = 0;
    this.left = '';
  }

  /** @param {number} size @returns {bigint} the next number of so many bytes */
  take(size) {
    while (this.left.length < 2 * size) {
      const number = new Uint8Array(4);
      new DataView(number.buffer).setUint32(0, this.blocks++);
      this.left += hex(mac(this.secret, joined(this.message, number)));
    }
    const taken = this.left.slice(0, 2 * size);
    this.left = this.left.slice(2 * size);
    return BigInt(`0x${taken}`);
  }

  /** @param {bigint[]} weights @returns {number} the outcome; -1 if there is none */
  draw(weights) {
    const total = weights.reduce((sum, weight) => sum + weight, 0n);
    if (!total) return -1;
    let size = 1;
    while (256n ** BigInt(size) < total) size++;
    const end = 256n ** BigInt(size) - (256n ** BigInt(size) % total);
    let number = this.take(size);
    while (number >= end) number = this.take(size);
    let ticket = number % total;
    return weights.findIndex((weight) => (ticket -= weight) < 0n);
  }
}
