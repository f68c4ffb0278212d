/**
 * On a shared screen: the photo finish of what was contested just now, for a while; the screen itself claims nothing.
 */
import { get } from '../../line/api.js';
import { useLoad } from '../../components/load.js';
import { useShell } from '../../components/shell.js';
import { html, useEffect, useState } from '../../vendor/preact.js';
import { PhotoFinish, summary, windowsOf } from './photo-finish.js';

const SHOWN_MS = 12_000;

/** @typedef {import('../../types.js').Claim} Claim */

/** @param {{match: string, version: number, seats: readonly import('../../types.js').Seat[]}} props */
export function ScreenFinish({ match, version, seats }) {
  const { t, announce } = useShell();
  const { value } = useLoad(
    () => /** @type {Promise<Claim[]>} */ (get(`/api/matches/${match}/claims`)),
    [match, version],
  );
  const photo = value && (windowsOf(value).at(-1) ?? []);
  const latest = photo && (photo[0]?.window ?? null);
  const [seen, see] = useState(/** @type {number | null | undefined} */ (undefined));
  const fresh = photo !== null && seen !== undefined && latest !== null && latest !== seen;
  useEffect(() => {
    if (photo && seen === undefined) see(latest); // what was before the screen was there
    if (!fresh) return undefined;
    announce(summary(t, photo, new Map(seats.map(({ seat, name }) => [seat, name]))));
    const timer = setTimeout(() => see(latest), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [latest, photo === null]);
  return (
    fresh &&
    html`<aside class="screen-finish" aria-labelledby="screen-finish">
      <h2 id="screen-finish">${t('finish.title')}</h2><${PhotoFinish} claims=${photo} seats=${seats} />
    </aside>`
  );
}
