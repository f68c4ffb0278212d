/** What every part of the page shares: language, settings, who I am, where I go, and the voice of the live region. */
import { keepSettings, loadSettings } from '../storage/settings.js';
import { learn, learnErrors, translator } from '../words/i18n.js';
import { createContext, useCallback, useContext, useRef, useState } from '../vendor/preact.js';

/**
 * @typedef {object} Shell
 * @property {import('../types.js').Translate} t
 * @property {string} lang
 * @property {import('../storage/settings.js').Settings} settings
 * @property {(change: Partial<import('../storage/settings.js').Settings>) => Promise<void>} set refused only where a language does not come
 * @property {import('../types.js').Me} me
 * @property {(name: string) => Promise<void>} rename
 * @property {() => Promise<void>} renewLink a new personal link; earlier ones are void
 * @property {() => Promise<void>} withdrawLink no personal link, until there is a new one
 * @property {(path: string) => void} go
 * @property {(text: string) => void} announce
 */

/** @typedef {Record<string, string | number>} Values */

export const ShellContext = createContext(/** @type {Shell} */ (/** @type {unknown} */ (null)));

export const useShell = () => useContext(ShellContext);

/**
 * What a person has set, and the language of the page. Who sets something changes that alone, whatever has been set
 * since the page was drawn, and of several languages the last one chosen is spoken.
 * @param {import('../words/i18n.js').Language} first
 */
export function useSettings(first) {
  const [settings, change] = useState(loadSettings);
  const [language, speak] = useState(first);
  const spoken = useRef(first);
  const wanted = useRef(first.lang);
  /**
   * Where it does not come, the choice shows again what is spoken.
   * @param {string} lang
   * @returns {Promise<boolean>} is it spoken now? Not if another one was chosen meanwhile
   */
  const learnt = async (lang) => {
    wanted.current = lang;
    const isWanted = () => wanted.current === lang;
    try {
      const next = await translator(lang, isWanted);
      if (isWanted()) speak((spoken.current = next));
    } catch (problem) {
      if (isWanted()) wanted.current = spoken.current.lang;
      change((now) => ({ ...now }));
      throw problem;
    }
    return isWanted();
  };
  const set = useCallback(async (/** @type {Partial<Shell['settings']>} */ news) => {
    const { lang } = news;
    if (lang && lang !== wanted.current && !(await learnt(lang))) return;
    keepSettings(news);
    change((now) => ({ ...now, ...news }));
  }, []);
  return { settings, language, set };
}

/**
 * A refusal in the words of the page's language: what the game says is wrong, else the rule behind it.
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
  const { game, why } = values;
  const reason = [`why.${game}.${why}`, `why.${why}`].find((key) => t.has(key));
  if (reason) return t(reason, spokenBy(t, `why.${game}`, values));
  const keys = [`error.${code}`, `damage.${values.reason}`, `clause.${clause}`]; // the second of a match file
  const said = keys.filter((key) => t.has(key)).map((key) => t(key, values));
  return said.join(' ') || text || t('error.unknown');
}

/** Words among the values in the words of a game. @param {Shell['t']} t @param {string} of @param {Values} values */
const spokenBy = (t, of, values) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const key = `${of}.${name}.${value}`;
      return [name, t.has(key) ? t(key) : value];
    }),
  );

/**
 * Why the rules of a game refuse something; what it says of that comes when it is first needed.
 * @param {Shell['t']} t @param {unknown} problem @param {string} game
 */
export async function explain(t, problem, game) {
  await Promise.all([learn(`later-${game}`).catch(() => {}), learnErrors()]);
  return excuse(t, problem);
}
