/**
 * A chain of nonces made in this page: docs/fair-dice.md, "Chains of nonces". The last link is committed to; the others
 * are opened backwards, one for each head.
 */
import { hash, hex, unhex } from './hashes.js';

export const LENGTH = 2048; // rolls that one chain is enough for
const SECRET_BYTES = 32;

/** @type {Map<string, string[]>} the links by the secret, of the chain used last */
const known = new Map();

/** @returns {string} a new secret, in hex */
export const newSecret = () => hex(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));

/**
 * All links of a chain, in hex: the secret first, the commitment last. They are kept for the next time.
 * @param {string} secret in hex
 * @param {number} [length]
 * @returns {string[]}
 */
export function linksOf(secret, length = LENGTH) {
  const name = `${secret} ${length}`;
  const found = known.get(name);
  if (found) return found;
  const links = [secret];
  let link = unhex(secret, SECRET_BYTES) ?? new Uint8Array(SECRET_BYTES);
  for (let at = 0; at < length; at++) {
    link = hash('bussolotto fair 1 nonce\n', link);
    links.push(hex(link));
  }
  known.clear();
  known.set(name, links);
  return links;
}
