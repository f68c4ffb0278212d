/**
 * The chains of nonces of this browser, one for each table, so that a page that is loaded anew goes on with its own; and
 * what was opened of them, to be found in the file at the end. Their secrets never leave this browser.
 */

/**
 * @typedef {{match: string, roll: number, head: string}} Opened for what the last link was opened
 * @typedef {{secret: string, left: number, opened?: Opened}} Chain `left`: so many links are not opened yet
 */

const CHAINS = 'bussolotto-chains';
const OPENED = 'bussolotto-opened';
const MOST = 20; // tables, or matches, the latest

/** @type {Record<string, Record<string, any>>} what could not be kept: it lasts as long as the page */
const held = {};

/** @param {string} name @returns {Record<string, any>} */
function all(name) {
  if (held[name]) return held[name];
  try {
    return JSON.parse(localStorage.getItem(name) ?? '{}');
  } catch {
    return {}; // a private window, or damaged
  }
}

/** @param {string} name @param {string} key @param {any} value */
function keep(name, key, value) {
  const { [key]: _, ...others } = all(name);
  const kept = { ...Object.fromEntries(Object.entries(others).slice(1 - MOST)), [key]: value };
  try {
    localStorage.setItem(name, JSON.stringify(kept));
    delete held[name];
  } catch {
    held[name] = kept; // what is stored is of before, and must not be used again after this page
    drop(name);
  }
}

/** @param {string} name */
function drop(name) {
  try {
    localStorage.removeItem(name);
  } catch {
    // nothing is stored in a private window
  }
}

/** @param {string} table @returns {Chain | undefined} */
export const chainOf = (table) => all(CHAINS)[table];

/** @param {string} table @param {Chain} chain */
export const keepChain = (table, chain) => keep(CHAINS, table, chain);

/**
 * What was opened in a match, as far as it is kept: the roll, the seat, and what the head and the link begin with.
 * @typedef {{roll: number, seat: number, head: string, link: string}} Sent
 * @param {string} match @returns {Sent[]}
 */
export const openedIn = (match) => all(OPENED)[match] ?? [];

/** @param {string} match @param {Sent} sent */
export function keepOpened(match, { roll, seat, head, link }) {
  const before = openedIn(match).filter((one) => one.roll !== roll);
  keep(OPENED, match, [...before, { roll, seat, head: head.slice(0, 16), link: link.slice(0, 16) }]);
}
