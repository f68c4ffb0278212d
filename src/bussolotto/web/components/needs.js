/**
 * What a module of the page needs before it is shown: its texts and its style sheets. A module says so where it is
 * loaded, which fetches nothing; who brings the module waits for them.
 */
import { learn } from '../words/i18n.js';

/** @type {Map<string, Need>} all that modules have asked for, by area or address */
const asked = new Map();
/** @type {Need[]} those of modules that nobody has waited for yet */
let fresh = [];
/** @type {WeakMap<object, readonly Need[]>} by the module with which they came */
const owned = new WeakMap();

/** One catalogue or style sheet, fetched once, and again only where that failed. */
class Need {
  /** @param {() => Promise<void>} fetching */
  constructor(fetching) {
    this.fetching = fetching;
    this.coming = /** @type {Promise<void> | null} */ (null);
  }

  arrive() {
    this.coming ??= this.fetching().catch((problem) => {
      this.coming = null;
      throw problem;
    });
    return this.coming;
  }
}

/**
 * The module that calls this needs these before it is shown.
 * @param {readonly string[]} texts areas of the catalogue
 * @param {readonly URL[]} [styles]
 */
export function needs(texts, styles = []) {
  for (const area of texts) ask(area, () => learn(area));
  for (const { pathname } of styles) ask(pathname, () => styled(pathname));
}

/** @param {string} name @param {() => Promise<void>} fetching */
function ask(name, fetching) {
  const need = asked.get(name) ?? new Need(fetching);
  asked.set(name, need);
  fresh.push(need);
}

/**
 * A module, once all is there that it and what it imports need. It fails where that does not come; what else failed is
 * asked for again, but nobody's loss here.
 * @template {object} T
 * @param {Promise<T>} loading
 */
export async function complete(loading) {
  const module = await loading;
  const own = owned.get(module) ?? fresh;
  if (own === fresh) fresh = [];
  owned.set(module, own);
  const arriving = [...asked.values()].map((need) =>
    need.arrive().catch((problem) => {
      if (own.includes(need)) throw problem;
    }),
  );
  await Promise.all(arriving);
  return module;
}

/** @type {Map<string, Promise<void>>} those that were asked for, by address */
const sheets = new Map();

/** @param {string} href */
export const sheetAt = (href) => /** @type {HTMLLinkElement | null} */ (document.querySelector(`link[href="${href}"]`));

/** Have a style sheet on the page. @param {string} href @returns {Promise<void>} when it is there, or does not come */
export function styled(href) {
  const coming = sheets.get(href) ?? arriving(href);
  sheets.set(href, coming);
  return coming;
}

/** @param {string} href @returns {Promise<void>} */
function arriving(href) {
  if (sheetAt(href)) return Promise.resolve();
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
  return new Promise((resolve) => {
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove(); // asked for again, it may come
      sheets.delete(href);
      resolve();
    };
    document.head.append(link);
  });
}
