/** What was done at a match and has not been answered, or was not played: kept with this tab, so that a reload loses nothing. */

/** @typedef {{code: string, clause: string | null, text: string, values: Record<string, string | number>}} Reason */
/** @typedef {{match: string, eyes: string, table: string, request: import('./channel.js').Request, reason?: Reason}} Left `reason`: why it was not played */

const NAME = 'bussolotto-pending';

/** @returns {Record<string, Left>} */
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
export const keepLeft = (left) => change((kept) => { kept[left.match + left.eyes] = left; });

/** @param {{match: string, eyes: string}} left */
export const forgetLeft = ({ match, eyes }) => change((kept) => { delete kept[match + eyes]; });

/** @param {string} match @param {string} eyes @returns {Left | undefined} */
export const leftOf = (match, eyes) => all()[match + eyes];

/** @param {string} table */
export const leftAt = (table) => Object.values(all()).filter((left) => left.table === table);
