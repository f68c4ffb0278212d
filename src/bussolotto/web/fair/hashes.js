/** SHA-256 and HMAC of bytes and text: browsers have none of their own over plain http. */
import { hmac } from '../vendor/noble-hmac.js';
import { sha256 } from '../vendor/noble-sha2.js';

const encoder = new TextEncoder();

/** @param {(Uint8Array | string)[]} parts @returns {Uint8Array} */
export function joined(...parts) {
  const pieces = parts.map((part) => (typeof part === 'string' ? encoder.encode(part) : part));
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** @param {(Uint8Array | string)[]} parts */
export const hash = (...parts) => sha256(joined(...parts));

/** @param {Uint8Array} key @param {(Uint8Array | string)[]} parts */
export const mac = (key, ...parts) => hmac(sha256, key, joined(...parts));

/** @param {Uint8Array} bytes */
export const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** @param {unknown} text @param {number} size @returns {Uint8Array | null} null for what is not so many bytes in hex */
export function unhex(text, size) {
  if (typeof text !== 'string' || text.length !== 2 * size || !/^[0-9a-f]*$/.test(text)) return null;
  return Uint8Array.from({ length: size }, (_, at) => parseInt(text.slice(2 * at, 2 * at + 2), 16));
}
