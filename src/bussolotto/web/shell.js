/** What every part of the page shares: language, settings, who I am, where I go, and the voice of the live region. */
import { createContext, useContext } from './vendor/preact.js';

/**
 * @typedef {object} Shell
 * @property {import('./types.js').Translate} t
 * @property {string} lang
 * @property {import('./settings.js').Settings} settings
 * @property {(change: Partial<import('./settings.js').Settings>) => void} set
 * @property {import('./types.js').Me} me
 * @property {(name: string) => Promise<void>} rename
 * @property {(path: string) => void} go
 * @property {(text: string) => void} announce
 */

export const ShellContext = createContext(/** @type {Shell} */ (/** @type {unknown} */ (null)));

export const useShell = () => useContext(ShellContext);

/**
 * A refusal in the words of the page's language.
 * @param {Shell['t']} t
 * @param {unknown} problem
 */
export function excuse(t, problem) {
  const { code = 'unknown', text = '', values = {} } = /** @type {import('./api.js').Refused} */ (problem);
  const key = `error.${code}`;
  return t.has(key) ? t(key, values) : text || t('error.unknown');
}
