/** A table: those who wait at it, and the match that is played on it. */
import { get } from '../api.js';
import { Channel } from '../channel.js';
import { isPlain } from '../games/pages.js';
import { useLoad } from '../load.js';
import { useShell } from '../shell.js';
import { html, useEffect, useRef, useState } from '../vendor/preact.js';
import { Closed, Coming, Failed } from './missing.js';
import { Play } from './play.js';
import { Waiting } from './waiting.js';

/** @typedef {import('../types.js').Table} Table */
/** @typedef {import('../types.js').Game} Game */
/** @typedef {import('../channel.js').Known} Known */

/** @param {{id: string}} props */
export function Page({ id }) {
  const { me } = useShell();
  const first = useLoad(async () => {
    const table = /** @type {Table} */ (await get(`/api/tables/${id}`));
    const game = /** @type {Game} */ (await get(`/api/games/${table.game}`));
    return { table, game };
  }, [id, me]);
  const [news, tell] = useState(/** @type {Table | null} */ (null));
  const table = news ?? first.value?.table ?? null;
  const { known, channel } = useChannel(table && !barred(table) ? table : null, tell);

  if (first.error && !first.value) return html`<${Failed} problem=${first.error} again=${first.again} />`;
  if (table && barred(table)) return html`<${Closed} />`;
  if (!table || !first.value || !known || !channel) return html`<${Coming} />`;
  const shared = { table, game: first.value.game, known, channel };
  if (table.state === 'waiting') return html`<${Waiting} ...${shared} changed=${tell} />`;
  if (!known.position) return html`<${Coming} />`;
  return html`<${Play} key=${table.match} ...${shared} changed=${tell} />`;
}

/** May I not even watch? @param {Table} table */
const barred = (table) => table.visibility === 'closed' && table.state !== 'waiting' && table.me.seat === null;

/**
 * The line to the match of a table; a new one when the table plays the next.
 * @param {Table | null} table
 * @param {(table: Table) => void} tell
 */
function useChannel(table, tell) {
  const match = table?.match ?? null;
  const shows = table !== null && isPlain(table.game);
  const [known, know] = useState(/** @type {Known | null} */ (null));
  const channel = useRef(/** @type {Channel | null} */ (null));
  useEffect(() => {
    if (!match) return undefined;
    const line = new Channel(match, shows, (now) => {
      if (channel.current !== line) return;
      know(now);
      if (now.table) tell(now.table);
    });
    channel.current = line;
    know(line.known);
    return () => line.close();
  }, [match, shows]);
  return { known, channel: channel.current };
}
