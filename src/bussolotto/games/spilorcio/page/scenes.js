/** What is shown between two views: a list of scenes, one thing at a time. */
import { KEEPS, PLACE, ascending, keepNumber } from '../../../web/table/keeps.js';
import { CHANCE } from '../../../web/line/steps.js';
import { ROWS } from './facts.js';
import { placings } from './placing.js';
import { PHASE, rolled, setAside, squareKey, unplaced } from './position.js';

/**
 * @typedef {import('./position.js').View} View
 * @typedef {import('./placing.js').Placing} Placing
 * @typedef {{kind: 'die' | 'chip', from: string, to: string}} Flight between two places of the table, by their names
 * @typedef {{view: View, picked: number[], flights: Flight[], ms: number}} Scene
 * A picture, the dice of the roll that are being picked (by place), what flies over it, and how long it stays.
 * @typedef {{seat: number, action: number | null}} Ply
 */

const MS = { pick: 550, fly: 320, rest: 160, lay: 280, take: 460, roll: 500, tumble: 1900 };

/**
 * @param {View} before
 * @param {View} after
 * @param {readonly Ply[]} plies between the two
 * @param {number | null} me my own dice lie aside already when the answer comes
 * @param {boolean} [tumbling] dice are thrown in a tray, which takes its time: others wait for it, I need not
 * @returns {Scene[]} the last one shows `after`
 */
export function scenes(before, after, plies, me, tumbling = false) {
  const last = scene(after, tumbling && after.roll && after.turn !== me ? MS.tumble : MS.roll);
  const decisions = plies.filter((ply) => ply.seat !== CHANCE);
  const [first] = decisions;
  if (!first || first.action === null) return [last];
  if (first.action >= PLACE) return [...placingScenes(before, after), last];
  if (decisions.length > 1) return [last];
  const picked = first.seat === me ? [] : pickScenes(before, KEEPS[first.action]);
  return [...picked, ...placingScenes(withAside(before, KEEPS[first.action]), after), last];
}

/** @param {View} view @param {number} ms @param {Partial<Scene>} [more] @returns {Scene} */
const scene = (view, ms, more) => ({ view, ms, picked: [], flights: [], ...more });

/** @param {View} before @param {readonly number[]} faces @returns {Scene[]} */
function pickScenes(before, faces) {
  const picked = places(rolled(before), faces);
  const flights = asideFlights(before, picked);
  return [
    scene(before, MS.pick, { picked }),
    scene(before, MS.fly, { picked, flights }),
    scene(withAside(before, faces), MS.rest),
  ];
}

/** @param {View} view @param {readonly number[]} picked places in the roll @returns {Flight[]} */
export function asideFlights(view, picked) {
  const first = setAside(view).length;
  return picked.map((place, index) => ({ kind: 'die', from: `roll-${place}`, to: `aside-${first + index}` }));
}

/**
 * Where in the roll these dice lie.
 * @param {readonly number[]} roll @param {readonly number[]} faces @returns {number[]}
 */
export function places(roll, faces) {
  const free = roll.map((face, place) => ({ face, place }));
  return faces.map(
    (wanted) =>
      free.splice(
        free.findIndex(({ face }) => face === wanted),
        1,
      )[0].place,
  );
}

/**
 * The picture with these dice of the roll set aside: the others go back into the cup; with all five aside, they wait to
 * be placed.
 * @param {View} view @param {readonly number[]} faces @returns {View}
 */
export function withAside(view, faces) {
  const left = rolled(view).length - faces.length;
  const aside = ascending([...setAside(view), ...faces]);
  const waiting = left ? [] : aside.filter((face) => face <= ROWS);
  const phase = left ? PHASE.rolling : PHASE.placing;
  return { ...view, phase, roll: 0, to_roll: left, aside: keepNumber(aside), unplaced: keepNumber(waiting), placed: 0 };
}

/** @param {View} before @param {View} after @returns {Scene[]} */
function placingScenes(before, after) {
  if (before.phase !== PHASE.placing) return [];
  const waiting = [...unplaced(before)];
  let view = before;
  return placings(before, after).flatMap((placing) => {
    waiting.splice(waiting.indexOf(placing.row + 1), 1);
    const left = { phase: PHASE.placing, roll: 0, aside: before.aside, unplaced: keepNumber(waiting) };
    const list = layScenes(view, placing, left);
    view = { ...placing.view, ...left };
    return list;
  });
}

/** @param {View} view @param {Placing} placing @param {Partial<View>} left @returns {Scene[]} */
function layScenes(view, placing, left) {
  const square = `square-${squareKey(placing.row, placing.square)}`;
  const flights = [
    ...chips(placing.stock, `seat-${placing.seat}`, square),
    ...chips(placing.reserve, 'reserve', square),
  ];
  const laid = [scene(view, MS.lay, { flights }), scene({ ...placing.laid, ...left }, MS.rest)];
  return placing.completed ? [...laid, takeScene(placing, left)] : laid;
}

/** @param {Placing} placing @param {Partial<View>} left @returns {Scene} */
function takeScene(placing, left) {
  const { seat, row, laid, paid, view } = placing;
  const taken = Array.from({ length: laid.length[row] }, (_, square) => `square-${squareKey(row, square)}`);
  const flights = [
    ...taken.flatMap((square) => chips(1, square, `seat-${seat}`)),
    ...paid.flatMap((count, other) => chips(count, `seat-${other}`, 'reserve')),
  ];
  return scene({ ...laid, filled: view.filled, ...left }, MS.take, { flights });
}

/** @param {number} count @param {string} from @param {string} to @returns {Flight[]} */
const chips = (count, from, to) => Array.from({ length: count }, () => ({ kind: 'chip', from, to }));
