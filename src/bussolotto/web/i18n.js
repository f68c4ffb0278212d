/** Every text people read, from the catalogue of the language they chose. */

export const LANGUAGES = ['it', 'en', 'de', 'fr'];
const PSEUDO = 'zz'; // English between brackets: shows which text did not come from the catalogue

/**
 * The language to begin with: asked for in the address, chosen before, or what the browser prefers.
 * @param {string} search the query of the address
 * @param {string | null} chosen
 * @param {readonly string[]} preferred
 */
export function firstLanguage(search, chosen, preferred) {
  const asked = new URLSearchParams(search).get('lang');
  const wanted = [asked, chosen, ...preferred].map((tag) => tag?.slice(0, 2).toLowerCase());
  return wanted.find((tag) => tag && (LANGUAGES.includes(tag) || tag === PSEUDO)) ?? 'en';
}

/** @typedef {{lang: string, t: ReturnType<typeof translate>}} Language */

/**
 * @param {string} lang
 * @returns {Promise<Language>}
 */
export async function translator(lang) {
  const answer = await fetch(`/locale/${lang === PSEUDO ? 'en' : lang}.json`);
  if (!answer.ok) throw new Error(`the texts of ${lang} did not come: ${answer.status}`);
  return { lang: lang === PSEUDO ? 'en' : lang, t: translate(lang, await answer.json()) };
}

/**
 * @param {string} lang
 * @param {Record<string, string>} catalogue
 */
export function translate(lang, catalogue) {
  const spoken = lang === PSEUDO ? 'en' : lang;
  const plural = new Intl.PluralRules(spoken);
  const number = new Intl.NumberFormat(spoken);

  /** @param {string} key @param {Record<string, string | number>} args */
  const find = (key, args) =>
    catalogue[key] ?? catalogue[`${key}.${plural.select(Number(args.n ?? 0))}`] ?? catalogue[`${key}.other`];

  /** @param {string} key @param {Record<string, string | number>} [args] */
  function t(key, args = {}) {
    const text = find(key, args);
    if (text === undefined) {
      console.error(`no text for ${key} in ${lang}`);
      return key;
    }
    const filled = text.replace(/\{(\w+)\}/g, (_, name) => {
      const value = args[name] ?? '';
      return typeof value === 'number' ? number.format(value) : value;
    });
    return lang === PSEUDO ? `⟦${filled}⟧` : filled;
  }
  t.has = (/** @type {string} */ key) => find(key, {}) !== undefined;
  return t;
}
