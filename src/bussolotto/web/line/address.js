/** Text as part of an address. */

/** @param {string} text @returns {string} base64url of its UTF-8 */
export function encoded(text) {
  const bytes = Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte));
  return btoa(bytes.join('')).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** @param {string} part @returns {string} the text; throws where it is none */
export function decoded(part) {
  const bytes = atob(part.replaceAll('-', '+').replaceAll('_', '/'));
  return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)));
}
