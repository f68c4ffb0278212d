/** The questions to the lab that a person has kept in this browser, by name. */

/** @typedef {{name: string, path: string}} Kept */

const NAME = 'bussolotto-lab';
const MOST = 40;

/** @returns {Kept[]} the newest first */
export function keptQuestions() {
  try {
    const found = JSON.parse(localStorage.getItem(NAME) ?? '[]');
    return Array.isArray(found) ? found.filter(({ name, path }) => typeof name === 'string' && isOurs(path)) : [];
  } catch {
    return []; // private windows forbid the storage; what is damaged is kept anew
  }
}

/** Keep a question in place of the one of that name. @param {Kept} question @returns {Kept[]} all of them */
export function keepQuestion(question) {
  const others = keptQuestions().filter(({ name }) => name !== question.name);
  return stored([question, ...others].slice(0, MOST));
}

/** @param {string} name @returns {Kept[]} those that are left */
export const forgetQuestion = (name) => stored(keptQuestions().filter((kept) => kept.name !== name));

/** @param {unknown} path */
const isOurs = (path) => typeof path === 'string' && /^\/lab\/[\w-]+$/.test(path);

/** @param {Kept[]} questions */
function stored(questions) {
  try {
    localStorage.setItem(NAME, JSON.stringify(questions));
  } catch {
    // a private window: they then last as long as the page
  }
  return questions;
}
