/** Lists that the server sends in pages. */
import { learnErrors } from '../words/i18n.js';
import { ask, contentOf, Refused } from './api.js';

/**
 * The first pages of a list, one after the other.
 * @param {string} path
 * @param {number} count how many pages
 * @returns {Promise<{items: any[], more: boolean}>} rejects with Refused
 */
export async function getPages(path, count) {
  const items = [];
  /** @type {string | null} */
  let next = path;
  for (let page = 0; next && page < count; page++) {
    const answer = await ask('GET', next, undefined, {});
    const content = await contentOf(answer);
    if (!answer.ok) {
      await learnErrors();
      throw new Refused({ status: answer.status, ...content });
    }
    items.push(...content);
    next = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1] ?? null;
  }
  return { items, more: next !== null };
}
