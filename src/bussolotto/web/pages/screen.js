/**
 * One shared screen: the table for a television or a laptop, while those who sit at it have telephones in their hands.
 */
import { post, remove } from '../line/api.js';
import { Drawer, useDrawer } from '../components/drawer.js';
import { useGamePage } from './parts/frame.js';
import { Header, HomeLink } from './parts/header.js';
import { Icon } from '../components/icon.js';
import { Clocks, Company, EveningNext } from './parts/later.js';
import { LineState } from './parts/line.js';
import { useLines } from './parts/log.js';
import { Places } from './parts/result.js';
import { complete, needs } from '../components/needs.js';
import { Avatar } from '../components/seats.js';
import { useLoad } from '../components/load.js';
import { joinNames } from '../words/i18n.js';
import { usualPlayer } from '../words/levels.js';
import { gameTitle, seatName } from '../words/names.js';
import { excuse, useShell } from '../components/shell.js';
import { useSound } from '../sound/use-sound.js';
import { useTitle } from '../components/title.js';
import { html, useEffect, useRef, useState } from '../vendor/preact.js';
import { Closed, Coming } from './missing.js';
import { useShown } from './play.js';
import { Staging, useStaged } from './parts/staged.js';
import { Arriving, barred, useTable, useTurned } from './seated.js';

/** @typedef {import('../types.js').Table} Table */
/** @typedef {import('../types.js').Seat} Seat */
/** @typedef {import('./parts/at-table.js').AtTable} AtTable */

needs(
  ['later-ways', 'later-waiting'],
  [new URL('./waiting.css', import.meta.url), new URL('./ways.css', import.meta.url)],
);

const OPTION = '--lan'; // of the command, in the words that tell of it: no line ends within
const JOINED = '\u2060';
const CAPTIONS = 3; // lines of what happened last

/** @param {{id: string}} props */
export const Page = ({ id }) => html`<${Arriving} id=${id} wayTo=${async () => Screen} />`;

/**
 * Whoever opens it looks with a spectator's eyes: nothing that a telephone may not show to all comes here.
 * @param {import('./seated.js').Seated} props
 */
function Screen({ first, game }) {
  const { table, answer, known, channel } = useTable(first, game, 'watch=1');
  useLargeLetters();
  if (useTurned(table, game)) return html`<${Coming} />`;
  if (barred(table)) return html`<${Closed} />`;
  if (!known || !channel) return html`<${Coming} />`;
  const shared = { table, game, known, channel, changed: answer };
  if (table.state === 'waiting') return html`<${Gathering} ...${shared} />`;
  return known.position ? html`<${Stage} key=${table.match} ...${shared} />` : html`<${Coming} />`;
}

/** It is read from a sofa. */
function useLargeLetters() {
  useEffect(() => {
    document.documentElement.classList.add('is-screen');
    return () => document.documentElement.classList.remove('is-screen');
  }, []);
}

/** A function that does what the server is asked for, and why it could not. @param {(table: Table) => void} changed */
function useDoing(changed) {
  const { t } = useShell();
  const [problem, fail] = useState('');
  const doing = (/** @type {Promise<any>} */ request) =>
    request.then(
      (now) => {
        fail('');
        if (now?.seats) changed(now);
      },
      (refusal) => fail(excuse(t, refusal)),
    );
  return { doing, problem };
}

/** Before it begins: the code that telephones read, and who has sat down. @param {AtTable} props */
function Gathering({ table, game, known, changed }) {
  const { t } = useShell();
  const { doing, problem } = useDoing(changed);
  const title = gameTitle(t, table.game);
  const free = table.seats.filter(({ kind }) => kind === null).length;
  useTitle(title);
  return html`<${Header} title=${html`<${HomeLink} />`} />
    <${LineState} line=${known.line} />
    <main id="main" class="gathering" tabindex="-1">
      <section class="gathering-code" aria-labelledby="gathering-code">
        <h1>${title}</h1>
        <img src=${`/api/tables/${table.table}/code`} alt=${t('screen.code')} width="320" height="320" />
        <p id="gathering-code">${t('screen.read')}</p>
        <p class="gathering-link" translate=${false}>${table.link.replace(/^https?:\/\//, '')}?hand</p>
        ${isOnlyHere() && html`<p class="muted">${t('screen.only-here').replace(OPTION, [...OPTION].join(JOINED))}</p>`}
      </section>
      <section class="gathering-seats" aria-labelledby="gathering-seats">
        <h2 id="gathering-seats">${t('waiting.seats')}</h2>
        <ol class="chairs">
          ${table.seats.map(
            (seat) => html`<${Chair} key=${seat.seat} seat=${seat} table=${table} bot=${usualPlayer(game)}
                doing=${doing} />`,
          )}</ol>
        ${
          table.me.host
            ? html`<button type="button" class="primary large" disabled=${free > 0} aria-describedby="gathering-note"
                onClick=${() => doing(post(`/api/tables/${table.table}/start`))}>${t('waiting.start')}</button>
              <p class="muted" id="gathering-note" role="status">
                ${free > 0 ? t('screen.free', { n: free }) : t('waiting.full')}</p>`
            : html`<p class="muted" role="status">${t('waiting.host')}</p>`
        }
        <p class="problem" role="alert">${problem}</p>
      </section>
    </main>`;
}

/** Is this an address that no telephone can reach? */
const isOnlyHere = () => /^(localhost|127\.|\[::1\])/.test(location.hostname);

/** @param {{seat: Seat, table: Table, bot: string | undefined, doing: (request: Promise<any>) => void}} props */
function Chair({ seat, table, bot, doing }) {
  const { t } = useShell();
  const path = `/api/tables/${table.table}/seats/${seat.seat}`;
  const place = seat.seat + 1;
  return html`<li class=${`chair ${seat.kind ? '' : 'chair-free'}`} data-seat=${seat.seat}>
    <${Avatar} seat=${seat} />
    <span class="chair-words">
      <span class="chair-name" translate=${seat.kind !== 'person'}>${seatName(t, seat)}</span></span>
    ${
      table.me.host &&
      !seat.kind &&
      bot &&
      html`<button type="button" class="quiet" aria-label=${t('screen.bot.at', { place })}
          onClick=${() => doing(post(path, { player: bot }))}><${Icon} name="bot" /> ${t('screen.bot')}</button>`
    }
    ${
      table.me.host &&
      seat.kind === 'bot' &&
      html`<button type="button" class="quiet" aria-label=${t('waiting.remove.at', { place })}
          onClick=${() => doing(remove(path))}>${t('waiting.remove')}</button>`
    }
  </li>`;
}

/** The match as all may see it. @param {AtTable} given */
function Stage(given) {
  const { t, announce } = useShell();
  const props = useStaged(given);
  const { table, known, staged } = props;
  const page = useGamePage(props.game);
  const shown = useShown(props);
  const told = useLines(page, staged.told, {
    names: shown.seats.map(({ name }) => name),
    t,
    game: table.game,
    me: null,
    apart: props.game.apart,
    forgets: table.end === null,
  });
  const heard = useRef(staged.settled);
  const race = useLoad(async () =>
    props.game.race
      ? Promise.all([complete(import('./parts/fairness.js')), complete(import('./parts/screen-finish.js'))])
      : null,
  ).value;
  const [fair, photo] = race ?? [];
  const drawer = useDrawer('');
  useTitle(gameTitle(t, table.game));
  useSound({
    steps: known.steps,
    version: shown.version,
    myTurn: false,
    over: table.end !== null,
    real: table.dice === 'real',
  });
  useEffect(() => {
    for (const line of told) if (line.version > heard.current) announce(line.text);
    heard.current = Math.max(heard.current, told.at(-1)?.version ?? 0);
  }, [told]);
  return html`<div class="table-page screen-page">
    <${Header} title=${html`<${HomeLink} /><div class="table-title"><h1>${gameTitle(t, table.game)}</h1></div>`}
        menu=${html`<div class="menu"><${WholeScreen} />
          ${fair && html`<${fair.RaceMenu} table=${table} drawer=${drawer} />`}</div>`}
    />
    <${LineState} line=${known.line} />
    <${Clocks} ...${props} seats=${shown.seats} /><${Company} ...${props} seats=${shown.seats} />
    ${fair && html`<${fair.Fairness} ...${props} seats=${shown.seats} drawer=${drawer} />`}
    <main id="main" class="screen-main" tabindex="-1"><${Staging} staged=${staged}>
      ${page && html`<${page.default} ...${shown} />`}<//></main>
    <footer class="captions">
      <p class="captions-turn">${props.game.race && !shown.match.over ? t('screen.race') : turnLine(t, shown)}</p>
      <ol>${told.slice(-CAPTIONS).map(
        ({ version, seat, text }) => html`<li key=${version} class=${`log-line seat-colour-${seat}`}>
          ${text}</li>`,
      )}</ol>
    </footer>
    ${
      table.end &&
      html`<${Ended} ...${props} seats=${shown.seats} fewest=${props.game.fewest_win}
          worth=${props.game.point_worth}
          more=${fair && html`<${fair.FinishButton} drawer=${drawer} />`} />`
    }
    ${fair && photo && raceOver({ fair, photo, drawer, table, known, seats: shown.seats, version: shown.version })}
  </div>`;
}

/**
 * What a race shows over the screen: who was first a moment ago, or all of it in the drawer.
 * @param {{fair: typeof import('./parts/fairness.js'), photo: typeof import('./parts/screen-finish.js'),
 *   drawer: ReturnType<typeof useDrawer>, table: Table, known: import('../types.js').Known,
 *   seats: import('../types.js').Seat[], version: number}} now
 */
const raceOver = ({ fair, photo, drawer, table, known, seats, version }) => html`
  ${!drawer.open && html`<${photo.ScreenFinish} match=${table.match} version=${version} seats=${seats} />`}
  <${Drawer} drawer=${drawer}>
    ${drawer.open === 'finish' && html`<${fair.Finish} match=${table.match} seats=${seats} known=${known} />`}<//>`;

/** Whom all wait for. @param {import('../types.js').Translate} t @param {import('../types.js').TableProps} shown */
function turnLine(t, { match, movers, seats }) {
  if (match.over) return t('over');
  const names = (movers ?? []).map((seat) => seats[seat].name);
  return names.length ? t('screen.turn', { n: names.length, names: joinNames(names) }) : '\u00a0';
}

/** @param {AtTable & {seats: Seat[], fewest?: boolean, worth?: number, more?: any}} props */
function Ended({ table, seats, changed, fewest, worth, more }) {
  const { t } = useShell();
  const { doing, problem } = useDoing(changed);
  const again = table.me.host || table.me.seat !== null;
  return html`<section class="screen-end" aria-label=${t('drawer.result')}>
    ${table.end && html`<${Places} end=${table.end} seats=${seats} me=${null} fewest=${fewest} worth=${worth} />`}
    <div class="row">
      ${table.evening && html`<${EveningNext} table=${table} large />`}
      ${
        again &&
        !table.evening &&
        html`<button type="button" class="primary large"
            onClick=${() => doing(post(`/api/tables/${table.table}/rematch`))}>
          ${t('result.rematch')}</button>`
      }
      <a class="button quiet" href=${`/r/${table.match}`}><${Icon} name="play" /> ${t('result.replay')}</a>
      ${more}
    </div>
    <p class="problem" role="alert">${problem}</p>
  </section>`;
}

function WholeScreen() {
  const { t } = useShell();
  if (!document.fullscreenEnabled) return null;
  const turn = () =>
    document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
  return html`<button type="button" class="quiet" onClick=${turn}>
    <${Icon} name="picture" /> ${t('screen.whole')}</button>`;
}
