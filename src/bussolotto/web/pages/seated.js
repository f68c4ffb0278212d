/**
 * What every way to sit at a table has in common: its arrival, its next game, who may not look, the line to its match.
 */
import { get } from '../line/api.js';
import { Channel } from '../line/channel.js';
import { isPlain } from '../games/pages.js';
import { learn } from '../words/i18n.js';
import { complete } from '../components/needs.js';
import { useLoad } from '../components/load.js';
import { useShell } from '../components/shell.js';
import { createContext, html, useContext, useEffect, useRef, useState } from '../vendor/preact.js';
import { Closed, Coming, Failed } from './missing.js';
import { Play } from './play.js';

/** @typedef {import('../types.js').Table} Table */
/** @typedef {import('../types.js').Game} Game */
/** @typedef {import('../types.js').Known} Known */
/** @typedef {{first: Table, game: Game}} Seated a table as it was when the page came, and its game */

/**
 * Fetch a table and its game, and how it is sat at; then show that.
 * @param {{id: string, wayTo: (table: Table) => Promise<(props: Seated) => any>}} props
 */
export function Arriving({ id, wayTo: way }) {
  const { me } = useShell();
  const { value, error, again } = useLoad(async () => {
    const table = /** @type {Table} */ (await get(`/api/tables/${id}`));
    const [game, Way] = await Promise.all([
      /** @type {Promise<Game>} */ (get(`/api/games/${table.game}`)),
      way(table),
      learn(table.game),
    ]);
    return { table, game, Way };
  }, [id, me]);
  if (value)
    return html`<${Turn.Provider} value=${again}>
      <${value.Way} key=${value.game.name} first=${value.table} game=${value.game} /><//>`;
  return error ? html`<${Failed} problem=${error} again=${again} />` : html`<${Coming} />`;
}

const Turn = createContext(async () => {}); // fetches the table and its game anew

/**
 * Has the table turned to another game, as on an evening? Then that is fetched, and the page begins anew.
 * @param {Table} table @param {Game} game
 */
export function useTurned(table, game) {
  const again = useContext(Turn);
  const turned = table.game !== game.name;
  useEffect(() => {
    if (turned) again();
  }, [turned]);
  return turned;
}

/**
 * @param {ReturnType<typeof useTable> & {game: Game, sitting?: string}} props `sitting`: whose page it is, where that
 *     changes
 */
export function AtTable({ table, game, known, channel, answer, sitting = '' }) {
  const waits = table.state === 'waiting';
  const waiting = useLoad(async () => (waits ? complete(import('./waiting.js')) : null), [waits]).value;
  if (useTurned(table, game)) return html`<${Coming} />`;
  if (barred(table)) return html`<${Closed} away=${table.me.sent_away} />`;
  if (!known || !channel) return html`<${Coming} />`;
  const shared = { table, game, known, channel, changed: answer };
  if (waits) return waiting ? html`<${waiting.Waiting} ...${shared} />` : html`<${Coming} />`;
  if (!known.position) return html`<${Coming} />`;
  return html`<${Play} key=${table.match + sitting} ...${shared} />`;
}

/** May I not even watch? @param {Table} table */
export const barred = (table) =>
  table.visibility === 'closed' && table.state !== 'waiting' && table.me.seat === null && !table.me.seats?.length;

/**
 * A table as it stands now: as the line tells it, or as an answer does. An answer may come after news that are later.
 * @param {Table} first
 */
export function useLatest(first) {
  const [news, tell] = useState(/** @type {Table | null} */ (null));
  const answer = (/** @type {Table} */ now) => tell((last) => (last && last.number > now.number ? last : now));
  return { table: news ?? first, tell, answer };
}

/**
 * A table as it stands now, and the line to its match.
 * @param {Table} first @param {Game} game @param {string} [eyes] whose, see Channel @param {boolean} [alike] do all
 *     eyes see the same?
 */
export function useTable(first, game, eyes = '', alike = false) {
  const { table, tell, answer } = useLatest(first);
  return { table, answer, ...useChannel(barred(table) ? null : table, game, tell, eyes, alike) };
}

/**
 * The line to the match of a table; a new one when the table plays the next, or with other eyes. What the last eyes
 * saw is
 * forgotten at once; only where all see alike it stays until the new line has told as much.
 * @param {Table | null} table
 * @param {Game} game
 * @param {(table: Table) => void} tell
 * @param {string} eyes
 * @param {boolean} alike
 */
export function useChannel(table, game, tell, eyes, alike) {
  const match = table?.match ?? null;
  const shows = table !== null && isPlain(game);
  const [known, know] = useState(/** @type {Known | null} */ (null));
  const channel = useRef(/** @type {Channel | null} */ (null));
  useEffect(() => {
    if (!match) return undefined;
    const same = alike && channel.current?.match === match;
    /** What came by the line last: an answer that came since is later. @type {Table | null} */
    let told = null;
    const line = new Channel(
      match,
      shows,
      (now) => {
        if (channel.current !== line) return;
        if (now.position || !same) know(now);
        if (now.table && now.table !== told) tell((told = now.table));
      },
      eyes,
    );
    channel.current = line;
    if (!same) know(line.known);
    return () => line.close();
  }, [match, shows, eyes]);
  const seen = alike || channel.current?.eyes === eyes;
  return { known: seen ? known : null, channel: channel.current };
}
