/**
 * Names over the picture: of cells where asked for, and the short signs of places. Drawn on a sheet that lies on it.
 */
import { Vector3 } from '../vendor/three.module.min.js';
import { ABOVE, AXIS, baseOf, cellAt, cellText, SIDES } from './lattice.js';
import { FLAG } from './plan.js';
import { middleOf } from './scene-pile.js';

/**
 * @typedef {{cell: number, text: string, off?: any, kind?: 'level' | 'sign' | 'goal', colour?: string}} Name `off`:
 *     from the middle of the cell; `colour`: of the flag of a goal
 */

const IN_HOLLOW = new Vector3(0, -0.42, 0);
const ON_TOP = new Vector3(0, 0.86, 0);
const NOWHERE = new Vector3();
const FLAG_SIZE = 120; // of a die, where the flag is as plan.js draws it
const ASIDE_PX = 46; // the number of a level stands so far beside its ridge
const FACING = 0.1; // a face that is seen less squarely than that has no room for a name

/**
 * All that is written over a picture: names of cells and levels where they are wanted, short signs of places, goals.
 * @param {{standing: ReadonlyMap<number, unknown>, places: readonly import('./types.js').Place[], look:
 *     import('./types.js').Look, highest: number, palette: import('./types.js').Palette}} scene
 * @param {any} camera
 * @returns {Name[]}
 */
export function writtenOver({ standing, places, look, highest, palette }, camera) {
  const onFace = (/** @type {number} */ cell) => (standing.has(cell) && bestFace(cell, standing, camera)) || undefined;
  const signs = places.flatMap(({ cell, mark }) =>
    mark ? [{ cell, text: mark, off: onFace(cell), kind: /** @type {const} */ ('sign') }] : [],
  );
  const goals = (look.goals ?? []).map(({ cell, colour }) => ({
    ...{ cell, text: '', kind: /** @type {const} */ ('goal'), colour: palette.dice[colour] },
    off: standing.has(cell) ? ON_TOP : IN_HOLLOW,
  }));
  if (!look.names) return [...goals, ...signs];
  const cells = new Set([...standing.keys(), ...places.map(({ cell }) => cell), ...baseOf(look.size)]);
  return [...namesOf([...cells], standing, camera), ...levelNames(look.size, highest, camera), ...goals, ...signs];
}

/** @param {HTMLCanvasElement} canvas */
export function makeSheet(canvas) {
  const sheet = document.createElement('canvas');
  sheet.setAttribute('aria-hidden', 'true');
  sheet.style.cssText = 'position:absolute;inset:0;pointer-events:none';
  canvas.after(sheet);
  const brush = /** @type {CanvasRenderingContext2D} */ (sheet.getContext('2d'));
  return {
    /** @param {readonly Name[]} names @param {any} camera */
    draw(names, camera) {
      const ratio = globalThis.devicePixelRatio || 1;
      const [width, height] = [canvas.clientWidth, canvas.clientHeight];
      if (!names.length && !sheet.width) return;
      sheet.width = names.length ? width * ratio : 0;
      sheet.height = names.length ? height * ratio : 0;
      Object.assign(sheet.style, {
        left: `${canvas.offsetLeft}px`,
        top: `${canvas.offsetTop}px`,
        width: `${width}px`,
        height: `${height}px`,
      });
      brush.scale(ratio, ratio);
      for (const name of names) write(brush, name, placeOf(name.cell, camera, width, height, name.off));
    },
    remove: () => sheet.remove(),
  };
}

/** @param {CanvasRenderingContext2D} brush @param {Name} name @param {{x: number, y: number, size: number}} place */
function write(brush, { text, kind, colour }, { x, y, size }) {
  if (kind === 'goal') return flag(brush, colour ?? '', x, y, size);
  const across = kind === 'level' ? x + ASIDE_PX : x;
  brush.font = `${kind ? 700 : 600} ${Math.max(10, Math.min(16, size * (kind ? 0.42 : 0.34)))}px Figtree, system-ui, sans-serif`;
  brush.textAlign = 'center';
  brush.textBaseline = 'middle';
  if (kind) badge(brush, across, y);
  else halo(brush, text, across, y);
  brush.fillStyle = kind ? '#2a1a05' : '#fff7e6';
  brush.fillText(text, across, y + 1);
}

/**
 * A flag that stands here.
 * @param {CanvasRenderingContext2D} brush @param {string} colour @param {number} x @param {number} y @param {number} size
 *     of a die
 */
function flag(brush, colour, x, y, size) {
  brush.save();
  brush.translate(x, y);
  brush.scale(size / FLAG_SIZE, size / FLAG_SIZE);
  const shape = new Path2D(FLAG);
  brush.lineWidth = 8;
  brush.lineJoin = 'round';
  brush.strokeStyle = 'rgba(24, 14, 6, 0.82)';
  brush.stroke(shape);
  brush.fillStyle = colour;
  brush.fill(shape);
  brush.restore();
}

/** @param {CanvasRenderingContext2D} brush @param {number} x @param {number} y */
function badge(brush, x, y) {
  brush.fillStyle = '#e6a832';
  brush.beginPath();
  brush.arc(x, y, 12, 0, 7);
  brush.fill();
}

/** @param {CanvasRenderingContext2D} brush @param {string} text @param {number} x @param {number} y */
function halo(brush, text, x, y) {
  brush.lineWidth = 4;
  brush.lineJoin = 'round';
  brush.strokeStyle = 'rgba(24, 14, 6, 0.82)';
  brush.strokeText(text, x, y + 1);
}

/**
 * Where a cell is in the picture, in pixels of the page, and how wide its die.
 * @param {number} cell
 * @param {any} camera
 * @param {number} width
 * @param {number} height
 * @param {any} [off]
 */
export function placeOf(cell, camera, width, height, off = NOWHERE) {
  const point = middleOf(cell).add(off);
  const far = point.distanceTo(camera.position);
  const seen = point.project(camera);
  return {
    x: ((seen.x + 1) / 2) * width,
    y: ((1 - seen.y) / 2) * height,
    size: (height * camera.projectionMatrix.elements[5]) / (2 * far),
  };
}

/**
 * The names of these cells: on the open face of a die that is seen best, or in the hollow. Dice that show none have no
 * name.
 * @param {readonly number[]} cells @param {{has: (cell: number) => boolean}} filled @param {any} camera
 * @returns {Name[]}
 */
export function namesOf(cells, filled, camera) {
  return cells.flatMap((cell) => {
    const off = filled.has(cell) ? bestFace(cell, filled, camera) : IN_HOLLOW;
    return off ? [{ cell, text: cellText(cell), off }] : [];
  });
}

/**
 * From the middle of a die to that of its open face which is seen best.
 * @param {number} cell
 * @param {{has: (cell: number) => boolean}} filled
 * @param {any} camera
 */
export function bestFace(cell, filled, camera) {
  const toEye = camera.position.clone().sub(middleOf(cell)).normalize();
  const open = SIDES.filter((side) => !filled.has(ABOVE[cell][side])).map((side) =>
    new Vector3(...AXIS[side]).multiplyScalar(-0.5),
  );
  const [best] = open.sort((one, other) => other.dot(toEye) - one.dot(toEye));
  return best && best.dot(toEye) > FACING ? best : null;
}

/**
 * A number for each level, at the ridge that is farthest to the right.
 * @param {number} size
 * @param {number} highest
 * @param {any} camera
 * @returns {Name[]}
 */
export function levelNames(size, highest, camera) {
  return [...Array(highest + 1).keys()].map((level) => {
    const sum = size - level;
    const ends = [cellAt([sum, 0, 0]), cellAt([0, sum, 0]), cellAt([0, 0, sum])].map(Number);
    const [cell] = ends.sort((one, other) => middleOf(other).project(camera).x - middleOf(one).project(camera).x);
    return { cell, text: String(level), kind: 'level' };
  });
}
