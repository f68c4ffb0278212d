/** How a match ended: places, and what to do next. */
import { get } from '../../line/api.js';
import { useLoad } from '../../components/load.js';
import { excuse, useShell } from '../../components/shell.js';
import { html, useState } from '../../vendor/preact.js';
import { Icon } from '../../components/icon.js';
import { Avatar } from '../../components/seats.js';

/** @typedef {import('../../types.js').Seat} Seat */
/** @typedef {import('../../types.js').End} End */

/** @param {{end: End, seats: Seat[], me: number | null, fewest?: boolean}} props `fewest`: do the fewest points win? */
export function Places({ end, seats, me, fewest = false }) {
  const { t, lang } = useShell();
  const number = new Intl.NumberFormat(lang);
  const ranked = [...seats].sort(
    (one, other) =>
      end.returns[other.seat] - end.returns[one.seat] ||
      (end.scores[other.seat] - end.scores[one.seat]) * (fewest ? -1 : 1),
  );
  return html`<p class="result-line">${winnerLine(t, end, seats, me)}</p>
    <p class="muted">${t(`end.${end.reason}`)}</p>
    <ol class="places">${ranked.map(
      (seat) => html`<li key=${seat.seat} class=${end.returns[seat.seat] > 0 ? 'place-won' : ''}>
        <${Avatar} seat=${seat} /><span class="place-name" translate=${false}>${seat.name}</span>
        ${end.returns[seat.seat] > 0 && html`<span class="crown">${t('outcome.winner')}</span>`}
        <span class="number">${number.format(end.scores[seat.seat])}</span></li>`,
    )}</ol>`;
}

/**
 * @param {import('../../types.js').Translate} t
 * @param {End} end
 * @param {readonly Seat[]} seats
 * @param {number | null} me
 */
export function winnerLine(t, { returns }, seats, me) {
  const winners = seats.filter(({ seat }) => returns[seat] > 0);
  const names = winners.map(({ name }) => name);
  if (winners.length > 1) return t('result.shared', { names: names.join(', ') });
  return winners[0]?.seat === me ? t('result.you') : t('result.won', { name: names[0] ?? '' });
}

/**
 * @param {{match: string, end: End, seats: Seat[], me: number | null, rematch: (() => Promise<void>) | null, fewest?:
 *     boolean, more?: any,
 *   picture: import('../../types.js').GamePage['Summary'] | null}} props
 *     `rematch` is null for who may not, and where the page of the game offers it; `picture`: how the match went;
 *     `more`: what else the end of this match is
 */
export function Result({ match, end, seats, me, rematch, picture, fewest, more }) {
  const { t } = useShell();
  return html`<${Places} end=${end} seats=${seats} me=${me} fewest=${fewest} />
    ${more}
    <div class="result-buttons">
      ${rematch && html`<${Rematch} rematch=${rematch} />`}
      <a class="button quiet" href=${`/r/${match}`}><${Icon} name="play" /> ${t('result.replay')}</a>
      <a class="button quiet" href=${`/api/matches/${match}/file`} download>
        <${Icon} name="download" /> ${t('result.file')}</a>
      <a class="button quiet" href="/">${t('header.home')}</a>
    </div>
    ${picture && html`<${Picture} match=${match} names=${seats.map(({ name }) => name)} Summary=${picture} />`}`;
}

/**
 * How the match went.
 * @param {{match: string, names: string[], Summary: NonNullable<import('../../types.js').GamePage['Summary']>}} props
 */
function Picture({ match, names, Summary }) {
  const { t } = useShell();
  const replay = /** @type {import('../../types.js').Replay | null} */ (
    useLoad(() => get(`/api/matches/${match}/replay`), [match]).value
  );
  return replay && html`<${Summary} t=${t} frames=${replay.frames} scores=${replay.scores} names=${names} />`;
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
