/** A moment in the reader's words. @param {string} lang @param {number} seconds */
export const moment = (lang, seconds) =>
  new Date(seconds * 1000).toLocaleString(lang, { dateStyle: 'medium', timeStyle: 'short' });
