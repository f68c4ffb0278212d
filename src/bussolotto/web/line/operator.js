/** Requests of the server's operator, signed in on this page. */
import { call } from './api.js';

/** @typedef {ReturnType<typeof operatorOf>} Operator */

const ROOT = '/api/admin';

/** @returns {Promise<import('../wire.js').OperatorSession>} with an empty `csrf` for who is not signed in */
export const signedIn = () => call('GET', `${ROOT}/session`).catch(() => ({ csrf: '' }));

/** @param {string} token @returns {Promise<import('../wire.js').OperatorSession>} */
export const signIn = (token) => call('POST', `${ROOT}/session`, { token });

/** @param {string} csrf what proves to the server that a request comes from this page */
export function operatorOf(csrf) {
  const headers = { 'bussolotto-csrf': csrf };
  return {
    get: (/** @type {string} */ path) => call('GET', `${ROOT}/${path}`),
    post: (/** @type {string} */ path, /** @type {unknown} */ body = {}) =>
      call('POST', `${ROOT}/${path}`, body, headers),
    put: (/** @type {string} */ path, /** @type {unknown} */ body) => call('PUT', `${ROOT}/${path}`, body, headers),
    remove: (/** @type {string} */ path) => call('DELETE', `${ROOT}/${path}`, undefined, headers),
  };
}
