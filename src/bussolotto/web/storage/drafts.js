/** Rule sheets that a person is writing, in this browser: one for each that it was begun from. */

/** @typedef {import('../wire.js').Decision} Decision */
/** @typedef {{seed: number, seats: number | null, decisions: Decision[]}} Walk through a match of it */
/** @typedef {{of: string, text: string, walk: Walk}} Draft `of`: the sheet of this server that it is a copy of, or '' */

const NAME = 'bussolotto-drafts';
const MOST = 30;

/** @param {string} of @returns {Draft | null} */
export const draftOf = (of) => drafts().find((draft) => draft.of === of) ?? null;

/** Keep what has been written, in place of what was before. @param {Draft} draft */
export const keepDraft = (draft) => store([draft, ...drafts().filter(({ of }) => of !== draft.of)].slice(0, MOST));

/** @param {string} of */
export const forgetDraft = (of) => store(drafts().filter((draft) => draft.of !== of));

/** @returns {Draft[]} the latest first */
function drafts() {
  try {
    const found = JSON.parse(localStorage.getItem(NAME) ?? '[]');
    return found.filter(isDraft);
  } catch {
    return []; // private windows forbid the storage; what is damaged is begun anew
  }
}

/** @param {Partial<Draft> | null} found */
const isDraft = (found) =>
  typeof found?.of === 'string' &&
  typeof found.text === 'string' &&
  Number.isInteger(found.walk?.seed) &&
  Array.isArray(found.walk?.decisions);

/** @param {Draft[]} all */
function store(all) {
  try {
    localStorage.setItem(NAME, JSON.stringify(all));
  } catch {
    // a private window: they then last as long as the page
  }
}
