/** What a table is told of its race: how long claims wait for each other, uneven lines, and what was contested. */
import { get } from '../../line/api.js';
import { useLoad } from '../../components/load.js';
import { complete, needs } from '../../components/needs.js';
import { joinNames } from '../../words/i18n.js';
import { useShell } from '../../components/shell.js';
import { html, useEffect, useState } from '../../vendor/preact.js';
import { Icon } from '../../components/icon.js';

needs(['later-finish']);

/** @typedef {import('../../types.js').Claim} Claim */
/** @typedef {import('../../types.js').Seat} Seat */
/** @typedef {ReturnType<typeof import('../../components/drawer.js').useDrawer>} Drawer */

const TOLD_MS = 12_000;
const COVERED = ['finish', 'result']; // drawers that tell more, and would lie under it on a phone

/**
 * A line of the menu, and the way to the photo finish.
 * @param {{table: import('../../types.js').Table, drawer: Drawer}} props
 */
export function RaceMenu({ table: { race }, drawer }) {
  const { t } = useShell();
  const waits = Math.round(race?.window_ms ?? 0);
  return html`<${FinishButton} drawer=${drawer} />
    ${
      race &&
      html`<p class="race-state">${waits ? t('finish.window', { ms: waits }) : t('finish.window.none')}
        ${race.uneven && html` ${t('finish.uneven')}`}</p>`
    }`;
}

/** @param {{drawer: Drawer}} props */
export function FinishButton({ drawer }) {
  const { t } = useShell();
  return html`<button type="button" class="quiet" onClick=${() => drawer.show('finish')}>
    <${Icon} name="flag" /> ${t('finish.title')}</button>`;
}

/**
 * What lies over the table for a while: that my claim is contested, that the lines are uneven.
 * @param {import('./at-table.js').AtTable & {seats: Seat[], drawer: Drawer}} props
 */
export function Fairness({ table, known, seats, drawer }) {
  const { t, announce } = useShell();
  const news = useContested(known.contested);
  const contested = COVERED.includes(drawer.open ?? '') ? null : news;
  const [fine, accept] = useState(false);
  const uneven = Boolean(table.race?.uneven) && !fine;
  const text = contested
    ? t('finish.contested', { names: joinNames(contested.seats.map((seat) => seats[seat].name)) })
    : uneven
      ? t('finish.uneven')
      : '';
  useEffect(() => announce(text), [text]);
  if (!text) return null;
  return html`<div class="notice race-notice" role="group" aria-label=${text}>
    <p>${text}</p>
    ${
      contested
        ? html`<button type="button" onClick=${() => drawer.show('finish')}>${t('finish.title')}</button>`
        : html`<button type="button" onClick=${() => accept(true)}>${t('finish.fine')}</button>`
    }
  </div>`;
}

/** What was contested a moment ago. @param {import('../../types.js').Known['contested']} news */
function useContested(news) {
  const [over, end] = useState(/** @type {string | number | undefined} */ (undefined));
  useEffect(() => {
    const timer = setTimeout(() => end(news?.id), TOLD_MS);
    return () => clearTimeout(timer);
  }, [news]);
  return news && news.id !== over ? news : null;
}

/** The drawer. @param {{match: string, seats: readonly Seat[], known: import('../../types.js').Known}} props */
export function Finish({ match, seats, known }) {
  const { value } = useLoad(async () => {
    const [{ PhotoFinish }, claims] = await Promise.all([
      complete(import('./photo-finish.js')),
      get(`/api/matches/${match}/claims`),
    ]);
    return { PhotoFinish, claims: /** @type {Claim[]} */ (claims) };
  }, [match, known.contested, known.pending]);
  return value && html`<${value.PhotoFinish} claims=${value.claims} seats=${seats} />`;
}

/**
 * In a replay: what was contested at this moment.
 * @param {{claims: readonly Claim[], at: number, drawer: Drawer}} props
 */
export function FinishAt({ claims, at, drawer }) {
  const { t } = useShell();
  const here = claimsAt(claims, at).length > 0;
  return html`<button type="button" class="quiet finish-at" style=${{ visibility: here ? 'visible' : 'hidden' }}
      onClick=${() => drawer.show('finish')}>
    <${Icon} name="flag" /> ${t('finish.title')}</button>`;
}

/** The drawer of a replay. @param {{claims: readonly Claim[], seats: readonly Seat[]}} props */
export function Photo(props) {
  const { value } = useLoad(() => complete(import('./photo-finish.js')));
  return value && html`<${value.PhotoFinish} ...${props} />`;
}

/**
 * The claims of the windows that ended at this ply and were contested.
 * @param {readonly Claim[]} claims
 * @param {number} at
 */
export function claimsAt(claims, at) {
  const here = new Set(claims.filter(({ ply }) => ply === at).map(({ window }) => window));
  const contested = new Set(
    claims
      .filter(({ window, verdict, flags }) => here.has(window) && (verdict === 'contested' || flags.length))
      .map(({ window }) => window),
  );
  return claims.filter(({ window }) => contested.has(window));
}
