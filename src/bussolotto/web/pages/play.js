/** A match at its table: the page of the game in the middle, everything else round it. */
import { post, remove } from '../api.js';
import { AskOnce } from '../components/ask.js';
import { CopyField } from '../components/copy.js';
import { Disclosure } from '../components/disclosure.js';
import { Drawer, DrawerButton, NARROW, useDrawer, useMedia } from '../components/drawer.js';
import { Header, HomeLink } from '../components/header.js';
import { Help, useHelpKey } from '../components/help.js';
import { Icon } from '../components/icon.js';
import { LineState } from '../components/line.js';
import { Log, useLines } from '../components/log.js';
import { Result, winnerLine } from '../components/result.js';
import { gamePage } from '../games/pages.js';
import { useLoad } from '../load.js';
import { bestPlayer, gameTitle, seatName, seatNames, watchers } from '../names.js';
import { excuse, useShell } from '../shell.js';
import { useTitle } from '../title.js';
import { html, useEffect, useMemo, useRef, useState } from '../vendor/preact.js';

/** @typedef {import('../types.js').Table} Table */
/** @typedef {import('../types.js').TableProps} TableProps */
/** @typedef {{table: Table, game: import('../types.js').Game, known: import('../channel.js').Known,
 *   channel: import('../channel.js').Channel, changed: (table: Table) => void}} AtTable */

/** @param {AtTable} props */
export function Play(props) {
  const { table, game, known, channel } = props;
  const { t, lang, settings, set, announce } = useShell();
  const page = useGamePage(table.game);
  const names = useMemo(() => seatNames(t, table.seats), [table.seats, t]);
  const seats = useMemo(() => table.seats.map((seat, index) => ({ ...seat, name: names[index] })), [table.seats, names]);
  const me = table.me.seat;
  const { view, show, movers, legal, version } = /** @type {import('../types.js').Position} */ (known.position);
  const myTurn = me !== null && table.state === 'running' && (movers ?? []).includes(me);
  const told = useLines(page, known.steps, { names, t, game: table.game, me });
  const drawer = useDrawer('log');
  const calm = useMedia('(prefers-reduced-motion: reduce)');
  const narrow = useMedia(NARROW);
  const title = gameTitle(t, table.game);

  useTitle(title, myTurn ? t('turn.title') : null);
  useHelpKey(() => drawer.toggle('help'));
  useTelling({ told, known, myTurn });
  useEnding({ table, seats, me, page, drawer });

  /** @type {TableProps} */
  const shown = {
    game, seats, me, view, show, movers, legal, version, t, lang, announce, replay: false, steps: known.steps,
    match: {
      id: table.match, table: table.table, over: table.state === 'over', end: table.end, options: table.options,
      returns: table.end?.returns ?? null, scores: table.end?.scores ?? null,
    },
    act: (actions) => channel.act(actions),
    preview: (actions) => channel.preview(actions),
    settings: { motion: !calm, theme: settings.theme },
  };
  const walking = page?.Walkthrough && me !== null && table.state === 'running' && !settings.seen.includes(table.game);

  return html`<div class="table-page">
    <${Header} title=${html`<${TableTitle} title=${title} table=${table} seats=${seats} />`} menu=${html`<${TableMenu} ...${props} drawer=${drawer} odds=${Boolean(page?.Odds) && narrow} />
      ${narrow && html`<${Invite} table=${table} title=${title} />`}`}>
      ${!narrow && html`<${Disclosure} name=${t('share.title')} label=${html`<${Icon} name="share" /><span class="drawer-label">${t('share')}</span>`}
        class="quiet drawer-button"><${Invite} table=${table} title=${title} /><//>`}
      ${page?.Rules && html`<${DrawerButton} name="rules" icon="rules" drawer=${drawer} />`}
      ${page?.Odds && !narrow && html`<${DrawerButton} name="odds" icon="odds" drawer=${drawer} />`}
      <${DrawerButton} name="log" icon="log" drawer=${drawer} class="narrow-only" />
      ${table.end && html`<${DrawerButton} name="result" icon="result" drawer=${drawer} />`}
    <//>
    <${LineState} line=${known.line} />
    <${Offers} ...${props} seats=${seats} />
    <div class="table-room">
      <main id="main" class="table-main" tabindex="-1">${page && html`<${page.default} ...${shown} />`}</main>
      ${walking && page?.Walkthrough && html`<div class="walk">
        <${page.Walkthrough} ...${shown} close=${() => set({ seen: [...settings.seen, table.game] })} /></div>`}
      <${Drawer} drawer=${drawer}>
        ${drawer.open === 'log' && html`<${Log} lines=${told} />`}
        ${drawer.open === 'rules' && page?.Rules && html`<div class="prose"><${page.Rules} t=${t} lang=${lang} options=${table.options} /></div>`}
        ${drawer.open === 'odds' && page?.Odds && html`<${page.Odds} ...${shown} />`}
        ${drawer.open === 'help' && html`<${Help} game=${game} legal=${legal} shortcuts=${page?.SHORTCUTS ?? []} />`}
        ${drawer.open === 'result' && table.end && html`<${Result} match=${table.match} end=${table.end} seats=${seats} me=${me}
          rematch=${me === null ? null : () => post(`/api/tables/${table.table}/rematch`)} />`}
      <//>
    </div>
  </div>`;
}

/** The module of the game's page; null while it comes. @param {string} game */
export function useGamePage(game) {
  const plain = new URLSearchParams(location.search).has('plain');
  return useLoad(() => gamePage(game, plain), [game, plain]).value;
}

/**
 * Tell every event as it happens, then that it is my turn. What happened before the page was opened is in the log.
 * @param {{told: import('../components/log.js').Line[], known: AtTable['known'], myTurn: boolean}} props
 */
function useTelling({ told, known, myTurn }) {
  const { t, announce } = useShell();
  const version = known.position?.version ?? 0;
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
 * @param {{table: Table, seats: import('../types.js').Seat[], me: number | null, page: import('../types.js').GamePage | null,
 *   drawer: ReturnType<typeof useDrawer>}} props
 */
function useEnding({ table, seats, me, page, drawer }) {
  const { t, announce } = useShell();
  useEffect(() => {
    if (!table.end || !page) return;
    announce(`${winnerLine(t, table.end, seats, me)} ${t(`end.${table.end.reason}`)}`);
    if (drawer.wide || !page.Summary) drawer.choose('result');
  }, [table.end !== null, page]);
}

/** @param {{title: string, table: Table, seats: import('../types.js').Seat[]}} props */
function TableTitle({ title, table, seats }) {
  const { t } = useShell();
  const author = `game.${table.game}.author`;
  const host = table.host === null ? null : seats[table.host].name;
  const under = [t.has(author) && t(author), host && t('table.of', { name: host })].filter(Boolean);
  return html`<${HomeLink} /><div class="table-title"><h1>${title}</h1><p class="top-under">${under.join(' · ')}</p></div>`;
}

/** @param {{table: Table, title: string}} props */
function Invite({ table, title }) {
  const { t } = useShell();
  const share = t('waiting.share', { game: title });
  return html`<div class="invite">
    <p>${t(table.visibility === 'closed' ? 'share.closed' : 'share.text')}</p>
    <${CopyField} label=${t('waiting.link')} text=${table.link} share=${share} />
    <p class="muted watchers"><${Icon} name="eye" /> ${watchers(t, table.spectators)}</p>
  </div>`;
}

/** @param {AtTable & {drawer: ReturnType<typeof useDrawer>, odds: boolean}} props */
function TableMenu({ table, game, changed, drawer, odds }) {
  const { t } = useShell();
  const [problem, fail] = useState('');
  const at = `/api/tables/${table.table}`;
  const me = table.me.seat;
  const playing = me !== null && table.state === 'running';
  const offered = playing && table.offers.includes(me);
  const left = playing && table.seats[me].left;
  /** @param {Promise<any>} request */
  const doing = (request) => request.then((now) => now?.seats && changed(now), (refusal) => fail(excuse(t, refusal)));
  return html`<div class="menu">
    ${odds && html`<button type="button" class="quiet" onClick=${() => drawer.choose('odds')}><${Icon} name="odds" /> ${t('drawer.odds')}</button>`}
    <button type="button" class="quiet" onClick=${() => drawer.choose('help')}><${Icon} name="help" /> ${t('drawer.help')}</button>
    ${playing && !left && html`
      ${offered
        ? html`<button type="button" class="quiet" onClick=${() => doing(remove(`${at}/end`))}>${t('end.withdraw')}</button>`
        : html`<${AskOnce} label=${t('end.offer')} question=${t('end.offer.ask')} yes=${t('end.offer.yes')} go=${() => doing(post(`${at}/end`))} />`}
      <${AskOnce} label=${html`<${Icon} name="flag" /> ${t('resign')}`} question=${t(table.seats.length > 2 ? 'resign.ask.many' : 'resign.ask')}
        yes=${t('resign.yes')} go=${() => doing(post(`${at}/resign`))} />`}
    ${playing && (left
      ? html`<button type="button" onClick=${() => doing(post(`${at}/seats/${me}`))}>${t('leave.back')}</button>`
      : html`<button type="button" class="quiet" onClick=${() => doing(remove(`${at}/seats/${me}`))}><${Icon} name="hand" /> ${t('leave')}</button>`)}
    ${table.me.host && table.state === 'running' && table.seats.filter((seat) => seat.left && !seat.player).map((seat) => html`
      <button type="button" class="quiet" key=${seat.seat} onClick=${() => doing(post(`${at}/seats/${seat.seat}`, { player: bestPlayer(game) }))}>
        <${Icon} name="bot" /> ${t('leave.bot', { name: seatName(t, seat) })}</button>`)}
    <p class="problem" role="alert">${problem}</p>
  </div>`;
}

/** Who wants to end by agreement, and my answer. @param {AtTable & {seats: import('../types.js').Seat[]}} props */
function Offers({ table, seats, changed }) {
  const { t, announce } = useShell();
  const me = table.me.seat;
  const others = table.offers.filter((seat) => seat !== me);
  const shown = table.state === 'running' && others.length > 0 && me !== null && !table.offers.includes(me);
  const text = shown ? t('end.offered', { name: others.map((seat) => seats[seat].name).join(', ') }) : '';
  useEffect(() => announce(text), [text]);
  if (!shown) return null;
  return html`<div class="notice" role="group" aria-label=${text}>
    <p>${text}</p>
    <button type="button" onClick=${() => post(`/api/tables/${table.table}/end`).then((now) => now?.seats && changed(now))}>${t('end.agree')}</button>
  </div>`;
}
