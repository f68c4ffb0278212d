/**
 * What was done at a match and has not been answered, or was not played: kept with this tab, in its order, so that a
 * reload loses nothing.
 */

/** @typedef {import('../types.js').Left} Left */
/** @typedef {import('../types.js').Request} Request */

const NAME = 'bussolotto-pending';

/** By the id of the request. @returns {Record<string, Left>} */
function all() {
  try {
    return JSON.parse(sessionStorage.getItem(NAME) ?? '{}');
  } catch {
    return {}; // no storage in a private window
  }
}

/** @param {(left: Record<string, Left>) => void} edit */
function change(edit) {
  const left = all();
  edit(left);
  try {
    sessionStorage.setItem(NAME, JSON.stringify(left));
  } catch {
    // it then lasts as long as the page
  }
}

/** @param {Left} left */
export const keepLeft = (left) =>
  change((kept) => {
    kept[left.request.id] = left;
  });

/** @param {Pick<Left, 'request'>} left */
export const forgetLeft = ({ request }) =>
  change((kept) => {
    delete kept[request.id];
  });

/** @param {string} match @param {string} eyes */
export const leftOf = (match, eyes) =>
  Object.values(all()).filter((left) => left.match === match && left.eyes === eyes);

/** @param {string} table */
export const leftAt = (table) => Object.values(all()).filter((left) => left.table === table);
