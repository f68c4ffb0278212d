/** A match at its table: the page of the game in the middle, everything else round it. */
import { post } from '../line/api.js';
import { complete } from '../components/needs.js';
import { Drawer, DrawerButton, NARROW, useDrawer, useMedia } from '../components/drawer.js';
import { Frame, TableTitle, useGamePage } from './parts/frame.js';
import { useHelpKey } from './parts/help-key.js';
import { Invite } from './parts/invite.js';
import {
  Clocks,
  Company,
  DiceWarning,
  Fairness,
  Finish,
  Help,
  Learn,
  Level,
  Notes,
  Offers,
  Practice,
  RaceMenu,
  Result,
  Returned,
  RollWaits,
  Slower,
  Start,
  TableMenu,
  TellMe,
} from './parts/later.js';
import { others } from './parts/others.js';
import { LineState } from './parts/line.js';
import { Log, useLines } from './parts/log.js';
import { useLoad } from '../components/load.js';
import { tableOf } from '../table/decision.js';
import { whyOver } from '../table/told.js';
import { gameTitle, seatNames } from '../words/names.js';
import { useShell } from '../components/shell.js';
import { useSound } from '../sound/use-sound.js';
import { Staging, useStaged } from './parts/staged.js';
import { useTitle } from '../components/title.js';
import { html, useEffect, useMemo, useRef, useState } from '../vendor/preact.js';

/** @typedef {import('../types.js').Table} Table */
/** @typedef {import('../types.js').Seat} Seat */
/** @typedef {import('../types.js').GamePage} GamePage */
/** @typedef {import('../types.js').TableProps} TableProps */
/** @typedef {import('./parts/at-table.js').AtTable} AtTable */

const HELD_MS = 2 ** 31 - 1; // a race that waits for people: the longest time that a timer can have

/** @param {AtTable} given */
export function Play(given) {
  const props = useStaged(given);
  const { table, known, staged } = props;
  const { t } = useShell();
  const page = useGamePage(props.game);
  const shown = useShown(props);
  const { seats, me, movers } = shown;
  const myTurn =
    me !== null && table.state === 'running' && (shown.throw?.secret ? shown.throw.seats : (movers ?? [])).includes(me);
  const names = seats.map(({ name }) => name);
  const told = useLines(page, staged.told, {
    names,
    t,
    game: table.game,
    me,
    apart: props.game.apart,
    forgets: table.end === null,
  });
  const evening = useLoad(async () => (table.evening ? complete(import('./parts/score.js')) : null)).value;
  const series = /** @type {import('./parts/score.js').Props['table']} */ (table); // where there is an evening
  const drawer = useDrawer('log');
  const narrow = useMedia(NARROW);
  const talks = others(table).length > 0 || known.said.length > 0;
  const talk = useLoad(async () => (talks ? complete(import('./parts/talk-later.js')) : null), [talks]).value;
  const [unread, count] = useState(0);
  const talkButton =
    talk &&
    html`<${talk.TalkButton} unread=${unread} open=${drawer.open === 'talk'} toggle=${() => drawer.toggle('talk')}
        narrow=${narrow} />`;

  useTitle(gameTitle(t, table.game), myTurn ? t('turn.title') : null);
  useHelpKey(() => drawer.toggle('help'));
  useNews({ table, known, staged, told, myTurn: myTurn && !staged.busy });
  const scoring =
    evening &&
    html`<${evening.ScoreButton} toggle=${() => drawer.toggle('evening')} open=${drawer.open === 'evening'}
        narrow=${narrow} />`;
  useEnding({ table, seats, me: winner(table), page, drawer });

  const invite = !table.practice && html`<${Invite} table=${table} narrow=${narrow} />`;
  const slower = html`<${Slower} ...${props} />`;
  const folded = narrow ? foldedOf(page, table) : [];
  const menu = html`${narrow && talkButton}${narrow && scoring}
    <${TableMenu} ...${props} drawer=${drawer} folded=${folded} />
    ${props.game.race && html`<${RaceMenu} table=${table} drawer=${drawer} />`}${narrow && slower}${narrow && invite}
    <${TellMe} table=${table} />`;
  return html`<${Staging} staged=${staged}><${Frame} page=${page} shown=${shown} menu=${menu}
      title=${html`<${TableTitle} game=${table.game} ...${useUnder(series, seats, evening)} />`}
      buttons=${html`
        ${table.end && html`<${DrawerButton} name="result" icon="result" drawer=${drawer} />`}
        ${page?.Odds && !narrow && html`<${DrawerButton} name="odds" icon="odds" drawer=${drawer} />`}
        ${!narrow && slower}${!narrow && scoring}${!narrow && talkButton}
        ${!narrow && invite}
        ${(!page || page.Rules) && !folded.includes('rules') && html`<${DrawerButton} name="rules" icon="rules" drawer=${drawer} />`}
        <${DrawerButton} name="log" icon="log" drawer=${drawer} class="narrow-only" />`}
      over=${overOf({ props, page, shown, drawer, talk, evening, series, count })}>
    <${Walk} page=${page} shown=${shown} practice=${table.practice} />
    ${drawerOf({ props, page, shown, told, drawer, talk, evening, series })}
  <//><//>`;
}

/**
 * @typedef {{props: AtTable, page: GamePage | null, shown: TableProps, drawer: ReturnType<typeof useDrawer>,
 *   talk: typeof import('./parts/talk-later.js') | null, evening: typeof import('./parts/score.js') | null,
 *   series: import('./parts/score.js').Props['table']}} Parts of the
 *   page, as far as they are there
 */

/**
 * What a phone has in its menu: the odds, and the rules once the result has their place.
 * @param {GamePage | null} page @param {import('../types.js').Table} table
 * @returns {('odds' | 'rules')[]}
 */
const foldedOf = (page, table) =>
  /** @type {('odds' | 'rules')[]} */ (['odds', 'rules']).filter((name) =>
    name === 'odds' ? page?.Odds : table.end && (!page || page.Rules),
  );

/** What lies over the table. @param {Parts & {props: ReturnType<typeof useStaged>, count: (unread: number) => void}} parts */
function overOf({ props, page, shown, drawer, talk, evening, series, count }) {
  const { t } = shown;
  const { table, known, staged } = props;
  const { seats, me } = shown;
  return html`${
    table.practice &&
    html`<${Practice} ...${props} seats=${seats} told=${staged.held.practice}
        mine=${shown.legal === null || shown.legal.length > 0} />`
  }${
    evening &&
    html`<${evening.Found} key=${table.match} table=${series}
            acted=${drawer.chosen === 'evening' || known.steps.some(({ seat }) => seat === me)} />`
  }
        <${LineState} ...${known} playing=${me !== null} />
        <${Returned} page=${page} shown=${shown} returned=${known.returned} close=${() => props.channel.dismiss()} />
        <${Fairness} ...${props} seats=${seats} drawer=${drawer} />
        <${DiceWarning} ...${props} seats=${seats} /><${RollWaits} ...${props} seats=${seats} />
        <${Offers} ...${props} seats=${seats} />
        <${Company} ...${props} seats=${seats} log=${() => drawer.show('log')} />
        <${Clocks} ...${props} seats=${seats} /><${Start} ...${props} seats=${seats} />
        ${
          table.old_rules !== null &&
          html`<div class="notice" role="status">${t('error.other-rules', {
            game: gameTitle(t, table.game),
            rules: table.old_rules,
            known: props.game.rules,
          })}</div>`
        }
        ${table.me.sent_away && html`<div class="notice">${t('error.sent-away')}</div>`}
        ${talk && html`<${talk.Bubbles} ...${props} open=${drawer.open === 'talk'} count=${count} />`}`;
}

/** What is in the drawer. @param {Parts & {told: import('./parts/log.js').Line[]}} parts */
function drawerOf({ props, page, shown, told, drawer, talk, evening, series }) {
  const { table, known } = props;
  const { seats, me } = shown;
  return html`<${Drawer} drawer=${drawer}>
      ${drawer.open === 'talk' && talk && html`<${talk.Talk} ...${props} />`}
      ${drawer.open === 'evening' && evening && html`<${evening.Score} table=${series} seats=${seats} />`}
      ${drawer.open === 'log' && html`<${Log} lines=${told} /><${Level} ...${props} seats=${seats} />`}
      ${drawer.open === 'finish' && html`<${Finish} match=${table.match} seats=${seats} known=${known} />`}
      ${
        drawer.open === 'help' &&
        html`<${Help} game=${shown.game} legal=${shown.legal}
            shortcuts=${page?.SHORTCUTS ?? []} at=${tableOf(shown)} />`
      }
      ${drawer.open === 'odds' && page?.Odds && html`<${page.Odds} ...${shown} />`}
      ${
        drawer.open === 'rules' &&
        page?.Rules &&
        html`<${Learn} ...${props} /><${page.Rules} ...${shown} options=${table.options} />`
      }
      ${
        drawer.open === 'result' &&
        table.end &&
        html`<${Result} match=${table.match} game=${table.game} end=${table.end} seats=${seats} me=${winner(table)}
            fewest=${shown.game.fewest_win} worth=${shown.game.point_worth} size=${shown.view.lattice}
            why=${whyOver(known.steps, { t: shown.t, game: table.game, names: seats.map(({ name }) => name) })}
            picture=${page?.SHOWS_RESULT ? null : page?.Summary}
            more=${evening && html`<${evening.Between} table=${series} seats=${seats} />`}
            rematch=${me === null || table.evening || table.shut || page?.SHOWS_RESULT ? null : () => post(`/api/tables/${table.table}/rematch`)}
        />`
      }
    <//>`;
}

/**
 * What the page of the game is shown.
 * @param {AtTable & {staged: import('./parts/staged.js').Staged}} props
 * @returns {TableProps}
 */
export function useShown({ table, game, known, channel, staged }) {
  const { t, lang, settings, announce } = useShell();
  const motion = !useMedia('(prefers-reduced-motion: reduce)');
  const seats = useMemo(() => {
    const names = seatNames(t, table.seats);
    return table.seats.map((seat, index) => ({ ...seat, name: names[index] }));
  }, [table.seats, t]);
  const { end, options, hints, dice } = table;
  const position = /** @type {import('../types.js').Position} */ (known.position);
  const played = table.me.seat !== null && table.seats[table.me.seat].player; // by a bot: there is nothing for me to do
  return {
    ...position,
    rest_ms: table.ready ? HELD_MS : position.rest_ms,
    legal: position.legal && played ? [] : position.legal,
    game,
    seats,
    t,
    lang,
    announce,
    me: table.me.seat,
    replay: false,
    steps: known.steps,
    held: staged.held.view,
    falling: staged.falling,
    busy: staged.busy,
    event: staged.event,
    done: staged.done,
    skip: staged.skip,
    match: {
      id: table.match,
      table: table.table,
      over: table.state === 'over',
      end,
      options,
      hints: hints && settings.hinted,
      dice,
      evening: Boolean(table.evening),
      returns: end?.returns ?? null,
      scores: end?.scores ?? null,
      query: table.device && table.me.seat !== null ? `?seat=${table.me.seat}` : '',
    },
    act: (actions, press) => channel.act(actions, press),
    preview: (actions) => channel.preview(actions),
    roll: (outcomes) => channel.roll(outcomes),
    settings: { motion, tumble: motion && dice !== 'real', theme: settings.theme },
  };
}

/**
 * To whom it is said that he has won; where several look on at one device, to nobody but by name.
 * @param {Table} table
 */
const winner = ({ device, me }) => (device ? null : me.seat);

/**
 * Under the title: the place in an evening, that one only watches, who made the game, whose table it is.
 * @param {Parts['series']} table @param {Seat[]} seats @param {Parts['evening']} evening its part of the page, once it
 *     is here: until then its line is kept free
 */
function useUnder(table, seats, evening) {
  const { t } = useShell();
  const watches = table.me.seat === null && !table.device && (table.evening || table.state === 'running');
  const watch = watches && t('table.watch');
  const author = `game.${table.game}.author`;
  const host = table.host === null ? null : seats[table.host].name;
  const words = [!table.evening && watch, t.has(author) && t(author), host && t('table.of', { name: host })];
  const told = words.filter((word) => typeof word === 'string');
  if (!table.evening) return { under: told[0] ?? '', more: told.slice(1).join(' · ') };
  const place = evening ? html`<${evening.Place} table=${table} />` : '\u00a0';
  const under = watch ? html`${place}<span class="top-more"> · </span><span class="top-watch">${watch}</span>` : place;
  return { under, more: told.join(' · ') };
}

/**
 * Notes for who learns the game, until he wants no more, or the match is over and its result needs their room.
 * @param {{page: GamePage | null, shown: TableProps, practice: boolean}} props
 */
function Walk({ page, shown, practice }) {
  const { settings, set } = useShell();
  const { game, me, match } = shown;
  if (me === null || practice || match.over || settings.seen.includes(game.name)) return null;
  const close = () => set({ seen: [...settings.seen, game.name] });
  return html`<div class="walk">${
    page?.Walkthrough
      ? html`<${page.Walkthrough} ...${shown} close=${close} />`
      : html`<${Notes} needed=${Boolean(page)} shown=${shown} own=${page?.NOTES} />`
  }</div>`;
}

/**
 * All that happens is heard and told, once it is seen.
 * @param {{table: Table, known: import('../types.js').Known, staged: import('./parts/staged.js').Staged,
 *   told: import('./parts/log.js').Line[], myTurn: boolean}} news
 */
function useNews({ table, known, staged, told, myTurn }) {
  const over = table.end !== null;
  useTelling({ told, version: staged.settled, myTurn });
  useSound({ steps: known.steps, version: staged.position.version, myTurn, over, real: table.dice === 'real' });
}

/**
 * Tell every event as it happens, then that it is my turn. What happened before the page was opened is in the log.
 * @param {{told: import('./parts/log.js').Line[], version: number, myTurn: boolean}} props
 */
function useTelling({ told, version, myTurn }) {
  const { t, announce } = useShell();
  const heard = useRef(version);
  useEffect(() => {
    for (const line of told) if (line.version > heard.current) announce(line.text);
    heard.current = Math.max(heard.current, told.at(-1)?.version ?? 0);
  }, [told]);
  useEffect(() => {
    if (myTurn) announce(t('turn.yours'));
  }, [myTurn]);
}

/**
 * When the match ends that is told, and the result comes into the drawer; not over a page that shows it itself.
 * @param {{table: Table, seats: Seat[], me: number | null, page: GamePage | null, drawer: ReturnType<typeof
 *     useDrawer>}} props
 */
function useEnding({ table, seats, me, page, drawer }) {
  const { t, announce } = useShell();
  useEffect(() => {
    if (!table.end || !page || table.practice) return;
    const { end } = table;
    const tell = (/** @type {typeof import('./parts/winner.js')} */ { winnerLine }) =>
      announce(`${winnerLine(t, end, seats, me)} ${t(`end.${end.reason}`)}`);
    complete(import('./parts/winner.js')).then(tell, () => {}); // the result stands in the drawer, too
    if (drawer.wide || table.evening || !page.SHOWS_RESULT) drawer.reveal('result');
  }, [table.end !== null, page]);
}
