/** Have the browser save a file. @param {string} href @param {string} download */
export const save = (href, download) => Object.assign(document.createElement('a'), { href, download }).click();
