/**
 * One device passed around. In games with secrets a curtain falls before the next one decides: what the last one saw is
 * dropped, and the line of the next one's seat is opened by his own hand. Behind the curtain the page has only what a
 * spectator has.
 */
import { land } from '../components/arrival.js';
import { useGamePage } from './parts/frame.js';
import { HomeLink } from './parts/header.js';
import { LineState } from './parts/line.js';
import { hush } from '../components/live.js';
import { useLines } from './parts/log.js';
import { needs } from '../components/needs.js';
import { Avatar } from '../components/seats.js';
import { gameTitle, seatNames } from '../words/names.js';
import { useShell } from '../components/shell.js';
import { useTitle } from '../components/title.js';
import { html, useEffect, useLayoutEffect, useRef, useState } from '../vendor/preact.js';
import { Coming } from './missing.js';
import { AtTable, useChannel, useLatest, useTurned } from './seated.js';

/** @typedef {import('../types.js').Table} Table */
/** @typedef {import('../types.js').Game} Game */
/** @typedef {import('../types.js').Known} Known */
/**
 * @typedef {{match: string, seat: number | null, next: number | null}} Eyes whose the page looks with; null: nobody's.
 *     `next` is expected behind the curtain
 */

needs(['later-ways'], [new URL('./ways.css', import.meta.url)]);

const NEWS = 5; // lines of what happened meanwhile
const SHOWN_MS = 2600;

/** @param {import('./seated.js').Seated} props */
export function Passed({ first, game }) {
  const { table, tell, answer } = useLatest(first);
  const { eyes, look } = useEyes(table.match);
  const seat = table.me.seats?.includes(eyes.seat ?? -1) ? eyes.seat : null; // who gives up looks no longer
  const { known, channel } = useChannel(table, game, tell, seat === null ? 'watch=1' : `seat=${seat}`, !game.secrets);
  const turn = turnOf(table, known);
  const next = turn.find((one) => one > eyes.last) ?? turn[0] ?? null;
  const wanted = wantedEyes({ table, game, turn, seat, next });
  const turned = useTurned(table, game);

  useLayoutEffect(() => {
    if (wanted) look(wanted.seat, wanted.next);
  }, [wanted?.seat, wanted?.next]);

  if (turned) return html`<${Coming} />`;
  const expected = known?.position ? next : eyes.next;
  if (game.secrets && table.state === 'running' && seat === null && expected !== null) {
    return html`<${Curtain} table=${table} known=${known} game=${game} seat=${expected}
        open=${() => look(expected, null)} />`;
  }
  const mine = { ...table, me: { ...table.me, seat } };
  return html`<${AtTable} table=${mine} answer=${answer} known=${known} channel=${channel} game=${game}
      sitting=${game.secrets ? `:${seat}` : ''} />
    ${
      !game.secrets &&
      table.state === 'running' &&
      seat !== null &&
      html`<${Turned} key=${seat} table=${table}
          seat=${seat} />`
    }`;
}

/** Whose eyes the page has; nobody's in a match in which nobody has looked yet. @param {string} match */
function useEyes(match) {
  const [eyes, set] = useState(/** @type {Eyes} */ ({ match, seat: null, next: null }));
  const last = useRef(-1);
  const now = eyes.match === match ? eyes : { match, seat: null, next: null };
  const look = (/** @type {number | null} */ seat, /** @type {number | null} */ next) => {
    last.current = seat ?? last.current;
    set({ match, seat, next });
  };
  return { eyes: { ...now, last: last.current }, look };
}

/**
 * Whose eyes the page should have instead of those it has; null where they may stay.
 * @param {{table: Table, game: Game, turn: number[], seat: number | null, next: number | null}} now
 * @returns {{seat: number | null, next: number | null} | null}
 */
function wantedEyes({ table, game, turn, seat, next }) {
  if (table.state === 'over') return seat === null ? { seat: table.me.seats?.[0] ?? null, next: null } : null; // all lies open
  if (next === null || (seat !== null && turn.includes(seat))) return null;
  if (!game.secrets) return { seat: next, next: null };
  return seat === null ? null : { seat: null, next };
}

/** Those at this device who have to decide. @param {Table} table @param {Known | null} known */
function turnOf({ state, me }, known) {
  const movers = known?.position?.throw?.seats ?? known?.position?.movers ?? []; // who rolls real dice is asked, too
  return state === 'running' ? (me.seats ?? []).filter((seat) => movers.includes(seat)) : [];
}

/** @param {{table: Table, known: Known | null, game: Game, seat: number, open: () => void}} props */
function Curtain({ table, known, game, seat, open }) {
  const { t, announce } = useShell();
  const name = seatNames(t, table.seats)[seat];
  const main = useRef(/** @type {HTMLElement | null} */ (null));
  useTitle(gameTitle(t, table.game));
  useLayoutEffect(() => {
    land();
    hush();
    announce(t('curtain.told', { name }));
    main.current?.focus(); // not the button: a key that the one before still holds would press it
  }, [seat]);
  const press = (/** @type {MouseEvent} */ { detail }) => detail > 1 || open(); // nor does the second tap of a double one
  return html`<div class="curtain" data-seat=${seat}>
    <${LineState} line=${known?.line ?? 'connecting'} />
    <div class="curtain-top"><${HomeLink} /></div>
    <main id="main" class="curtain-cloth" tabindex="-1" ref=${main}>
      <div class="curtain-card">
        <${Avatar} seat=${table.seats[seat]} />
        <p>${t('curtain.pass')}</p>
        <h1 translate=${false}>${name}</h1>
        <button type="button" class="primary large" onClick=${press}>${t('curtain.open', { name })}</button>
        <p class="muted">${t('curtain.others')}</p>
      </div>
      ${known?.position && html`<${News} table=${table} known=${known} game=${game} />`}
    </main>
  </div>`;
}

/** What all round the device may know of what happened. @param {{table: Table, known: Known, game: Game}} props */
function News({ table, known, game }) {
  const { t } = useShell();
  const names = seatNames(t, table.seats);
  const told = useLines(useGamePage(game), known.steps, {
    names,
    t,
    game: table.game,
    me: null,
    apart: game.apart,
  }).slice(-NEWS);
  return (
    told.length > 0 &&
    html`<section class="curtain-news" aria-labelledby="curtain-news">
      <h2 id="curtain-news">${t('curtain.news')}</h2>
      <ol>${told.map(
        ({ version, seat, text }) => html`<li key=${version} class=${`log-line seat-colour-${seat}`}>
          ${text}</li>`,
      )}</ol>
    </section>`
  );
}

/** Whose turn it is now, for a moment, where nothing is to be covered. @param {{table: Table, seat: number}} props */
function Turned({ table, seat }) {
  const { t, announce } = useShell();
  const [shown, show] = useState(true);
  const text = t('curtain.turn', { name: seatNames(t, table.seats)[seat] });
  useEffect(() => {
    announce(text);
    const timer = setTimeout(() => show(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, []);
  return shown && html`<p class="turned" aria-hidden="true"><${Avatar} seat=${table.seats[seat]} /> ${text}</p>`;
}
