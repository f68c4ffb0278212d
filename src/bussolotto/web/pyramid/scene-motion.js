/** What has changed between two positions, as things that move: one kind after the other, each a moment long. */
import { Vector3 } from '../vendor/three.module.min.js';
import { CELLS } from './lattice.js';
import { matrixOf, middleOf, poseThatShows, turnOf } from './scene-pile.js';

/** @typedef {import('./types.js').PileDie} PileDie */
/** @typedef {import('./types.js').Move} Move */
/** @typedef {{die: PileDie, pose: number}} Standing a die and how it is turned */
/** @typedef {(share: number) => {matrix: any, alpha: number}} Path */
/** @typedef {{kind: Kind, standing: Standing, path: Path}} Actor */
/** @typedef {'lower' | 'take' | 'move' | 'turn' | 'come' | 'lift'} Kind */

/**
 * Kinds of motion in the order in which they are shown, and how long each lasts.
 * @type {readonly (readonly [Kind, number])[]}
 */
export const KINDS = [
  ['lower', 300],
  ['take', 440],
  ['move', 400],
  ['turn', 360],
  ['come', 380],
  ['lift', 380],
];
const HOP = 0.75;
const FALL_FROM = 3.2;
const FLY = 7;

/** @param {number} share */
const smooth = (share) => share * share * (3 - 2 * share);
/** @param {number} share */
const faster = (share) => share * share;
/** Along an arch that is so high in its middle. @param {number} share @param {number} height */
const arch = (share, height) => new Vector3(0, 4 * height * share * (1 - share), 0);

/**
 * Everything that moves from one position to the next.
 * @param {ReadonlyMap<number, Standing>} before by cell @param {ReadonlyMap<number, Standing>} after by cell
 * @param {readonly Move[]} moves @param {any} toViewer where taken dice fly, as a direction
 * @returns {Actor[]}
 */
export function actors(before, after, moves, toViewer) {
  const real = moves.filter(({ from, to }) => before.has(from) && after.has(to) && from !== to);
  const left = new Set(real.map(({ from }) => from));
  const reached = new Set(real.map(({ to }) => to));
  return [
    ...real.map(({ from, to }) => moving(standing(before, from), standing(after, to))),
    ...[...before.keys()]
      .filter((cell) => !left.has(cell) && (reached.has(cell) || isOther(before, after, cell)))
      .map((cell) => taken(standing(before, cell), toViewer)),
    ...[...after.keys()]
      .filter((cell) => !reached.has(cell) && (left.has(cell) || isOther(after, before, cell)))
      .map((cell) => coming(standing(after, cell))),
    ...[...after.keys()]
      .filter((cell) => !reached.has(cell) && !left.has(cell) && !isOther(after, before, cell))
      .flatMap((cell) => staying(standing(before, cell), standing(after, cell))),
  ];
}

/** @param {ReadonlyMap<number, Standing>} pile @param {number} cell */
const standing = (pile, cell) => /** @type {Standing} */ (pile.get(cell));

/**
 * Does the die here not stand there in the other position?
 * @param {ReadonlyMap<number, Standing>} here
 * @param {ReadonlyMap<number, Standing>} there
 * @param {number} cell
 */
const isOther = (here, there, cell) => here.get(cell)?.die.colour !== there.get(cell)?.die.colour;

/**
 * A die that stays in its cell may be turned over, lifted off or put back.
 * @param {Standing} was
 * @param {Standing} is
 * @returns {Actor[]}
 */
function staying(was, is) {
  const lifted = [was, is].map(({ die }) => die.look === 'lifted');
  if (lifted[0] !== lifted[1]) return [rising(was, is)];
  return isTurned(was.die.faces, is.die.faces) ? [turning(was, is)] : [];
}

/**
 * Does a die show another face where both are known? What was only guessed may change unseen.
 * @param {import('./types.js').Faces} [before]
 * @param {import('./types.js').Faces} [after]
 */
const isTurned = (before = [], after = []) => before.some((face, side) => face && after[side] && face !== after[side]);

/** @param {Standing} was @param {Standing} is @returns {Actor} */
function rising(was, is) {
  const [from, to] = [was, is].map(({ die }) => middleOf(die.cell, die.look === 'lifted'));
  return {
    kind: is.die.look === 'lifted' ? 'lift' : 'lower',
    standing: is,
    path: (share) => ({ matrix: matrixOf(from.clone().lerp(to, smooth(share)), turnOf(is.pose)), alpha: 1 }),
  };
}

/**
 * Slid down its row, tipped over a ridge, or carried over.
 * @param {Standing} was
 * @param {Standing} is
 * @returns {Actor}
 */
function moving(was, is) {
  const from = middleOf(was.die.cell);
  const to = middleOf(is.die.cell);
  const slides = CELLS[was.die.cell].filter((coordinate, axis) => coordinate !== CELLS[is.die.cell][axis]).length === 1;
  return {
    kind: 'move',
    standing: is,
    path: (share) => {
      const way = smooth(share);
      const middle = from
        .clone()
        .lerp(to, way)
        .add(arch(way, slides ? 0 : HOP));
      return { matrix: matrixOf(middle, turnOf(was.pose).clone().slerp(turnOf(is.pose), way)), alpha: 1 };
    },
  };
}

/** @param {Standing} was @param {Standing} is @returns {Actor} */
function turning(was, is) {
  const middle = middleOf(is.die.cell, is.die.look === 'lifted');
  return {
    kind: 'turn',
    standing: is,
    path: (share) => ({
      matrix: matrixOf(
        middle.clone().add(arch(share, 1.3)),
        turnOf(was.pose).clone().slerp(turnOf(is.pose), smooth(share)),
      ),
      alpha: 1,
    }),
  };
}

/** @param {Standing} was @param {any} toViewer @returns {Actor} */
function taken(was, toViewer) {
  const from = middleOf(was.die.cell, was.die.look === 'lifted');
  return {
    kind: 'take',
    standing: was,
    path: (share) => {
      const middle = from
        .clone()
        .add(new Vector3(0, 2.6 * smooth(Math.min(1, share * 1.6)), 0))
        .addScaledVector(toViewer, FLY * faster(share));
      return { matrix: matrixOf(middle, turnOf(was.pose), 1 - 0.35 * share), alpha: 1 - faster(share) };
    },
  };
}

/** @param {Standing} is @returns {Actor} */
function coming(is) {
  const to = middleOf(is.die.cell, is.die.look === 'lifted');
  return {
    kind: 'come',
    standing: is,
    path: (share) => {
      const height = share < 0.72 ? 1 - faster(share / 0.72) : 0.05 * Math.sin(((share - 0.72) / 0.28) * Math.PI);
      return {
        matrix: matrixOf(to.clone().add(new Vector3(0, FALL_FROM * height, 0)), turnOf(is.pose)),
        alpha: Math.min(1, share * 3),
      };
    },
  };
}

/**
 * How the dice of a position are turned: as before where one stays and agrees with what is known.
 * @param {readonly PileDie[]} dice
 * @param {ReadonlyMap<number, Standing>} before
 * @param {readonly Move[]} moves
 */
export function stand(dice, before, moves) {
  const source = new Map(moves.map(({ from, to }) => [to, from]));
  return new Map(
    dice.map((die) => {
      const was = before.get(source.get(die.cell) ?? die.cell)?.pose ?? 0;
      return [die.cell, { die, pose: poseThatShows(die.faces, was) }];
    }),
  );
}

/** When the kinds that occur begin, one after the other; the last entry is the end. @param {readonly Actor[]} found */
export function timetable(found) {
  /** @type {Map<Kind, {since: number, lasts: number}>} */
  const begins = new Map();
  let end = 0;
  for (const [kind, lasts] of KINDS) {
    if (!found.some((actor) => actor.kind === kind)) continue;
    begins.set(kind, { since: end, lasts });
    end += lasts;
  }
  return { begins, end };
}
