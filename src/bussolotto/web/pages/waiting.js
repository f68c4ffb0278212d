/** Before the match: who sits where, who else is asked to come. */
import { post, remove } from '../line/api.js';
import { AskOnce } from '../components/ask.js';
import { Header, HomeLink } from './parts/header.js';
import { Icon } from '../components/icon.js';
import { EveningPlan, HouseRules, Link, Talking, TellMe } from './parts/later.js';
import { LineState } from './parts/line.js';
import { NameField } from './parts/me.js';
import { needs } from '../components/needs.js';
import { Avatar } from '../components/seats.js';
import { offeredPlayers } from '../words/levels.js';
import { gameTitle, playerName, seatName, watchers } from '../words/names.js';
import { excuse, useShell } from '../components/shell.js';
import { useTitle } from '../components/title.js';
import { html, useEffect, useRef, useState } from '../vendor/preact.js';

/** @typedef {import('../types.js').Seat} Seat */
/** @typedef {import('./parts/at-table.js').AtTable} AtTable */

needs(['later-waiting'], [new URL('./waiting.css', import.meta.url)]);

/** @param {AtTable} props */
export function Waiting(props) {
  const { table, game, known, changed } = props;
  const { t, me } = useShell();
  const [problem, fail] = useState('');
  const title = gameTitle(t, table.game);
  const [named] = useState(Boolean(me.name)); // where the field for it is must not change while one types
  useTitle(title);
  useComings(table.seats);
  /** @param {Promise<any>} request */
  const doing = async (request) => {
    try {
      const now = await request;
      if (now?.seats) changed(now);
      fail('');
    } catch (refusal) {
      fail(excuse(t, refusal));
    }
  };
  const free = table.seats.filter(({ kind }) => kind === null);

  return html`<${Header} title=${html`<${HomeLink} />`} />
    <${LineState} line=${known.line} />
    <main id="main" class="waiting" tabindex="-1">
      <div class="waiting-head">
        <h1>${title}</h1>
        <p class="muted">${t(`visibility.${table.visibility}.hint`)}</p>
      </div>
      <div class="waiting-columns">
        <section class="waiting-seats" aria-labelledby="seats-title">
          ${!named && html`<h2>${t('waiting.name')}</h2><${NameField} />`}
          <h2 id="seats-title">${t('waiting.seats')}</h2>
          <ol class="chairs">
            ${table.seats.map(
              (seat) => html`<${Chair} key=${seat.seat} seat=${seat} table=${table} game=${game}
                  doing=${doing} />`,
            )}
          </ol>
          <${Start} table=${table} free=${free.length} doing=${doing} />
          <p class="problem" role="alert">${problem || standing(t, table)}</p>
          <${Talking} ...${props} />
        </section>
        <section class="waiting-invite" aria-labelledby="invite-title">
          <h2 id="invite-title">${t('waiting.invite')}</h2>
          <p>${t('waiting.invite.text')}</p>
          <${Link} table=${table} />
          <p class="muted watchers"><${Icon} name="eye" /> ${watchers(t, table.spectators)}</p>
          ${named && html`<${NameField} />`}
          <${EveningPlan} table=${table} />
          <${HouseRules} table=${table} game=${game} />
          <${TellMe} table=${table} />
        </section>
      </div>
    </main>`;
}

/** Why I cannot sit down. @param {import('../types.js').Translate} t @param {AtTable['table']} table */
function standing(t, { shut, me }) {
  if (shut) return t('error.table-shut');
  return me.sent_away ? t('error.sent-away') : '';
}

/** Say who comes and goes. @param {readonly Seat[]} seats */
function useComings(seats) {
  const { t, announce } = useShell();
  const before = useRef(seats);
  useEffect(() => {
    for (const seat of seats) {
      const last = before.current[seat.seat];
      const place = seat.seat + 1;
      if (seat.kind && last.kind === null) announce(t('waiting.sat', { name: seatName(t, seat), place }));
      if (!seat.kind && last.kind) announce(t('waiting.stood', { name: seatName(t, last), place }));
    }
    before.current = seats;
  }, [seats]);
}

/**
 * @param {{seat: Seat, table: AtTable['table'], game: AtTable['game'], doing: (request: Promise<any>) => void}} props
 */
function Chair({ seat, table, game, doing }) {
  const { t } = useShell();
  const path = `/api/tables/${table.table}/seats/${seat.seat}`;
  const mine = table.me.seat === seat.seat;
  const place = seat.seat + 1;
  return html`<li class=${`chair ${mine ? 'chair-mine' : ''} ${seat.kind ? '' : 'chair-free'}`} data-seat=${seat.seat}>
    <${Avatar} seat=${seat} />
    <span class="chair-words">
      <span class="chair-name" translate=${seat.kind !== 'person'}>${seatName(t, seat)}</span>
      <span class="muted">${chairNote(t, seat, table)}</span>
    </span>
    <span class="chair-buttons">
      ${
        !seat.kind &&
        !table.me.sent_away &&
        html`<button type="button" class=${table.me.seat === null ? 'primary' : 'quiet'}
            aria-label=${t('waiting.sit.at', { place })}
            onClick=${() => doing(post(path))}>${t(table.me.seat === null ? 'waiting.sit' : 'waiting.move')}</button>`
      }
      ${
        !seat.kind &&
        table.me.host &&
        offeredPlayers(game)
          .reverse()
          .map(
            (player) => html`<button type="button" class="quiet" key=${player}
              aria-label=${t('waiting.bot.at', { bot: playerName(t, player), place })}
              onClick=${() => doing(post(path, { player }))}>
            <${Icon} name="bot" /> ${playerName(t, player)}</button>`,
          )
      }
      ${
        mine &&
        html`<button type="button" class="quiet" onClick=${() => doing(remove(path))}>
          ${t('waiting.stand')}</button>`
      }
      ${
        seat.kind === 'bot' &&
        table.me.host &&
        html`<button type="button" class="quiet"
            aria-label=${t('waiting.remove.at', { place })} onClick=${() => doing(remove(path))}>
          ${t('waiting.remove')}</button>`
      }
      ${
        seat.kind === 'person' &&
        !mine &&
        table.me.host &&
        html`<${AskOnce} label=${t('waiting.remove')}
            question=${t('waiting.away.ask', { name: seatName(t, seat) })} yes=${t('waiting.remove')}
            go=${() => doing(remove(path))} />`
      }
    </span>
  </li>`;
}

/** @param {import('../types.js').Translate} t @param {Seat} seat @param {AtTable['table']} table */
function chairNote(t, seat, table) {
  const notes = [t('waiting.place', { place: seat.seat + 1 })];
  if (seat.kind === 'bot' && seat.player) notes.push(playerName(t, seat.player));
  if (seat.seat === table.me.seat) notes.push(t('seat.you'));
  if (seat.seat === table.host) notes.push(t('seat.host'));
  if (seat.kind === 'person' && !seat.here) notes.push(t('seat.away'));
  return notes.join(' · ');
}

/**
 * What those who are not the host are told, as the key of a text.
 * @param {Pick<AtTable['table'], 'me' | 'visibility'>} table @param {number} free seats
 */
export function guestNote({ me, visibility }, free) {
  if (free) return 'waiting.host';
  return me.seat === null && visibility !== 'closed' ? 'waiting.watch' : 'waiting.taken';
}

/** @param {{table: AtTable['table'], free: number, doing: (request: Promise<any>) => void}} props */
function Start({ table, free, doing }) {
  const { t } = useShell();
  if (!table.me.host) return html`<p class="start-note" role="status">${t(guestNote(table, free))}</p>`;
  return html`<div class="start">
    <button type="button" class="primary large" disabled=${free > 0} aria-describedby="start-note"
        onClick=${() => doing(post(`/api/tables/${table.table}/start`))}>${t('waiting.start')}</button>
    <p class="start-note" id="start-note" role="status">
      ${free > 0 ? t('waiting.free', { n: free }) : t('waiting.full')}</p>
  </div>`;
}
