/** What this page has kept of the dice of a match, for whoever checks them. */
import { bringPart, stands } from '../../line/channel.js';
import { openedIn } from '../../storage/chains.js';
import { keptOf } from '../../storage/kept-heads.js';

/**
 * The start message, the last head, and which links were opened for which heads; null where nothing was kept. What a
 * page is shown before it stands is kept once its part in the dice has come.
 * @param {string} match
 */
export async function keptFor(match) {
  await stands.then(bringPart);
  await new Promise((resolve) => setTimeout(resolve)); // the line tells it first
  const kept = keptOf(match);
  return kept ? { start: kept.start, head: kept.head, opened: openedIn(match) } : null;
}
