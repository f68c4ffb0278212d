/** Files: having the browser save one, and taking one that somebody chose. */

/** Have the browser save a file. @param {string} href @param {string} download */
export const save = (href, download) => Object.assign(document.createElement('a'), { href, download }).click();

/** The file that was just chosen; the same one, once it is corrected, can be chosen again. @param {Event} event */
export function chosenFile({ target }) {
  const input = /** @type {HTMLInputElement} */ (target);
  const [file] = input.files ?? [];
  input.value = ''; // else the browser says nothing of a file that has the same name
  return file;
}
