/**
 * Coming to another page without loading anew: the focus goes to its main part, and its title is told, as a browser
 * does for a page that it loads.
 */
import { announce } from './live.js';

let coming = false;

/** Another page is on its way. */
export function depart() {
  coming = true;
}

/** A header stands: what is under it can take the focus. */
export function land() {
  if (coming) document.getElementById('main')?.focus({ preventScroll: true });
}

/** The page has its title, so it is no longer only the room for it. @param {string} title */
export function arrive(title) {
  if (coming) announce(title);
  coming = false;
}
