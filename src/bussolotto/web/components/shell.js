/** What every part of the page shares: language, settings, who I am, where I go, and the voice of the live region. */
import { createContext, useContext } from '../vendor/preact.js';

/**
 * @typedef {object} Shell
 * @property {import('../types.js').Translate} t
 * @property {string} lang
 * @property {import('../storage/settings.js').Settings} settings
 * @property {(change: Partial<import('../storage/settings.js').Settings>) => void} set
 * @property {import('../types.js').Me} me
 * @property {(name: string) => Promise<void>} rename
 * @property {(path: string) => void} go
 * @property {(text: string) => void} announce
 */

export const ShellContext = createContext(/** @type {Shell} */ (/** @type {unknown} */ (null)));

export const useShell = () => useContext(ShellContext);

/**
 * A refusal in the words of the page's language, and the rule behind it.
 * @param {Shell['t']} t
 * @param {unknown} problem
 */
export function excuse(t, problem) {
  const {
    code = 'unknown',
    clause = null,
    text = '',
    values = {},
    told = false,
  } = /** @type {import('../line/api.js').Refused} */ (problem);
  if (told) return '';
  const said = [`error.${code}`, `clause.${clause}`].filter((key) => t.has(key)).map((key) => t(key, values));
  return said.join(' ') || text || t('error.unknown');
}
