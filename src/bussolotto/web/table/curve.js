/** Curves over the values of an option, with the interval of each value; and a heat map over two options. */
import { needs } from '../components/needs.js';
import { Sideways } from '../components/sideways.js';
import { html, useRef } from '../vendor/preact.js';
import { DASHES, SIGNS, useWidth } from './graph.js';

needs([], [new URL('./graph.css', import.meta.url), new URL('./curve.css', import.meta.url)]);

/** @typedef {{mean: number, lower: number, upper: number}} Point */
/** @typedef {{name: string, points: readonly Point[]}} Series by value */

const HEIGHT = 300;
const EDGE = { top: 14, right: 18, bottom: 46, left: 52 };
const LINES = 5; // at most so many steps on the axis of the measure
const NAME_ROOM = 56; // pixels for the name of a value below the curve
const LETTER = 9; // pixels of a wide letter of such a name
const CELL = 44; // pixels, the height of a cell of a heat map

/**
 * @param {{title: string, described: string, under: string, names: readonly string[], series: readonly Series[],
 *     value: (n: number) => string, marked?: number | null, mark?: string}} props `names`: of the values; `under`: what
 *     they are values of; `marked`: the place of the usual one, or of what was found; `mark`: what that is
 */
export function Curve({ title, described, under, names, series, value, marked = null, mark = '' }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const width = useWidth(box);
  const scale = scaleOf(names, series, width);
  return html`<figure class="summary curve" ref=${box}>
    <figcaption class="summary-title">${title}</figcaption>
    <svg class="chart" viewBox=${`0 0 ${width} ${HEIGHT}`} width=${width} height=${HEIGHT} role="img"
        aria-label=${described}>
      ${scale.steps.map(
        (step) => html`<line class="chart-line" key=${step} x1=${EDGE.left} x2=${width - EDGE.right} y1=${scale.y(step)}
              y2=${scale.y(step)} />
          <text class="chart-text number" x=${EDGE.left - 8} y=${scale.y(step) + 5} text-anchor="end">${value(step)}</text>`,
      )}
      ${
        marked !== null &&
        html`<g class="chart-mark"><line x1=${scale.x(marked)} x2=${scale.x(marked)} y1=${EDGE.top}
            y2=${HEIGHT - EDGE.bottom} /></g>`
      }
      ${series.map((one, seat) => html`<${Line} key=${one.name} seat=${seat} points=${one.points} scale=${scale} />`)}
      ${scale.named.map(
        (
          at,
        ) => html`<text class="chart-text number" key=${at} x=${middleOf(names[at], scale.x(at), width)} y=${HEIGHT - EDGE.bottom + 20}
            text-anchor="middle">${names[at]}</text>`,
      )}
      <text class="chart-text" x=${width - EDGE.right} y=${HEIGHT - 6} text-anchor="end">${under}</text>
    </svg>
    <${Names} series=${series} mark=${marked === null ? '' : mark} />
  </figure>`;
}

/** @param {{seat: number, points: readonly Point[], scale: ReturnType<typeof scaleOf>}} props */
function Line({ seat, points, scale }) {
  const at = (/** @type {'mean' | 'lower' | 'upper'} */ part) =>
    points.map((point, place) => `${scale.x(place).toFixed(1)},${scale.y(point[part]).toFixed(1)}`);
  return html`<g class=${`chart-seat seat-colour-${seat % SIGNS.length}`}>
    <polygon class="curve-band" points=${[...at('upper'), ...at('lower').reverse()].join(' ')} />
    <polyline points=${at('mean').join(' ')} stroke-dasharray=${DASHES[seat % DASHES.length]} />
    ${points.map(
      (point, place) => html`<path key=${place} d=${SIGNS[seat % SIGNS.length]}
          transform=${`translate(${scale.x(place).toFixed(1)} ${scale.y(point.mean).toFixed(1)})`} />`,
    )}
  </g>`;
}

/** @param {{series: readonly Series[], mark: string}} props a single series has its name as the title */
function Names({ series, mark }) {
  const named = series.length > 1 ? series : [];
  if (!named.length && !mark) return null;
  return html`<ul class="chart-names">${named.map(
    ({ name }, seat) => html`<li key=${name}>
      <svg class=${`chart-seat seat-colour-${seat % SIGNS.length}`} viewBox="0 0 44 16" width="44" height="16"
          aria-hidden="true">
        <line x1="2" x2="42" y1="8" y2="8" stroke-dasharray=${DASHES[seat % DASHES.length]} />
        <path d=${SIGNS[seat % SIGNS.length]} transform="translate(22 8)" />
      </svg><span>${name}</span></li>`,
  )}${
    mark &&
    html`<li><svg class="chart-mark" viewBox="0 0 44 24" width="44" height="24" aria-hidden="true">
        <line x1="22" x2="22" y1="0" y2="24" />
      </svg><span>${mark}</span></li>`
  }</ul>`;
}

/**
 * Where values and measures lie. Numbers stand in proportion, words side by side.
 * @param {readonly string[]} names @param {readonly Series[]} series @param {number} width
 */
export function scaleOf(names, series, width) {
  const numbers = names.map(Number);
  const places = numbers.every(Number.isFinite) ? numbers : names.map((_, place) => place);
  const [first, last] = [Math.min(...places), Math.max(...places)];
  const ends = series.flatMap(({ points }) => points.flatMap(({ lower, upper }) => [lower, upper]));
  const [least, most] = ends.length ? [Math.min(...ends), Math.max(...ends)] : [0, 1];
  const step = niceStep(most - least || Math.abs(most) || 1);
  const [low, high] = [Math.floor(least / step) * step, Math.ceil(most / step) * step || step];
  const count = Math.max(1, Math.round((high - low) / step));
  const bottom = HEIGHT - EDGE.bottom;
  const x = (/** @type {number} */ place) =>
    EDGE.left + 8 + ((places[place] - first) / (last - first || 1)) * (width - EDGE.left - EDGE.right - 16);
  return {
    x,
    y: (/** @type {number} */ value) => bottom - ((value - low) / (count * step)) * (bottom - EDGE.top),
    steps: Array.from({ length: count + 1 }, (_, index) => Number((low + index * step).toPrecision(12))),
    named: spaced(names.map((_, place) => x(place))),
  };
}

/**
 * Where the middle of a name below the curve stands: under its value, or as near as the edge allows.
 * @param {string} name @param {number} x @param {number} width
 */
export const middleOf = (name, x, width) => Math.min(x, width - (LETTER * name.length) / 2);

/** The places whose names have room side by side; the first is always one. @param {readonly number[]} xs */
function spaced(xs) {
  const kept = /** @type {number[]} */ ([]);
  xs.forEach((x, place) => {
    if (!kept.length || x - xs[kept[kept.length - 1]] >= NAME_ROOM) kept.push(place);
  });
  return kept;
}

/** A round step in which a span has few lines. @param {number} span */
export function niceStep(span) {
  const rough = span / LINES;
  const power = 10 ** Math.floor(Math.log10(rough));
  return ([1, 2, 5].find((times) => times * power >= rough) ?? 10) * power;
}

/**
 * A table of coloured cells: a row for each value of the first option, a column for each of the second.
 * @param {{title: string, rows: {name: string, values: readonly string[]}, columns: {name: string, values: readonly
 *     string[]}, means: readonly number[], value: (n: number) => string}} props `means`: row by row
 */
export function HeatMap({ title, rows, columns, means, value }) {
  const [least, most] = [Math.min(...means), Math.max(...means)];
  const part = (/** @type {number} */ mean) => (mean - least) / (most - least || 1);
  return html`<${Sideways} kind="heat-room" label=${title}><table class="heat">
    <caption class="summary-title">${title}</caption>
    <thead>
      <tr><td></td><th colspan=${columns.values.length} scope="colgroup">${columns.name}</th></tr>
      <tr><th scope="col">${rows.name}</th>${columns.values.map(
        (name) => html`<th key=${name} scope="col" class="number">${name}</th>`,
      )}</tr>
    </thead>
    <tbody>${rows.values.map(
      (name, row) => html`<tr key=${name}><th scope="row" class="number">${name}</th>
        ${columns.values.map((column, place) => {
          const mean = means[row * columns.values.length + place];
          return html`<td key=${column} class="number" style=${`--part:${part(mean).toFixed(3)};height:${CELL}px`}>
            ${value(mean)}</td>`;
        })}</tr>`,
    )}</tbody>
  </table><//>`;
}
