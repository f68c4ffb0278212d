/** A puzzle: the table of a game at one decision, and after it what was best and what every action costs. */
import { recordSeat } from './parts/record-seats.js';
import { get, post } from '../line/api.js';
import { needs } from '../components/needs.js';
import { useLoad } from '../components/load.js';
import { Drawer, DrawerButton, NARROW, useDrawer, useMedia } from '../components/drawer.js';
import { useShell } from '../components/shell.js';
import { useTitle } from '../components/title.js';
import { tableOf } from '../table/decision.js';
import { choiceName } from '../words/choices.js';
import { gameTitle } from '../words/names.js';
import { percent } from '../words/i18n.js';
import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from '../vendor/preact.js';
import { Frame, TableTitle, useGamePage } from './parts/frame.js';
import { Coming, Failed } from './missing.js';

/** @typedef {import('../wire.js').PuzzleView} Puzzle */
/** @typedef {import('../wire.js').PuzzleAnswer} Answer */
/** @typedef {import('../wire.js').PuzzleCost} Cost */
/** @typedef {{puzzle: Puzzle, game: import('../types.js').Game}} Given */

needs(['later-puzzle'], [new URL('./puzzle.css', import.meta.url)]);

const SHOWN = 4; // actions of which the cost is shown at once

/** @param {{id?: string}} props without an id the puzzle of the day */
export function Page({ id }) {
  const { value, error, again } = useLoad(async () => {
    const puzzle = /** @type {Puzzle} */ (await get(`/api/puzzles/${id ?? 'today'}`));
    return { puzzle, game: /** @type {import('../types.js').Game} */ (await get(`/api/games/${puzzle.game}`)) };
  }, [id]);
  if (error) return html`<${Failed} problem=${error} again=${again} />`;
  return value ? html`<${Solving} key=${value.puzzle.puzzle} ...${value} />` : html`<${Coming} />`;
}

/** @param {Given} props */
function Solving({ puzzle, game }) {
  const { t, lang } = useShell();
  const [answer, answered] = useState(/** @type {Answer | null} */ (null));
  const page = useGamePage(game);
  const shown = useShown({ puzzle, game }, answer, answered);
  const title = puzzle.day ? t('puzzle.today', { day: dayName(puzzle.day, lang) }) : t('puzzle.title');
  useTitle(`${gameTitle(t, game.name)} · ${title}`);
  const drawer = useDrawer('rules');
  return html`<${Frame} page=${page} shown=${shown} title=${html`<${TableTitle} game=${game.name} under=${title} />`}
      menu=${html`<a class="button quiet" href="/">${t('header.home')}</a>`}
      buttons=${page?.Rules && html`<${DrawerButton} name="rules" icon="rules" drawer=${drawer} />`}
      over=${
        answer
          ? html`<${Told} ...${{ puzzle, answer, at: tableOf(shown), again: () => answered(null) }} />`
          : html`<${Question} game=${game} solved=${puzzle.solved} />`
      }>
    <${Drawer} drawer=${drawer}>
      ${drawer.open === 'rules' && page?.Rules && html`<${page.Rules} ...${shown} options=${puzzle.options} />`}<//>
  <//>`;
}

/** @param {{game: import('../types.js').Game, solved: boolean}} props `solved`: by who looks, before */
function Question({ game, solved }) {
  const { t, announce } = useShell();
  const text = t('puzzle.ask');
  useEffect(() => announce(text), [text]);
  return html`<section class="puzzle" aria-label=${t('puzzle.title')}>
    <p class="puzzle-ask">${text}</p>
    <p class="muted">${t(game.secrets ? 'puzzle.how.secrets' : 'puzzle.how')} ${solved && t('puzzle.solved')}</p></section>`;
}

/**
 * Was it best, what does every action cost, and the next one.
 * @param {{puzzle: Puzzle, answer: Answer, at: import('../words/choices.js').Table, again: () => void}} props
 */
function Told({ puzzle, answer, at, again }) {
  const { t, lang, announce } = useShell();
  const said = (/** @type {Cost} */ { text }) => choiceName(t, puzzle.game, text, at);
  const own = /** @type {Cost} */ (answer.costs.find(({ action }) => action === answer.done));
  const best = said(answer.costs[0]);
  const share = percent(answer.share, lang);
  const verdict = answer.right
    ? t('puzzle.right', { best, share })
    : t('puzzle.wrong', { done: said(own), best, share, loss: costText(own, lang) });
  const next = useRef(/** @type {HTMLAnchorElement | null} */ (null));
  useLayoutEffect(() => {
    announce(verdict);
    next.current?.focus();
  }, [verdict]);
  const others = answer.costs.slice(1);
  const told = others.length === 1 && !answer.right; // what the only other choice costs
  const lines = told ? [] : others.map((cost) => ({ cost, own: cost.action === answer.done }));
  return html`<section class="puzzle" aria-label=${t('puzzle.title')} data-right=${answer.right}>
    <p class="puzzle-verdict"><span class="puzzle-mark" aria-hidden="true">${answer.right ? '✓' : '✗'}</span> ${verdict}</p>
    <${Costs} ...${{ lines, said }} />
    <p class="muted">${t(answer.kind === 'exact' ? 'puzzle.exact' : 'puzzle.measured')}</p>
    <div class="row">
      ${answer.next && html`<a class="button primary" href=${`/puzzle/${answer.next}`} ref=${next}>${t('puzzle.next')}</a>`}
      <button type="button" class="quiet" onClick=${again}>${t('puzzle.again')}</button>
    </div></section>`;
}

/** @param {{lines: {cost: Cost, own: boolean}[], said: (cost: Cost) => string}} props */
function Costs({ lines, said }) {
  const { t, lang } = useShell();
  const narrow = useMedia(NARROW);
  const line = (/** @type {{cost: Cost, own: boolean}} */ { cost, own }) =>
    html`<li key=${cost.action} class=${own ? 'puzzle-own' : ''}><span>${said(cost)}</span>
      <span class="number">−${costText(cost, lang)}</span></li>`;
  const at = narrow ? 0 : SHOWN;
  const rest = lines.slice(at);
  return html`
    ${at > 0 && html`<ul class="puzzle-costs">${lines.slice(0, at).map(line)}</ul>`}
    ${
      rest.length > 0 &&
      html`<details class="fold puzzle-rest"><summary>${t(at ? 'puzzle.rest' : 'puzzle.costs', { n: rest.length })}</summary>
        <ul class="puzzle-costs">${rest.map(line)}</ul></details>`
    }`;
}

/** A cost with three standard errors, where it has any. @param {Cost} cost @param {string} lang */
function costText({ loss, error }, lang) {
  const told = percent(Math.round(1000 * loss) / 1000, lang);
  return error ? `${told} (±\u00a0${percent(Math.round(3000 * error) / 1000, lang)})` : told;
}

/** @param {string} day as 2026-11-26 @param {string} lang */
export const dayName = (day, lang) =>
  new Date(`${day}T12:00:00Z`).toLocaleDateString(lang, { day: 'numeric', month: 'long', timeZone: 'UTC' });

/**
 * What the page of the game is shown: a match that has come to this decision and goes no further.
 * @param {Given} given @param {Answer | null} answer @param {(answer: Answer) => void} answered
 * @returns {import('../types.js').TableProps}
 */
function useShown({ puzzle, game }, answer, answered) {
  const { t, lang, settings, announce } = useShell();
  const { seat, position } = puzzle;
  const motion = !useMedia('(prefers-reduced-motion: reduce)');
  const seats = useMemo(() => seatsOf(puzzle, t), [puzzle, t]);
  const ask = (/** @type {string} */ what, /** @type {number[]} */ actions) =>
    post(`/api/puzzles/${puzzle.puzzle}/${what}`, { actions });
  return {
    ...position,
    legal: answer ? [] : position.legal,
    movers: answer ? [] : position.movers,
    game,
    seats,
    me: seat,
    steps: [],
    held: position.view,
    falling: false,
    busy: false,
    event: null,
    done: [],
    t,
    lang,
    announce,
    replay: false,
    act: (actions) => ask('answer', actions).then(answered),
    preview: (actions) => ask('preview', actions),
    settings: { motion, tumble: false, theme: settings.theme },
    match: {
      id: puzzle.puzzle,
      table: '',
      over: false,
      options: puzzle.options,
      end: null,
      returns: null,
      scores: null,
    },
  };
}

/** Nobody has a name here. @param {Puzzle} puzzle @param {import('../types.js').Translate} t */
const seatsOf = ({ seats, seat: own }, t) =>
  Array.from({ length: seats }, (_, seat) =>
    recordSeat(seat === own ? t('puzzle.you') : t('puzzle.player', { n: seat + 1 }), seat),
  );
