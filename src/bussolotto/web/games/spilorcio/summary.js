/** The match as a picture: how the chips of every seat went over time. */
import { html, useEffect, useRef, useState } from '../../vendor/preact.js';

/**
 * @typedef {import('../../types.js').Frame} Frame
 * @typedef {import('../../types.js').Translate} Translate
 * @typedef {{x: (turn: number) => number, y: (chips: number) => number, bottom: number, turns: number, most: number}} Scale
 */

const HEIGHT = 230;
const EDGE = { top: 14, right: 16, bottom: 34, left: 34 };
const STEPS = [1, 2, 5, 10, 20, 25, 50, 100];
const LINES = 4; // at most so many steps on the axis of chips
const SIGNS_A_LINE = 6;

/** A dash and a sign a seat, the sign shaped like the seat's mark: colour is never alone. */
const DASHES = ['none', '9 5', '2 4', '12 4 2 4', '5 3'];
const SIGNS = ['M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0Z', 'M-4-4h8v8h-8Z', 'M0-6 6 0 0 6-6 0Z', 'M-3-5h6l3 5-3 5h-6l-3-5Z', 'M0-6 6-1 4 5h-8l-2-6Z'];

/**
 * Chips of every seat at the start and after every turn.
 * @param {readonly Frame[]} frames
 * @returns {number[][]}
 */
export function history(frames) {
  const views = frames.map(({ view }) => view);
  const turned = views.filter((view, index) => index > 0 && view.turn !== views[index - 1].turn && views[index - 1].phase > 0);
  const turns = views.length ? [views[0], ...turned, views[views.length - 1]] : [];
  return turns.map((view) => view.chips.slice(0, view.seats));
}

/** @param {{t: Translate, frames: readonly Frame[], names: readonly string[]}} props */
export function Summary({ t, frames, names }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const width = useWidth(box);
  const turns = history(frames);
  return html`
    <figure class="summary" ref=${box}>
      <figcaption class="summary-title">${t('spilorcio.summary')}</figcaption>
      ${turns.length > 1 && html`<${Chart} t=${t} turns=${turns} names=${names} width=${width} />`}
      ${turns.length > 1 && html`<${Legend} t=${t} turns=${turns} names=${names} />`}
    </figure>`;
}

/** @param {{t: Translate, turns: number[][], names: readonly string[], width: number}} props */
function Chart({ t, turns, names, width }) {
  const scale = scaleOf(turns, width);
  return html`
    <svg class="chart" viewBox=${`0 0 ${width} ${HEIGHT}`} width=${width} height=${HEIGHT} role="img"
      aria-label=${t('spilorcio.summary.described', { n: turns.length - 1 })}>
      <${Axes} scale=${scale} width=${width} t=${t} />
      ${names.map((_, seat) => html`<${Line} scale=${scale} seat=${seat} chips=${turns.map((turn) => turn[seat])} />`)}
    </svg>`;
}

/** @param {number[][]} turns @param {number} width @returns {Scale} */
function scaleOf(turns, width) {
  const most = Math.max(1, ...turns.flat());
  const last = turns.length - 1;
  const bottom = HEIGHT - EDGE.bottom;
  return {
    x: (turn) => EDGE.left + (turn / last) * (width - EDGE.left - EDGE.right),
    y: (chips) => bottom - (chips / most) * (bottom - EDGE.top),
    bottom,
    turns: last,
    most,
  };
}

/** @param {{scale: Scale, width: number, t: Translate}} props */
function Axes({ scale, width, t }) {
  const step = STEPS.find((size) => scale.most / size <= LINES) ?? STEPS[STEPS.length - 1];
  const marks = Array.from({ length: Math.floor(scale.most / step) + 1 }, (_, index) => index * step);
  return html`
    ${marks.map((chips) => html`
      <line class="chart-line" x1=${EDGE.left} x2=${width - EDGE.right} y1=${scale.y(chips)} y2=${scale.y(chips)} />
      <text class="chart-text number" x=${EDGE.left - 8} y=${scale.y(chips) + 5} text-anchor="end">${chips}</text>`)}
    <text class="chart-text" x=${EDGE.left} y=${HEIGHT - 8}>${t('spilorcio.summary.start')}</text>
    <text class="chart-text" x=${width - EDGE.right} y=${HEIGHT - 8} text-anchor="end">${t('spilorcio.summary.turns', { n: scale.turns })}</text>`;
}

/** @param {{scale: Scale, seat: number, chips: number[]}} props */
function Line({ scale, seat, chips }) {
  const points = chips.map((stock, turn) => `${scale.x(turn)},${scale.y(stock)}`).join(' ');
  const every = Math.max(1, Math.ceil((chips.length - 1) / SIGNS_A_LINE));
  const signs = chips.flatMap((stock, turn) => ((chips.length - 1 - turn) % every === 0 ? [{ stock, turn }] : []));
  return html`
    <g class=${`chart-seat seat-colour-${seat}`}>
      <polyline points=${points} stroke-dasharray=${DASHES[seat]} />
      ${signs.map(({ stock, turn }) => html`<path d=${SIGNS[seat]} transform=${`translate(${scale.x(turn)} ${scale.y(stock)})`} />`)}
    </g>`;
}

/** @param {{t: Translate, turns: number[][], names: readonly string[]}} props who is who, and where everybody ended */
function Legend({ t, turns, names }) {
  const last = turns[turns.length - 1];
  const order = names.map((_, seat) => seat).sort((one, other) => last[other] - last[one]);
  return html`
    <ul class="legend">
      ${order.map((seat) => html`
        <li key=${seat}>
          <svg class=${`chart-seat seat-colour-${seat}`} viewBox="0 0 44 16" width="44" height="16" aria-hidden="true">
            <line x1="2" x2="42" y1="8" y2="8" stroke-dasharray=${DASHES[seat]} /><path d=${SIGNS[seat]} transform="translate(22 8)" />
          </svg>
          <span translate=${false}>${names[seat]}</span> <span class="legend-chips">${t('spilorcio.chips', { n: last[seat] })}</span>
        </li>`)}
    </ul>`;
}

/** @param {{current: HTMLElement | null}} box @returns {number} its width in pixels, as it changes */
function useWidth(box) {
  const [width, set] = useState(600);
  useEffect(() => {
    if (!box.current) return undefined;
    const observer = new ResizeObserver(([entry]) => set(Math.max(240, Math.round(entry.contentRect.width))));
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  return width;
}
