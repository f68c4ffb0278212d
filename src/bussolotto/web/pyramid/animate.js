/**
 * What moves in the flat pile: dice slide, tip over, turn over, are lifted off and dropped in; the whole turns by a
 * third.
 */
import { html, render } from '../vendor/preact.js';
import { CELLS, levelIn, PIP_SHAPES, SIZE } from './lattice.js';
import { CENTRE, pathOf, pipsOf, placeOf, UNIT } from './plan.js';
import { between, rotation, standing } from './tumble.js';

/** @typedef {import('./types.js').PileDie} PileDie */
/** @typedef {ReadonlyMap<number, PileDie>} Dice */
/**
 * @typedef {{before: Dice, after: Dice, moves: readonly import('./types.js').Move[], taker?: (cell: number) => number |
 *   undefined, below: number}} Change `taker`: dice of these cells leave in another way
 */
/** @typedef {{die: PileDie, faces: readonly number[], from: number, to: number, kind: 'move' | 'gone' | 'new' | 'turn'}} Actor
 *   `die` as it is at the end, `faces` as they were before */

const MOVE_MS = 340;
const LIFT_MS = 220;
const TURN_MS = 380;
const MOST = 40; // more changes at once are another position, not a move
const HEIGHT = 1.4 * UNIT; // of what is lifted off or dropped in

/**
 * @param {SVGGElement} layer where moving dice are drawn
 * @param {Change} change
 * @returns {() => void} ends it at once
 */
export function animateChanges(layer, change) {
  const actors = actorsOf(change);
  if (actors.length === 0 || actors.length > MOST) return () => {};
  const waits = waitsOf(actors);
  const shows = actors.map((actor) => shown(layer, actor, change.below, waits[actor.kind]));
  const started = performance.now();
  let frame = 0;
  const end = () => {
    cancelAnimationFrame(frame);
    for (const show of shows) show.end();
  };
  const draw = (/** @type {number} */ now) => {
    const gone = Math.max(0, now - started);
    for (const show of shows) show.draw(gone);
    if (gone >= waits.end) end();
    else frame = requestAnimationFrame(draw);
  };
  draw(started);
  return end;
}

/**
 * What comes first: a die that slides waits until the one below it was lifted off, one that is lost in a fight until
 * the
 * other has been tipped.
 * @param {readonly Actor[]} actors @returns {Record<Actor['kind'] | 'end', number>}
 */
function waitsOf(actors) {
  const gone = actors.some(({ kind }) => kind === 'gone');
  const tips = actors.some(({ kind, die, faces }) => kind === 'move' && die.faces?.join() !== faces.join());
  const others = actors.some(({ kind }) => kind !== 'gone');
  const first = gone && others && !tips ? LIFT_MS / 2 : 0;
  const last = gone && tips ? MOVE_MS * 0.75 : 0;
  return {
    gone: last,
    move: first,
    new: first,
    turn: first,
    end: Math.max(others ? first + MOVE_MS : 0, gone ? last + LIFT_MS : 0),
  };
}

/** Who has to move: as told, else by comparing. @param {Change} change @returns {Actor[]} from below */
function actorsOf({ before, after, moves, taker }) {
  const told = moves.filter(
    ({ from, to }) => before.has(from) && after.has(to) && before.get(from)?.colour === after.get(to)?.colour,
  );
  const [left, come] = [new Set(told.map(({ from }) => from)), new Set(told.map(({ to }) => to))];
  const moved = told.map(({ from, to }) => actor('move', before.get(from), after.get(to), from, to));
  const same = (/** @type {number} */ cell) => before.get(cell)?.colour === after.get(cell)?.colour;
  const gone = [...before.keys()].filter(
    (cell) => !left.has(cell) && !(after.has(cell) && !come.has(cell) && same(cell)) && taker?.(cell) === undefined,
  );
  const fresh = [...after.keys()].filter(
    (cell) => !come.has(cell) && !(before.has(cell) && !left.has(cell) && same(cell)),
  );
  const turned = [...after.keys()].filter(
    (cell) =>
      before.has(cell) &&
      !come.has(cell) &&
      !left.has(cell) &&
      same(cell) &&
      before.get(cell)?.faces?.join() !== after.get(cell)?.faces?.join(),
  );
  return [
    ...gone.map((cell) => actor('gone', before.get(cell), before.get(cell), cell, cell)),
    ...fresh.map((cell) => actor('new', after.get(cell), after.get(cell), cell, cell)),
    ...turned.map((cell) => actor('turn', before.get(cell), after.get(cell), cell, cell)),
    ...moved,
  ].sort((one, other) => levelIn(one.to, SIZE) - levelIn(other.to, SIZE));
}

/**
 * @param {Actor['kind']} kind
 * @param {PileDie | undefined} was
 * @param {PileDie | undefined} die
 * @param {number} from
 * @param {number} to
 * @returns {Actor}
 */
function actor(kind, was, die, from, to) {
  if (!was || !die) throw new Error(`no die in ${from} or ${to}`);
  return { kind, die, faces: was.faces ?? [0, 0, 0], from, to };
}

/**
 * An actor on its stage; the die itself is hidden meanwhile.
 * @param {SVGGElement} layer @param {Actor} actor @param {number} below @param {number} wait
 */
function shown(layer, { kind, die, faces, from, to }, below, wait) {
  const group = document.createElementNS('http://www.w3.org/2000/svg', 'g');
  group.setAttribute('class', `flat-die flat-moving pile-${die.colour}`);
  group.style.setProperty('--low', '0%');
  layer.append(group);
  const itself =
    kind === 'gone' ? null : /** @type {SVGGElement | null} */ (layer.parentNode?.querySelector(`[data-die="${to}"]`));
  if (itself) itself.style.visibility = 'hidden';
  const [start, goal] = [placeOf(CELLS[from], below), placeOf(CELLS[to], below)];
  const spin = between(faces, die.faces ?? [0, 0, 0]);
  const draw = (/** @type {number} */ gone) => {
    const share = eased((gone - wait) / (kind === 'gone' ? LIFT_MS : MOVE_MS));
    const height = {
      move: spin ? 0.3 * UNIT * Math.sin(Math.PI * share) : 0,
      turn: 0.5 * UNIT * Math.sin(Math.PI * share),
      gone: HEIGHT * share,
      new: HEIGHT * (1 - share),
    }[kind];
    const [x, y] = [0, 1].map((way) => CENTRE[way] + start[way] + (goal[way] - start[way]) * share);
    group.style.transform = `translate(${x}px,${y - height}px)`;
    group.style.opacity = String(kind === 'gone' ? 1 - share : kind === 'new' ? share : 1);
    if (spin || share === 0)
      render(cube(die, faces, spin ? rotation(spin.axis, spin.angle * share) : null, below), group);
  };
  const end = () => {
    render(null, group);
    group.remove();
    if (itself) itself.style.visibility = '';
  };
  return { draw, end };
}

/** @param {number} share */
function eased(share) {
  const inside = Math.min(1, Math.max(0, share));
  return inside < 0.5 ? 2 * inside * inside : 1 - 2 * (1 - inside) * (1 - inside);
}

/**
 * A die as it lies, or turned by a matrix, as the faces that are seen of it.
 * @param {PileDie} die @param {readonly number[]} faces @param {number[][] | null} matrix @param {number} below
 */
function cube({ colour }, faces, matrix, below) {
  return standing(faces, matrix, below).map(({ corner, across, down, face, role }) => {
    const corners = [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ].map(([first, second]) => [0, 1].map((way) => corner[way] + first * across[way] + second * down[way]));
    const middle = [0, 1].map((way) => corner[way] + (across[way] + down[way]) / 2);
    const press = `matrix(${[...across, ...down].map((value) => value / 2).join(' ')} ${middle.join(' ')})`;
    return html`<path class=${`flat-face flat-face-${role}`} d=${pathOf(/** @type {[number, number][]} */ (corners))} />
      ${
        face > 0 &&
        html`<path class="flat-pip" d=${pipsOf(PIP_SHAPES[colour], face)} transform=${press}
            fill-rule="evenodd" />`
      }`;
  });
}

/**
 * The whole turns by a third.
 * @param {SVGGElement} group
 * @param {number} way 1: what was to the right comes to the front
 */
export function turned(group, way) {
  group.animate([{ transform: `rotate(${-120 * way}deg)` }, { transform: 'none' }], {
    duration: TURN_MS,
    easing: 'ease-in-out',
  });
}
