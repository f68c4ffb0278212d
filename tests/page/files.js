/** The files that tests of the page read: its scripts, its catalogues, and what the rules say. */
import { readdirSync, readFileSync } from 'node:fs';

export const PACKAGE = new URL('../../src/bussolotto/', import.meta.url);
const LEFT_OUT = ['vendor'];

/** What the rules say, as `python -m tools.page_golden` has written it. @param {string} name @returns {any} */
export const golden = (name) => readJson(new URL(`./golden/${name}.json`, import.meta.url));

/** @param {URL} url @returns {any} */
export const readJson = (url) => JSON.parse(readFileSync(url, 'utf8'));

/** Every script of the page, by its path in the package. */
export function scripts() {
  const pages = readdirSync(new URL('games/', PACKAGE), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `games/${name}/page/`);
  return ['web/', ...pages].flatMap(scriptsIn).sort();
}

/** @param {string} folder with a slash at its end @returns {string[]} none where there is no such folder */
function scriptsIn(folder) {
  return entriesOf(new URL(folder, PACKAGE)).flatMap((entry) => {
    if (entry.isDirectory()) return LEFT_OUT.includes(entry.name) ? [] : scriptsIn(`${folder}${entry.name}/`);
    return entry.name.endsWith('.js') ? [folder + entry.name] : [];
  });
}

/** @param {URL} folder */
function entriesOf(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return []; // a game without a page
  }
}

/**
 * A view after a change, as golden files have it: its fields, of lists the entries, that became other ones.
 * @param {any} before @param {any} news
 * @returns {any}
 */
export function changed(before, news) {
  if (news === null || typeof news !== 'object' || Array.isArray(news)) return news;
  const after = Array.isArray(before) ? [...before] : { ...before };
  for (const [name, value] of Object.entries(news)) after[name] = changed(before?.[name], value);
  return after;
}

/**
 * All texts of a language, with those of one game.
 * @param {string} lang @param {string} game
 * @returns {Record<string, string>}
 */
export function catalogue(lang, game) {
  const folder = new URL('locale/parts/', PACKAGE);
  const shared = entriesOf(folder).filter(({ name }) => name.endsWith(`.${lang}.json`));
  const own = new URL(`games/${game.replaceAll('-', '_')}/texts/${lang}.json`, PACKAGE);
  return Object.assign({}, ...shared.map(({ name }) => readJson(new URL(name, folder))), readJson(own));
}
