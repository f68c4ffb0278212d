/** Every level of the pyramid from above, each place coloured by what is known of it. */
import { useShell } from '../../components/shell.js';
import { cellsWithin, CELLS, levelIn } from '../../pyramid/lattice.js';
import { html } from '../../vendor/preact.js';
import { placeName } from '../../words/places.js';

/** @typedef {import('../../types.js').Translate} Translate */
/** @typedef {import('./heat.js').Heat} Heat */

const EDGE = 15; // of a hexagon
const WIDE = EDGE * Math.sqrt(3);
const LARGE = 2; // times as large where there is only one level

/**
 * @param {{heats: ReadonlyMap<string, Heat>, size: number, missing: string}} props `heats`: by cell, of those that can be
 *     chosen; `missing`: what is said of a place without a figure
 */
export function OnPyramid({ heats, size, missing }) {
  const levels = levelsOf(heats, size);
  return html`<div class="lab-levels">${levels.map(
    (level) => html`<${Level} key=${level} level=${level} heats=${heats} size=${size} missing=${missing}
        large=${levels.length === 1} />`,
  )}</div>`;
}

/** Has a place that is drawn no figure? @param {ReadonlyMap<string, Heat>} heats @param {number} size */
export const isMissing = (heats, size) =>
  levelsOf(heats, size).some((level) => cellsOf(level, size).some((cell) => figureOf(heats, cell) === null));

/** The cells of a level. @param {number} level @param {number} size */
const cellsOf = (level, size) => cellsWithin(size).filter((cell) => levelIn(cell, size) === level);

/** @param {ReadonlyMap<string, Heat>} heats @param {number} cell */
const figureOf = (heats, cell) => heats.get(CELLS[cell].join())?.value ?? null;

/** The levels in which something can be chosen. @param {ReadonlyMap<string, Heat>} heats @param {number} size */
export function levelsOf(heats, size) {
  const found = new Set(
    cellsWithin(size)
      .filter((cell) => heats.has(CELLS[cell].join()))
      .map((cell) => levelIn(cell, size)),
  );
  return [...found].sort((one, other) => one - other);
}

/** @param {{level: number, heats: ReadonlyMap<string, Heat>, size: number, missing: string, large: boolean}} props */
function Level({ level, heats, size, missing, large }) {
  const { t } = useShell();
  const cells = cellsOf(level, size);
  const side = size - level;
  const [width, height] = [(side + 1) * WIDE, side * 1.5 * EDGE + 2 * EDGE];
  const times = large ? LARGE : 1;
  return html`<div class="lab-level">
    <svg viewBox=${`0 0 ${width.toFixed(1)} ${height.toFixed(1)}`} width=${width * times} height=${height * times} role="img"
        aria-label=${described(t, { level, cells, heats, size })}>
      ${cells.map((cell) => {
        const [a, , c] = CELLS[cell];
        const heat = heats.get(CELLS[cell].join());
        const path = hexagon(WIDE / 2 + (c + a / 2) * WIDE, EDGE + (side - a) * 1.5 * EDGE);
        const known = figureOf(heats, cell) !== null;
        return html`<path key=${cell} class=${`lab-hexagon ${known ? '' : 'lab-unknown'}`}
            style=${`--part:${(heat?.part ?? 0).toFixed(3)}`} d=${path}>
          <title>${`${placeName(t, CELLS[cell], size)}: ${known ? heat?.text : missing}`}</title></path>`;
      })}
    </svg><p class="muted">${levelName(t, level)}</p></div>`;
}

/** As in the names of its places, which count from the base up. @param {Translate} t @param {number} level */
const levelName = (t, level) => (level ? t('lab.level', { n: level }) : t('lab.level.base'));

/**
 * A level in words: its strongest place.
 * @param {Translate} t
 * @param {{level: number, cells: readonly number[], heats: ReadonlyMap<string, Heat>, size: number}} props
 */
function described(t, { level, cells, heats, size }) {
  const known = cells.filter((cell) => figureOf(heats, cell) !== null);
  const name = levelName(t, level);
  const part = (/** @type {number} */ cell) => heats.get(CELLS[cell].join())?.part ?? 0;
  if (!known.length) return t('lab.level.unknown', { level: name });
  const first = known.reduce((best, cell) => (part(cell) > part(best) ? cell : best));
  return t('lab.level.described', {
    level: name,
    place: placeName(t, CELLS[first], size),
    share: heats.get(CELLS[first].join())?.text ?? '',
  });
}

/** A hexagon on its corner round this middle. @param {number} x @param {number} y */
function hexagon(x, y) {
  const corners = [0, 1, 2, 3, 4, 5].map((corner) => {
    const angle = (Math.PI / 3) * corner - Math.PI / 6;
    return `${(x + (EDGE - 1) * Math.cos(angle)).toFixed(1)} ${(y + (EDGE - 1) * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${corners.join('L')}Z`;
}
