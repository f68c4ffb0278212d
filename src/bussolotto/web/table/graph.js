/** How the match went, as a picture: a line a seat, told apart by colour, dash and sign. */
import { needs } from '../components/needs.js';
import { html, useEffect, useRef, useState } from '../vendor/preact.js';

needs([], [new URL('./graph.css', import.meta.url)]);

/**
 * @typedef {import('../types.js').Frame} Frame
 * @typedef {import('../types.js').Translate} Translate
 * @typedef {{x: (at: number) => number, y: (value: number) => number, left: number, bottom: number, marks: number[]}} Scale
 * @typedef {{from: number, to: number, numbers: number[]}} Label where it begins and ends, and what it says
 * @typedef {import('../types.js').Mark} Mark
 */

const HEIGHT = 230;
const EDGE = { top: 14, right: 16, bottom: 34, left: 16 };
const STEPS = [1, 2, 5, 10, 20, 25, 50, 100, 200, 500]; // and a thousand times these
const LINES = 4; // at most so many steps on the axis of values
const SIGNS_A_LINE = 6;
const LETTER = 8; // the width of a numeral over the graph

/** A dash and a sign a seat: colour is never alone. */
export const DASHES = ['none', '9 5', '2 4', '12 4 2 4', '5 3', '16 4', '1 5', '8 3 2 3 2 3'];
export const SIGNS = [
  'M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0Z',
  'M-4-4h8v8h-8Z',
  'M0-6 6 0 0 6-6 0Z',
  'M-3-5h6l3 5-3 5h-6l-3-5Z',
  'M0-6 6-1 4 5h-8l-2-6Z',
  'M0-6 6 5h-12Z',
  'M0 6-6-5h12Z',
  'M-5-2h10v4h-10Z',
];

/** @type {import('../types.js').Graph} */
export function Graph({ t, title, points, names, value, end, marks = [] }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const width = useWidth(box);
  return html`<figure class="summary" ref=${box}>
    <figcaption class="summary-title">${title}</figcaption>
    ${
      points.length > 1 &&
      html`<${Chart} ...${{ t, title, points, names, width, end, marks }} />
        <${Legend} ...${{ points, names, value }} />`
    }
  </figure>`;
}

/**
 * @param {{t: Translate, title: string, points: number[][], names: readonly string[], width: number, end: string,
 *     marks: readonly Mark[]}} props
 */
function Chart({ t, title, points, names, width, end, marks }) {
  const scale = scaleOf(points, width);
  return html`<svg class="chart" viewBox=${`0 0 ${width} ${HEIGHT}`} width=${width} height=${HEIGHT} role="img"
      aria-label=${t('graph.described', { title, n: points.length - 1 })}>
    <${Axes} scale=${scale} width=${width} start=${t('graph.start')} end=${end} />
    ${names.map(
      (_, seat) => html`<${Line} key=${seat} scale=${scale} seat=${seat}
          values=${points.map((point) => point[seat])} />`,
    )}
    <${Marked} scale=${scale} marks=${marks} />
  </svg>`;
}

/** The moments of which more is said, by their numbers. @param {{scale: Scale, marks: readonly Mark[]}} props */
function Marked({ scale, marks }) {
  return html`<g class="chart-mark">
    ${marks.map(({ at }) => html`<line x1=${scale.x(at)} x2=${scale.x(at)} y1=${EDGE.top} y2=${scale.bottom} />`)}
    ${labelsOf(marks, scale.x).map(({ x, text }) => html`<text x=${x} y=${EDGE.top - 2} text-anchor="middle">${text}</text>`)}
  </g>`;
}

/**
 * What is written over the graph: the numbers of moments that lie too close together share one label.
 * @param {readonly Mark[]} marks in order @param {(at: number) => number} xOf @returns {{x: number, text: string}[]}
 */
export function labelsOf(marks, xOf) {
  /** @type {Label[]} */
  const labels = [];
  for (const { at, numbers } of marks) {
    let label = { from: xOf(at), to: xOf(at), numbers: [...numbers] };
    for (let last = labels.at(-1); last && touching(last, label); last = labels.at(-1)) {
      labels.pop();
      label = { from: last.from, to: label.to, numbers: [...last.numbers, ...label.numbers] };
    }
    labels.push(label);
  }
  return labels.map(({ from, to, numbers }) => ({ x: (from + to) / 2, text: numbersText(numbers) }));
}

/** Would two labels lie on each other? @param {Label} one @param {Label} other */
function touching(one, other) {
  const [width, next] = [one, other].map(({ numbers }) => LETTER * (numbersText(numbers).length + 1));
  return (other.from + other.to - one.from - one.to) / 2 < (width + next) / 2;
}

/** `1`, `1, 2`, or `1–4` of more in a row. @param {readonly number[]} numbers in order */
function numbersText(numbers) {
  const [first, last] = [numbers[0], numbers[numbers.length - 1]];
  return numbers.length > 2 && last - first + 1 === numbers.length ? `${first}–${last}` : numbers.join(', ');
}

/** As people of this language write it. @param {number} value */
const numeral = (value) => value.toLocaleString(document.documentElement.lang || 'en');

/** @param {number[][]} points @param {number} width @returns {Scale} */
function scaleOf(points, width) {
  const least = Math.min(0, ...points.flat());
  const most = Math.max(least + 1, ...points.flat());
  const marks = marksOf(least, most);
  const left = EDGE.left + LETTER * Math.max(3, ...marks.map((mark) => numeral(mark).length));
  const bottom = HEIGHT - EDGE.bottom;
  return {
    x: (at) => left + (at / (points.length - 1)) * (width - left - EDGE.right),
    y: (height) => bottom - ((height - least) / (most - least)) * (bottom - EDGE.top),
    left,
    bottom,
    marks,
  };
}

/** What is marked between two values: a few round ones. @param {number} least @param {number} most */
export function marksOf(least, most) {
  const sizes = [1, 1e3, 1e6].flatMap((unit) => STEPS.map((step) => step * unit));
  const step = sizes.find((size) => (most - least) / size <= LINES) ?? most - least;
  const first = Math.ceil(least / step);
  return Array.from({ length: Math.floor(most / step) - first + 1 }, (_, index) => (first + index) * step);
}

/** @param {{scale: Scale, width: number, start: string, end: string}} props */
function Axes({ scale, width, start, end }) {
  const { left, marks, y } = scale;
  return html`
    ${marks.map(
      (mark) => html`
        <line class="chart-line" x1=${left} x2=${width - EDGE.right} y1=${y(mark)} y2=${y(mark)} />
        <text class="chart-text number" x=${left - 8} y=${y(mark) + 5} text-anchor="end">${numeral(mark)}</text>`,
    )}
    <text class="chart-text" x=${left} y=${HEIGHT - 8}>${start}</text>
    <text class="chart-text" x=${width - EDGE.right} y=${HEIGHT - 8} text-anchor="end">${end}</text>`;
}

/** @param {{scale: Scale, seat: number, values: number[]}} props */
function Line({ scale, seat, values }) {
  const corners = values.map((value, at) => `${scale.x(at)},${scale.y(value)}`).join(' ');
  const every = Math.max(1, Math.ceil((values.length - 1) / SIGNS_A_LINE));
  const signs = values.flatMap((value, at) => ((values.length - 1 - at) % every === 0 ? [{ value, at }] : []));
  return html`<g class=${`chart-seat seat-colour-${seat}`}>
    <polyline points=${corners} stroke-dasharray=${DASHES[seat]} />
    ${signs.map(
      ({ value, at }) => html`<path d=${SIGNS[seat]}
          transform=${`translate(${scale.x(at)} ${scale.y(value)})`} />`,
    )}
  </g>`;
}

/**
 * Who is who, and where everybody ended.
 * @param {{points: number[][], names: readonly string[], value: (n: number) => string}} props
 */
function Legend({ points, names, value }) {
  const last = points[points.length - 1];
  const order = names.map((_, seat) => seat).sort((one, other) => last[other] - last[one]);
  return html`<ul class="chart-names">${order.map(
    (seat) => html`<li key=${seat}>
      <svg class=${`chart-seat seat-colour-${seat}`} viewBox="0 0 44 16" width="44" height="16" aria-hidden="true">
        <line x1="2" x2="42" y1="8" y2="8" stroke-dasharray=${DASHES[seat]} />
        <path d=${SIGNS[seat]} transform="translate(22 8)" />
      </svg>
      <span translate=${false}>${names[seat]}</span> <span class="chart-value">${value(last[seat])}</span>
    </li>`,
  )}</ul>`;
}

/** @param {{current: HTMLElement | null}} box @returns {number} its width in pixels, as it changes */
export function useWidth(box) {
  const [width, set] = useState(600);
  useEffect(() => {
    if (!box.current) return undefined;
    const observer = new ResizeObserver(([entry]) => set(Math.max(240, Math.round(entry.contentRect.width))));
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  return width;
}
