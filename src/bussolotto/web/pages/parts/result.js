/** How a match ended: places, and what to do next. */
import { get } from '../../line/api.js';
import { useLoad } from '../../components/load.js';
import { Graph } from '../../table/graph.js';
import { eventText } from '../../table/told.js';
import { turningPoints } from '../../table/turns.js';
import { complete, needs } from '../../components/needs.js';
import { excuse, useShell } from '../../components/shell.js';
import { later } from '../../components/when-needed.js';
import { html, useState } from '../../vendor/preact.js';
import { Icon } from '../../components/icon.js';
import { Avatar } from '../../components/seats.js';
import { keptFor } from './kept.js';
import { winnerLine } from './winner.js';
import { sentence } from '../../words/i18n.js';

/** @typedef {import('../../types.js').Seat} Seat */
/** @typedef {import('../../types.js').End} End */

const JOYS = 14;

const Verification = later(() => complete(import('./verify-dice.js')).then((part) => part.Verification));

needs(['later-result'], [new URL('./result.css', import.meta.url)]);

/**
 * Who has won, and why the match is over.
 * @param {{end: End, seats: Seat[], me: number | null, why?: string}} props `why`: in the words of the game
 */
function Verdict({ end, seats, me, why }) {
  const { t } = useShell();
  return html`<p class="result-line">${winnerLine(t, end, seats, me)}</p>
    <p class="result-why">${sentence((end.reason === 'rules' && why) || t(`end.${end.reason}`))}</p>`;
}

/**
 * @param {{end: End, seats: Seat[], me: number | null, fewest?: boolean, worth?: number, why?: string,
 *     between?: any}} props `fewest`: do the fewest points win? `worth`: what a point is shown as; `between`: what stands between verdict and places
 */
export function Places({ end, seats, me, fewest = false, worth = 1, why, between }) {
  const { lang, t } = useShell();
  const number = new Intl.NumberFormat(lang);
  const ranked = [...seats].sort(
    (one, other) =>
      end.returns[other.seat] - end.returns[one.seat] ||
      (end.scores[other.seat] - end.scores[one.seat]) * (fewest ? -1 : 1),
  );
  return html`<${Verdict} end=${end} seats=${seats} me=${me} why=${why} />
    ${between}
    <ol class="places">${ranked.map(
      (seat) => html`<li key=${seat.seat} class=${end.returns[seat.seat] > 0 ? 'place-won' : ''}>
        <${Avatar} seat=${seat} /><span class="place-name" translate=${false}>${seat.name}</span>
        ${end.returns[seat.seat] > 0 && html`<span class="crown">${t('outcome.winner')}</span>`}
        <span class="number">${number.format(worth * end.scores[seat.seat])}</span></li>`,
    )}</ol>`;
}

/**
 * @param {{match: string, game: string, end: End, seats: Seat[], me: number | null, rematch: (() => Promise<void>) |
 *     null, fewest?: boolean, worth?: number, size?: number, more?: any,
 *     why?: string, picture: import('../../types.js').GamePage['Summary'] | null}} props
 *     `rematch` is null for who may not, and where the page of the game offers it; `picture`: how the match went;
 *     `more`: what else the end of this match is; `size`: of the base of the pile, where there is one
 */
export function Result({ match, game, end, seats, me, rematch, picture, fewest, worth, size, more, why }) {
  const { t } = useShell();
  const names = seats.map(({ name }) => name);
  return html`${me !== null && end.returns[me] > 0 && html`<${Joy} seat=${me} />`}
    <${Places} end=${end} seats=${seats} me=${me} fewest=${fewest} worth=${worth} why=${why}
        between=${rematch && html`<div class="result-buttons"><${Rematch} rematch=${rematch} /></div>`} />
    ${more}
    <div class="result-buttons">
      <a class="button quiet" href=${`/r/${match}`}><${Icon} name="play" /> ${t('result.replay')}</a>
      <a class="button quiet" href=${`/api/matches/${match}/file`} download>
        <${Icon} name="download" /> ${t('result.file')}</a>
      <a class="button quiet" href="/">${t('header.home')}</a>
    </div>
    <${AskReview} match=${match} game=${game} names=${names} me=${me} worth=${worth} size=${size} />
    <${Dice} match=${match} />
    ${picture && html`<${Picture} match=${match} names=${names} Summary=${picture} fewest=${fewest} />`}`;
}

const Review = later(() => complete(import('./review.js')).then((part) => part.Review));

/** The review of the match, for those who ask for it. @param {import('./review.js').Of} props */
function AskReview(props) {
  const { t } = useShell();
  const [asked, ask] = useState(false);
  return asked
    ? html`<${Review} ...${props} />`
    : html`<div class="result-buttons"><button type="button" class="quiet" onClick=${() => ask(true)}>
        ${t('result.review')}</button></div>`;
}

/** Whether the dice were as they should be: this page checks them, and what it kept can be saved. @param {{match: string}} props */
function Dice({ match }) {
  const { t } = useShell();
  const [asked, ask] = useState(false);
  const kept = useLoad(() => keptFor(match), [match]).value;
  const href = kept && `data:application/json,${encodeURIComponent(JSON.stringify(kept))}`;
  return html`${
    asked
      ? html`<${Verification} match=${match} />`
      : html`<div class="result-buttons"><button type="button" class="quiet" onClick=${() => ask(true)}>
        ${t('result.verify')}</button></div>`
  }
    ${
      kept &&
      html`<div class="result-buttons"><a class="button quiet" href=${href} download=${`kept-${match}.json`}
        ><${Icon} name="download" /> ${t('result.kept')}</a></div>
        <p class="muted">${t('result.kept-why')}</p>`
    }`;
}

/**
 * How the match went.
 * @param {{match: string, names: string[], Summary: NonNullable<import('../../types.js').GamePage['Summary']>,
 *     fewest?: boolean}} props
 */
function Picture({ match, names, Summary, fewest }) {
  const { t } = useShell();
  const replay = /** @type {import('../../types.js').Replay | null} */ (
    useLoad(() => get(`/api/matches/${match}/replay`), [match]).value
  );
  return (
    replay &&
    html`<${Summary} t=${t} frames=${replay.frames} scores=${replay.scores} names=${names} Graph=${Graph} />
    <${TurningPoints} replay=${replay} names=${names} fewest=${fewest} link=${`/r/${match}`} />`
  );
}

/**
 * The moments that decided the match, each a way into its replay.
 * @param {{replay: import('../../types.js').Replay, names: string[], fewest?: boolean, link: string}} props
 */
export function TurningPoints({ replay, names, fewest, link }) {
  const { t } = useShell();
  const { frames, scores, end, game } = replay;
  const found = end ? turningPoints(frames, scores, end.returns, fewest) : [];
  if (!found.length) return null;
  const said = (/** @type {number} */ at) =>
    (frames[at].events ?? []).map((event) => eventText(event, { t, game, names })).join(' · ');
  return html`<h3 class="turns-title">${t('result.turns')}</h3>
    <ol class="turns">${found.map(
      (at) => html`<li key=${at}><a href=${`${link}#${at}`}>${said(at) || t('result.turn', { n: at })}</a></li>`,
    )}</ol>`;
}

/** A moment of joy for who has won: dice in the own colour, once. @param {{seat: number}} props */
function Joy({ seat }) {
  return html`<span class=${`joy seat-colour-${seat}`} aria-hidden="true">
    ${Array.from({ length: JOYS }, (_, at) => html`<i key=${at} style=${{ '--n': at }} />`)}</span>`;
}

/** @param {{rematch: () => Promise<void>}} props */
function Rematch({ rematch }) {
  const { t } = useShell();
  const [problem, fail] = useState('');
  return html`<button type="button" class="primary"
      onClick=${() => rematch().catch((refusal) => fail(excuse(t, refusal)))}>
    ${t('result.rematch')}</button>
    <p class="problem" role="alert">${problem}</p>`;
}
