/** The open tables: those that somebody may join or watch, as far as they are of the kind one looks for. */
import { getPages } from '../../line/lists.js';
import { useEvery, useLoad } from '../../components/load.js';
import { listedTitle } from '../../words/listed.js';
import { seatNames } from '../../words/names.js';
import { needs } from '../../components/needs.js';
import { useSheetTitles } from '../../components/sheet-titles.js';
import { useShell } from '../../components/shell.js';
import { html, useState } from '../../vendor/preact.js';
import { GameChips } from './quick.js';

/** @typedef {import('../../types.js').Table} Table */
/** @typedef {import('../../types.js').Game} Game */
/** @typedef {import('../../storage/settings.js').Lobby} Filter */

needs(['later-lobby', 'later-presets']);

const LOOK_MS = 5000;
const WATCHABLE = 4; // running tables offered to who has nothing to do
/** @type {Filter} */
const ALL = { games: [], free: false, pace: null };

/** @param {{games: readonly Game[]}} props */
export function OpenTables({ games }) {
  const { t, settings, set } = useShell();
  const filter = { ...ALL, ...settings.lobby };
  const asked = queryOf(filter);
  const [pages, setPages] = useState(1);
  const tables = useLoad(
    () => /** @type {Promise<{items: Table[], more: boolean}>} */ (getPages(`/api/tables${asked}`, pages)),
    [asked, pages],
  );
  useEvery(tables.again, LOOK_MS);
  const waiting = (tables.value?.items ?? []).filter(({ state }) => state === 'waiting');
  const running = (tables.value?.items ?? []).filter(({ state, me }) => state === 'running' && me.seat === null);
  const open = [...waiting, ...running.slice(0, WATCHABLE * pages)];
  useSheetTitles(open.map(({ game }) => game));
  return html`<div class="home-part">
    <${Filters} games=${games} filter=${filter}
        set=${(/** @type {Partial<Filter>} */ news) => set({ lobby: { ...filter, ...news } })} />
    ${
      tables.value &&
      !open.length &&
      (asked
        ? html`<p class="muted">${t('lobby.none')}</p>
          <p><button type="button" class="quiet" onClick=${() => set({ lobby: ALL })}>${t('lobby.all')}</button></p>`
        : html`<p class="muted">${t('home.tables.none')}</p>`)
    }
    <ul class="list">${open.map((table) => html`<${TableLine} key=${table.table} table=${table} />`)}</ul>
    ${
      tables.value?.more &&
      html`<p><button type="button" class="quiet" onClick=${() => setPages(pages + 1)}>${t('lobby.more')}</button></p>`
    }
  </div>`;
}

/** What the server is asked; '' for all. @param {Filter} filter */
function queryOf({ games, free, pace }) {
  const query = new URLSearchParams(games.map((game) => ['game', game]));
  if (free) query.set('free', '1');
  if (pace) query.set('pace', pace);
  return query.size ? `?${query}` : '';
}

/** @param {{games: readonly Game[], filter: Filter, set: (news: Partial<Filter>) => void}} props */
function Filters({ games, filter, set }) {
  const { t } = useShell();
  const paces = /** @type {const} */ ([null, 'live', 'days']);
  return html`<details class="fold lobby-filter">
    <summary>${t('lobby.filter')}
      ${queryOf(filter) && html` <span class="muted">· ${t('lobby.filter.set')}</span>`}</summary>
    <${GameChips} legend=${t('lobby.games')} games=${games} chosen=${filter.games}
        choose=${(/** @type {string[]} */ chosen) => set({ games: chosen })} />
    <fieldset class="choice"><legend>${t('lobby.seats')}</legend><div class="choice-row"><label>
      <input type="checkbox" checked=${filter.free} onChange=${() => set({ free: !filter.free })} />
      <span>${t('lobby.free')}</span></label></div></fieldset>
    <fieldset class="choice"><legend>${t('lobby.pace')}</legend><div class="choice-row">${paces.map(
      (pace) => html`<label key=${pace}>
        <input type="radio" name="lobby-pace" checked=${filter.pace === pace} onChange=${() => set({ pace })} />
        <span>${t(`lobby.pace.${pace ?? 'any'}`)}</span></label>`,
    )}</div></fieldset>
  </details>`;
}

/** @param {{table: Table}} props */
function TableLine({ table }) {
  const { t } = useShell();
  const names = seatNames(
    t,
    table.seats.filter(({ kind }) => kind),
  );
  const free = table.seats.length - names.length;
  const waiting = table.state === 'waiting';
  const joining = waiting && free ? 'home.join' : 'home.watch';
  const verb = table.me.seat === null ? joining : 'home.go-on';
  const notes = [
    waiting ? t('home.free', { n: free }) : t('home.running'),
    table.pace === 'days' && t('lobby.pace.days'),
    table.dice === 'real' && t('dice.short'),
  ].filter(Boolean);
  return html`<li class="line">
    <span class="line-words">
      <strong>${listedTitle(t, table.game)}
        ${table.evening ? ` · ${t('evening.at', { n: table.evening.at + 1, of: table.evening.games.length })}` : ''}</strong>
      <span class="muted">${names.length ? html`<span translate=${false}>${names.join(', ')}</span> · ` : ''}
        ${notes.join(' · ')}</span></span>
    <a class="button quiet" href=${`/t/${table.table}`}>${t(verb)}</a>
  </li>`;
}
