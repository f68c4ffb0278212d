/**
 * The photo finish: who pressed when, and what the connections took, a time line for every claim that was contested.
 */
import { needs } from '../../components/needs.js';
import { useShell } from '../../components/shell.js';
import { html } from '../../vendor/preact.js';

needs(['later-finish'], [new URL('./photo-finish.css', import.meta.url)]);

/** @typedef {import('../../types.js').Claim} Claim */
/** @typedef {import('../../types.js').Seat} Seat */

const WIDTH = 320;
const ROW = 52;
const MARGIN_MS = 20;
const BEFORE = 4; // so many times as long as the finish itself, what was before it is drawn
const SHOWN = 20; // the latest ones

/** @param {{claims: readonly Claim[], seats: readonly Seat[]}} props */
export function PhotoFinish({ claims, seats }) {
  const { t } = useShell();
  const photos = windowsOf(claims).slice(-SHOWN).reverse();
  if (!photos.length) return html`<p class="muted">${t('finish.none')}</p>`;
  return html`<div class="finish">
    ${photos.map((photo) => html`<${Photo} key=${photo[0].window} claims=${photo} seats=${seats} />`)}
    <p class="muted finish-legend">${t('finish.legend')}</p></div>`;
}

/**
 * The claims that waited together, of those windows where something was contested or odd; each the first to press
 * first.
 * @param {readonly Claim[]} claims @returns {Claim[][]}
 */
export function windowsOf(claims) {
  /** @type {Map<number, Claim[]>} */
  const found = new Map();
  for (const claim of claims) found.set(claim.window, [...(found.get(claim.window) ?? []), claim]);
  return [...found.values()]
    .filter((photo) => photo.some(({ verdict, flags }) => verdict === 'contested' || flags.length))
    .map((photo) =>
      photo.sort(
        (one, other) =>
          one.at_ms - other.at_ms || Number(other.verdict === 'accepted') - Number(one.verdict === 'accepted'),
      ),
    );
}

/** @param {{claims: readonly Claim[], seats: readonly Seat[]}} props */
function Photo({ claims, seats }) {
  const { t, lang } = useShell();
  const number = new Intl.NumberFormat(lang, { maximumFractionDigits: 0 });
  const names = new Map(seats.map(({ seat, name }) => [seat, name]));
  const words = summary(t, claims, names);
  const axis = axisOf(claims);
  return html`<figure class="finish-photo">
    <figcaption>${words}</figcaption>
    <svg viewBox=${`0 0 ${WIDTH} ${claims.length * ROW}`} role="img" aria-label=${words}>
      ${claims.map(
        (claim, row) => html`<g key=${row} transform=${`translate(0 ${row * ROW})`}
            class=${claim.verdict === 'accepted' ? 'finish-won' : ''}>
          <text x="0" y="14" translate=${false}>${names.get(claim.seat)}</text>
          <text x=${WIDTH} y="14" text-anchor="end" class="number">${number.format(claim.believed_ms)} ms</text>
          <${TimeLine} claim=${claim} axis=${axis} /></g>`,
      )}
      <line class="finish-line" x1=${axis(claims[0].at_ms)} x2=${axis(claims[0].at_ms)} y1="20"
          y2=${claims.length * ROW - 4} />
    </svg>
    <ul class="finish-rows">${claims.map((claim, row) => html`<li key=${row}>${rowWords(t, claim, names)}</li>`)}</ul>
  </figure>`;
}

/**
 * Sent, seen, pressed, arrived; the band where it may have been pressed; and where it counts.
 * @param {{claim: Claim, axis: (ms: number) => number}} props
 */
function TimeLine({ claim, axis }) {
  const [low, mean, high] = claim.band;
  const y = 31;
  const sent = axis(claim.sent_ms);
  const seen = axis(claim.sent_ms + mean / 2);
  const pressed = axis(claim.at_ms + mean / 2);
  const arrived = axis(claim.arrived_ms);
  const counts = axis(claim.at_ms);
  return html`<line class="finish-way" x1=${sent} x2=${arrived} y1=${y} y2=${y} />
    <rect class="finish-band" x=${axis(claim.arrived_ms - high + mean / 2)}
        width=${Math.max(0, axis(claim.arrived_ms - low + mean / 2) - axis(claim.arrived_ms - high + mean / 2))}
        y=${y - 6} height="12" rx="3" />
    <line class="finish-reaction" x1=${seen} x2=${pressed} y1=${y} y2=${y} />
    ${sent > 0 && html`<circle class="finish-sent" cx=${sent} cy=${y} r="4" />`}
    ${seen > 0 && html`<line class="finish-seen" x1=${seen} x2=${seen} y1=${y - 6} y2=${y + 6} />`}
    <circle class="finish-pressed" cx=${pressed} cy=${y} r="4.500" />
    <path class="finish-arrived" d=${`M${arrived - 4} ${y - 5}l8 5l-8 5z`} />
    <path class="finish-counts" d=${`M${counts} ${y + 5}l4 5l-4 5l-4 -5z`} />`;
}

/**
 * Where a moment lies in the picture: all of it, or, after a long look, the finish and a little before it.
 * @param {readonly Claim[]} claims @returns {(ms: number) => number}
 */
function axisOf(claims) {
  const last = Math.max(...claims.map(({ arrived_ms: arrived }) => arrived)) + MARGIN_MS;
  const first = Math.min(...claims.map(({ at_ms: at }) => at));
  const start = Math.max(
    Math.min(...claims.map(({ sent_ms: sent }) => sent)) - MARGIN_MS,
    first - BEFORE * (last - first),
  );
  return (ms) => Math.round((100 * WIDTH * Math.max(0, ms - start)) / (last - start)) / 100;
}

/**
 * How it ended, in one sentence. Times are counted from when what all of them could react to was sent.
 * @param {import('../../types.js').Translate} t @param {readonly Claim[]} claims @param {Map<number, string>} names
 */
export function summary(t, claims, names) {
  const base = Math.max(...claims.map(({ sent_ms: sent }) => sent));
  const from = base <= claims[0].at_ms ? base : Math.min(...claims.map(({ sent_ms: sent }) => sent));
  const times = claims
    .map(({ seat, at_ms: at }) => t('finish.time', { name: names.get(seat) ?? '', ms: Math.round(at - from) }))
    .join(', ');
  const lost = claims.find(({ verdict }) => verdict === 'contested');
  if (!lost || lost.rival === null) return t('finish.odd', { times });
  const values = { times, name: names.get(lost.rival) ?? '', ms: Math.round(lost.behind_ms ?? 0) };
  return t(lost.heat ? 'finish.heat' : 'finish.won', values);
}

/** @param {import('../../types.js').Translate} t @param {Claim} claim @param {Map<number, string>} names */
function rowWords(t, claim, names) {
  const [low, , high] = claim.band;
  const said = [
    t('finish.row', {
      name: names.get(claim.seat) ?? '',
      ms: Math.round(claim.believed_ms),
      low: Math.round(low),
      high: Math.round(high),
    }),
    t(`finish.verdict.${['accepted', 'contested'].includes(claim.verdict) ? claim.verdict : 'void'}`),
    ...claim.flags.map((flag) => t(`finish.flag.${flag}`)),
  ];
  return said.join(' · ');
}
