/** Every text people read, from the catalogue of the language they chose. */

const LATER = 'later-'; // begins the name of an area that comes later, unlike that of a game
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

/** @typedef {Record<string, string>} Texts */

/**
 * The texts that are spoken now; those of every page; what rule sheets are called, in their own language; and the parts
 * that were fetched besides: of tables of a game, areas that come later.
 */
const learnt = {
  lang: '',
  texts: /** @type {Texts} */ ({}),
  general: /** @type {Texts} */ ({}),
  called: /** @type {Texts} */ ({}),
  parts: /** @type {Map<string, Texts>} */ (new Map()),
};

/**
 * @param {string} lang
 * @param {() => boolean} [wanted] is it still, once it has come?
 * @returns {Promise<Language>}
 */
export async function translator(lang, wanted = () => true) {
  const real = lang === PSEUDO ? 'en' : lang;
  const known = /** @type {Map<string, Texts>} */ (new Map());
  const missing = () => [...learnt.parts.keys()].filter((name) => !known.has(name));
  const complete = async () => {
    const names = missing();
    const found = await Promise.all(names.map((name) => fetched(`${real}/${name}`)));
    names.forEach((name, place) => known.set(name, found[place]));
  };
  const [general] = await Promise.all([fetched(real), complete()]);
  while (missing().length) await complete(); // what was learnt meanwhile, in the language before this one
  const parts = new Map([...learnt.parts.keys()].map((name) => [name, known.get(name) ?? {}]));
  const texts = Object.assign({}, general, ...parts.values(), learnt.called);
  if (wanted()) Object.assign(learnt, { lang: real, general, parts, texts });
  return { lang: real, t: translate(lang, texts) };
}

/**
 * Texts that not every page shows; every translator then knows them. Words that a game has of its own replace the
 * general ones until another game is learnt.
 * @param {string} part a game, for what only its table shows; or the name of an area that comes later
 * @returns {Promise<void>}
 */
export async function learn(part) {
  const { lang } = learnt;
  const texts = learnt.parts.get(part) ?? (await fetched(`${lang}/${part}`));
  if (lang !== learnt.lang) return learn(part); // another one was chosen meanwhile
  Object.assign(learnt.texts, part.startsWith(LATER) ? {} : learnt.general, texts);
  learnt.parts.delete(part);
  learnt.parts.set(part, texts); // as the last one: what was learnt last holds in another language too
  return undefined;
}

/**
 * What a rule sheet is called, and by whom it is, for pages that only mention it: no word of a table changes.
 * @param {string} sheet
 */
export async function learnTitle(sheet) {
  const texts = await fetched(`${learnt.lang}/${sheet}`);
  const told = Object.entries(texts).filter(([key]) => key.startsWith(`game.${sheet}.`));
  Object.assign(learnt.called, Object.fromEntries(told));
  Object.assign(learnt.texts, learnt.called);
}

/** What the server refuses, and why: needed when it does, and soon after the page stands. Before there is a language nothing. */
export const learnErrors = async () => (learnt.lang ? learn(`${LATER}errors`).catch(() => {}) : undefined);

/** @param {string} name @returns {Promise<Record<string, string>>} */
async function fetched(name) {
  const answer = await fetch(`/locale/${name}.json`).catch((problem) => {
    throw Object.assign(problem, { code: 'offline' }); // in the words of a refusal: see `excuse`
  });
  if (!answer.ok) throw new Error(`the texts of ${name} did not come: ${answer.status}`);
  return answer.json();
}

/**
 * @param {string} lang
 * @param {Record<string, string>} catalogue
 */
export function translate(lang, catalogue) {
  const spoken = lang === PSEUDO ? 'en' : lang;
  const plural = new Intl.PluralRules(spoken);
  const number = new Intl.NumberFormat(spoken);

  /** Where a text counts something else than `n`, it is `count`. @param {string} key @param {Record<string, string | number>} args */
  const find = (key, args) =>
    catalogue[key] ??
    catalogue[`${key}.${plural.select(Number(args.count ?? args.n ?? 0))}`] ??
    catalogue[`${key}.other`];

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
  t.with = (/** @type {Record<string, string>} */ more) =>
    translate(lang, Object.assign(Object.create(catalogue), more));
  return t;
}

/** A chance as people read it. @param {number} chance @param {string} lang */
export const percent = (chance, lang) =>
  new Intl.NumberFormat(lang, { style: 'percent', maximumFractionDigits: 1 }).format(chance);

/** A text as a sentence, with a full stop where it has no end. @param {string} text */
export const sentence = (text) => (/[.?!:…⟧]$/.test(text) ? text : `${text}.`);

/** Several names in a sentence: `Giulia, Leo and Emma`. @param {readonly string[]} names @param {string} [lang] */
export const joinNames = (names, lang = learnt.lang) =>
  new Intl.ListFormat(lang.replace(/^(en)?$/, 'en-GB')).format(names);
