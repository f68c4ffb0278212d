/**
 * Where the arrow keys lead in a pile: along rows and to neighbouring rows of a level, as it is seen, and between
 * levels.
 */
import { CELLS, levelIn } from './lattice.js';
import { placeOf } from './plan.js';

/**
 * @typedef {{cells: readonly number[], below: number, size: number, marked: readonly number[]}} Map `marked`: where
 *     something may be done
 */

/** @type {Record<string, (from: number, map: Map) => number | undefined>} */
const STEPS = {
  ArrowLeft: (from, map) => inRow(from, map, -1),
  ArrowRight: (from, map) => inRow(from, map, 1),
  ArrowUp: (from, map) => otherRow(from, map, 1),
  ArrowDown: (from, map) => otherRow(from, map, -1),
  PageUp: (from, map) => otherLevel(from, map, 1),
  PageDown: (from, map) => otherLevel(from, map, -1),
  Home: (from, { marked }) => nextMarked(from, marked, -1),
  End: (from, { marked }) => nextMarked(from, marked, 1),
};

/** The keys of a pile, for the help of the pages that show one. */
export const SHORTCUTS = [
  { keys: '← → ↑ ↓', text: 'pyramid.keys.move' },
  { keys: 'PgUp PgDn', text: 'pyramid.keys.level' },
  { keys: 'Home End', text: 'pyramid.keys.marked' },
  { keys: 'Enter', text: 'pyramid.keys.pick' },
  { keys: 'Q E', text: 'pyramid.keys.turn' },
  { keys: 'O', text: 'pyramid.keys.own' },
  { keys: 'N', text: 'pyramid.keys.names' },
  { keys: 'F', text: 'pyramid.keys.flat' },
  { keys: '+ −', text: 'pyramid.keys.zoom' },
];

/** The keys that lead somewhere. */
export const LEADING = Object.keys(STEPS);

/**
 * The cell that a key leads to; the same one where there is none further that way.
 * @param {string} key @param {number} from @param {Map} map
 */
export const step = (key, from, map) => STEPS[key](from, map) ?? from;

/** @param {number} from @param {Map} map @param {number} way */
function inRow(from, map, way) {
  const row = onLevel(from, map).filter((cell) => rowOf(cell, map) === rowOf(from, map));
  return row[row.indexOf(from) + way];
}

/**
 * The nearest row in sight that way, there the nearest die.
 * @param {number} from
 * @param {Map} map
 * @param {number} way
 */
function otherRow(from, map, way) {
  const beyond = onLevel(from, map).filter((cell) => way * (rowOf(cell, map) - rowOf(from, map)) > 0);
  const row = Math.min(...beyond.map((cell) => Math.abs(rowOf(cell, map) - rowOf(from, map))));
  return nearest(
    from,
    beyond.filter((cell) => Math.abs(rowOf(cell, map) - rowOf(from, map)) === row),
    map,
  );
}

/** @param {number} from @param {Map} map @param {number} way */
function otherLevel(from, map, way) {
  const level = levelIn(from, map.size);
  const beyond = map.cells.filter((cell) => way * (levelIn(cell, map.size) - level) > 0);
  const next = Math.min(...beyond.map((cell) => Math.abs(levelIn(cell, map.size) - level)));
  return nearest(
    from,
    beyond.filter((cell) => Math.abs(levelIn(cell, map.size) - level) === next),
    map,
  );
}

/** @param {number} from @param {readonly number[]} marked @param {number} way */
function nextMarked(from, marked, way) {
  if (!marked.length) return undefined;
  const at = marked.indexOf(from);
  if (at >= 0) return marked[(at + way + marked.length) % marked.length];
  return way > 0 ? marked[0] : marked[marked.length - 1];
}

/** Cells of the same level, from left to right. @param {number} from @param {Map} map */
const onLevel = (from, map) =>
  map.cells
    .filter((cell) => levelIn(cell, map.size) === levelIn(from, map.size))
    .sort((one, other) => across(one, map) - across(other, map));

/** @param {number} cell @param {Map} map */
const rowOf = (cell, { below }) => CELLS[cell][below];
/** @param {number} cell @param {Map} map */
const across = (cell, { below }) => placeOf(CELLS[cell], below)[0];

/** @param {number} from @param {readonly number[]} some @param {Map} map @returns {number | undefined} */
function nearest(from, some, { below }) {
  const [x, y] = placeOf(CELLS[from], below);
  const far = (/** @type {number} */ cell) =>
    Math.hypot(placeOf(CELLS[cell], below)[0] - x, placeOf(CELLS[cell], below)[1] - y);
  return [...some].sort((one, other) => far(one) - far(other))[0];
}
