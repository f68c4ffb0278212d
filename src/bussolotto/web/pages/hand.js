/** A telephone in the hand of who sits before a shared screen: sit down, then only what is mine. */
import { post, remove } from '../line/api.js';
import { Drawer, useDrawer } from '../components/drawer.js';
import { useGamePage } from './parts/frame.js';
import { Header, HomeLink } from './parts/header.js';
import { Clocks, Company, EveningNext, Start } from './parts/later.js';
import { LineState } from './parts/line.js';
import { winnerLine } from './parts/winner.js';
import { complete, needs } from '../components/needs.js';
import { Avatar } from '../components/seats.js';
import { useLoad } from '../components/load.js';
import { gameTitle } from '../words/names.js';
import { excuse, ShellContext, useShell } from '../components/shell.js';
import { useTitle } from '../components/title.js';
import { html, useEffect, useMemo, useState } from '../vendor/preact.js';
import { Closed, Coming } from './missing.js';
import { useShown } from './play.js';
import { Staging, useStaged } from './parts/staged.js';
import { barred, useTable, useTurned } from './seated.js';

/** @typedef {import('../types.js').Table} Table */
/** @typedef {import('./parts/at-table.js').AtTable} AtTable */

needs(['later-ways', 'later-waiting'], [new URL('./ways.css', import.meta.url)]);

const BUZZ_MS = 120;

/** @param {import('./seated.js').Seated} props */
export function Hand({ first, game }) {
  const { table, answer, known, channel } = useTable(first, game);
  if (useTurned(table, game)) return html`<${Coming} />`;
  if (barred(table)) return html`<${Closed} away=${table.me.sent_away} />`;
  if (!known || !channel) return html`<${Coming} />`;
  const shared = { table, game, known, channel, changed: answer };
  if (table.me.seat === null || table.state === 'waiting') return html`<${Sitting} ...${shared} />`;
  return known.position ? html`<${Playing} key=${table.match} ...${shared} />` : html`<${Coming} />`;
}

/** Who has come by the code: a name and a seat, then wait for the screen. @param {AtTable} props */
function Sitting({ table, known, changed }) {
  const { t, me, rename } = useShell();
  const [name, write] = useState(me.name);
  const [problem, fail] = useState('');
  const doing = (/** @type {Promise<any>} */ request) =>
    request.then(
      (now) => {
        fail('');
        if (now?.seats) changed(now);
      },
      (refusal) => fail(excuse(t, refusal)),
    );
  const at = `/api/tables/${table.table}`;
  const free = table.seats.find(({ kind }) => kind === null);
  const { seat } = table.me;
  const mine = seat === null ? null : table.seats[seat];
  const sit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    await doing(rename(name.trim()).then(() => post(`${at}/seats/${free?.seat}`)));
  };
  useTitle(gameTitle(t, table.game));
  return html`<${Header} title=${html`<${HomeLink} />`} />
    <${LineState} line=${known.line} />
    <main id="main" class="sitting" tabindex="-1">
      <h1>${gameTitle(t, table.game)}</h1>
      ${
        mine
          ? html`<div class="sitting-mine"><${Avatar} seat=${mine} />
            <p>${t('phone.seated', { place: mine.seat + 1 })}</p></div>
            <p class="muted" role="status">${t('phone.wait')}</p>`
          : table.state === 'waiting' && free
            ? html`<form class="sitting-form" onSubmit=${sit}>
              <label class="field"><span>${t('me.name')}</span>
                <input type="text" value=${name} maxlength="30" autocomplete="nickname" required
                    onInput=${(/** @type {InputEvent} */ event) => write(/** @type {HTMLInputElement} */ (event.target).value)}
                /></label>
              <button type="submit" class="primary large" disabled=${!name.trim()}>${t('phone.sit')}</button></form>`
            : html`<p class="muted">${t('phone.full')}</p>`
      }
      ${
        mine &&
        table.me.host &&
        html`<button type="button" class="primary large" disabled=${Boolean(free)}
            onClick=${() => doing(post(`${at}/start`))}>
          ${t('waiting.start')}</button>`
      }
      ${
        mine &&
        html`<button type="button" class="quiet" onClick=${() => doing(remove(`${at}/seats/${mine.seat}`))}>
          ${t('waiting.stand')}</button>`
      }
      <p class="problem" role="alert">${problem}</p>
    </main>`;
}

/**
 * What is mine of a match. The scene is left out where what lies in front of me is enough; else the pyramid is flat.
 * @param {AtTable} given
 */
function Playing(given) {
  const props = useStaged(given);
  const { table, known, game } = props;
  const shell = useShell();
  const { t } = shell;
  const page = useGamePage(game);
  const shown = useShown(props);
  const { me, movers, seats } = shown;
  const myTurn =
    table.state === 'running' && me !== null && (shown.throw?.secret ? shown.throw.seats : (movers ?? [])).includes(me);
  const alone = Boolean(page?.HAND);
  const flat = useMemo(
    () => ({ ...shell, settings: { ...shell.settings, pile: /** @type {const} */ ('flat') } }),
    [shell],
  );
  useTitle(gameTitle(t, table.game), myTurn ? t('turn.title') : null);
  useBuzz(myTurn);
  const fair = useLoad(async () => (game.race ? complete(import('./parts/fairness.js')) : null)).value;
  const drawer = useDrawer('');
  return html`<div class=${`table-page hand-page ${alone ? 'hand-alone' : ''} ${myTurn ? 'hand-turn' : ''}`}>
    <${Header} title=${html`<${HomeLink} />
      <p class="hand-title" role="status">${handLine(t, { table, game, myTurn, seats, me })}</p>`}
    />
    <${LineState} line=${known.line} />
    <${Clocks} ...${props} seats=${shown.seats} /><${Company} ...${props} seats=${shown.seats} />
    <${Start} ...${props} seats=${shown.seats} />
    ${fair && html`<${fair.Fairness} ...${props} seats=${shown.seats} drawer=${drawer} />`}
    <main id="main" class="hand-main" tabindex="-1">
      <${ShellContext.Provider} value=${flat}><${Staging} staged=${props.staged}>
        ${page && html`<${page.default} ...${shown} alone=${alone} />`}<//><//>
    </main>
    ${
      table.end &&
      !page?.SHOWS_RESULT &&
      html`<${Again} ...${props} line=${winnerLine(t, table.end, seats, me)}
          more=${fair && html`<${fair.FinishButton} drawer=${drawer} />`} />`
    }
    ${
      fair &&
      html`<${Drawer} drawer=${drawer}>
        ${
          drawer.open === 'finish' &&
          html`<${fair.Finish} match=${table.match} seats=${shown.seats} known=${known}
          />`
        }<//>`
    }
  </div>`;
}

/**
 * In one line: is it my turn?
 * @param {import('../types.js').Translate} t
 * @param {{table: Table, game: import('../types.js').Game, myTurn: boolean, seats: import('../types.js').Seat[], me:
 *     number | null}} now
 */
function handLine(t, { table, game, myTurn, seats, me }) {
  if (table.state === 'over') return t('over');
  if (game.race) return t('phone.race');
  return myTurn ? t('turn.title') : t('phone.look', { name: me === null ? '' : seats[me].name });
}

/** A telephone that lies on the table is felt, and heard by who listens. @param {boolean} myTurn */
function useBuzz(myTurn) {
  const { t, announce } = useShell();
  useEffect(() => {
    if (!myTurn) return;
    announce(t('turn.yours'));
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(BUZZ_MS); // browsers refuse it before a first tap
  }, [myTurn]);
}

/** The line tells of the next match. @param {Pick<AtTable, 'table'> & {line: string, more?: any}} props */
export function Again({ table, line, more }) {
  const { t, announce } = useShell();
  const [problem, fail] = useState('');
  useEffect(() => announce(line), [line]);
  const again = () => post(`/api/tables/${table.table}/rematch`).catch((refusal) => fail(excuse(t, refusal)));
  return html`<section class="hand-end" aria-label=${t('drawer.result')}>
    <p class="result-line">${line}</p>
    ${
      table.evening
        ? html`<${EveningNext} table=${table} large />`
        : html`<button type="button" class="primary large" onClick=${again}>${t('result.rematch')}</button>`
    }
    ${more}
    <p class="problem" role="alert">${problem}</p>
  </section>`;
}
