/** Würfelmarsch on the lattice: ways of tipping, funnels where dice meet. What may be done is never said here. */
import {
  ABOVE,
  baseOf,
  BELOW,
  cellAt,
  LEFT_OF,
  OUTSIDE,
  poseOf,
  POSES,
  RIGHT_OF,
  SIDE_OF_SEAT,
  SIDES,
  tipped,
  tipsTo,
} from '../../../web/pyramid/lattice.js';
import { COLOURS as NAMES, option, PHASE } from './facts.js';

/** @typedef {import('./facts.js').View} View */
/** @typedef {import('../../../web/types.js').Step<import('./facts.js').View>} Step */
/** @typedef {import('../../../web/pyramid/types.js').Colour} Colour */
/** @typedef {{seat: number, face: number, cell: number, gone: boolean}} Fighter */
/**
 * @typedef {{funnel: number, fighters: Fighter[]}} Fight the dice with the faces that look into a funnel, the highest
 *     first
 */

export const { drawing: DRAWING, picking: PICKING, moving: MOVING, fighting: FIGHTING } = PHASE;
/** By seat. */
export const COLOURS = /** @type {readonly Colour[]} */ (NAMES);

/** Dice won less what own dice lost by ties cost (WUE-9). @param {View} view @param {number} seat */
export const balanceOf = (view, seat) => view.won[seat] - option.tie_cost(view) * view.lost[seat];

/** @param {string} text a cell in notation */
export const cellOf = (text) => cellAt(text.split(',').map(Number)) ?? OUTSIDE;

/** The corner that a seat marches to: opposite its side (WUE-8). @param {View} view @param {number} seat */
export const goalOf = (view, seat) =>
  cellAt(SIDES.map((side) => (side === SIDE_OF_SEAT[seat] ? option.lattice(view) : 0))) ?? OUTSIDE;

/** What the die of a cell shows to X, Y, Z. @param {View} view @param {number} cell */
export const facesAt = (view, cell) => POSES[view.pose[cell] - 1];

/** The sides toward and away from which a way leads. @param {number} seat @param {string} way */
function sidesOf(seat, way) {
  const side = SIDE_OF_SEAT[seat];
  const toward = way.endsWith('left') ? LEFT_OF[side] : RIGHT_OF[side];
  return { toward, away: way.startsWith('forward') ? side : SIDES[3 - side - toward] };
}

/** Where a die comes to lie when its owner tips it that way (GEO-9). @param {number} seat @param {string} way @param {number} cell */
export function tippedTo(seat, way, cell) {
  const { toward, away } = sidesOf(seat, way);
  return tipsTo(cell, toward, away);
}

/**
 * The same, and how it lies then.
 * @param {number} seat @param {string} way @param {number} cell @param {readonly number[]} faces
 */
export function tipOf(seat, way, cell, faces) {
  const { toward, away } = sidesOf(seat, way);
  return { cell: tipsTo(cell, toward, away), faces: tipped(faces, toward, away) };
}

/** The three dice round a funnel, the highest first. @param {View} view @param {number} funnel @returns {Fighter[]} */
export function fighters(view, funnel) {
  const found = SIDES.filter((axis) => view.owner[BELOW[funnel][axis]]).map((axis) => {
    const cell = BELOW[funnel][axis];
    return { seat: view.owner[cell] - 1, face: facesAt(view, cell)[axis], cell, gone: false };
  });
  return found.sort((one, other) => other.face - one.face);
}

/**
 * What a step did, from the views round it: the die that moved, and the fights in their order. Null where they are not
 * known.
 * @param {Step} step @param {Step | undefined} pick the step before it
 */
export function movedBy(step, pick) {
  const { before, after } = step;
  const [word, what = ''] = (step.text ?? '').split(' ');
  if (!before || !after) return null;
  if (word === 'fight') return { from: OUTSIDE, to: OUTSIDE, faces: [], fights: foughtIn(before, after, cellOf(what)) };
  const from = cellOf(pick?.text?.split(' ')[1] ?? '');
  if (from === OUTSIDE || !before.owner[from]) return null;
  if (word === 'pose') return { from, to: from, faces: [...what].map(Number), fights: [] };
  if (word !== 'tip') return null;
  return tippedBy(before, after, from, what);
}

/**
 * A chosen fight, and the one that follows it round the same die.
 * @param {View} before
 * @param {View} after
 * @param {number} funnel
 */
export const foughtIn = (before, after, funnel) =>
  fightsOf(before, after, [funnel, ...(ABOVE[before.picked - 1] ?? [])]);

/** A tip and its fights. @param {View} before @param {View} after @param {number} from @param {string} way */
export function tippedBy(before, after, from, way) {
  const tip = tipOf(before.owner[from] - 1, way, from, facesAt(before, from));
  const landed = { ...before, owner: [...before.owner], pose: [...before.pose] };
  landed.owner[tip.cell] = landed.owner[from];
  landed.owner[from] = landed.pose[from] = 0;
  landed.pose[tip.cell] = (poseOf(tip.faces) ?? 0) + 1;
  return { from, to: tip.cell, faces: tip.faces, fights: fightsOf(landed, after, ABOVE[tip.cell]) };
}

/**
 * Which of these funnels were fought in: dice of it have left.
 * @param {View} before @param {View} after @param {readonly number[]} funnels
 * @returns {Fight[]}
 */
function fightsOf(before, after, funnels) {
  const standing = { ...before, owner: [...before.owner] };
  return [...new Set(funnels)]
    .filter((funnel) => funnel < OUTSIDE)
    .flatMap((funnel) => {
      const three = fighters(standing, funnel).map((fighter) => ({ ...fighter, gone: !after.owner[fighter.cell] }));
      if (three.length < 3 || !three.some(({ gone }) => gone)) return [];
      for (const { cell, gone } of three) if (gone) standing.owner[cell] = 0;
      return [{ funnel, fighters: three }];
    });
}

/**
 * The die that went from one hollow to a neighbouring one between two positions, as moves of the pile.
 * @param {View} before @param {View} after
 */
export function movesBetween(before, after) {
  const came = baseOf(option.lattice(after)).filter(
    (cell) => after.owner[cell] && before.owner[cell] !== after.owner[cell],
  );
  return came.flatMap((to) => {
    const from = neighbours(to).find((cell) => before.owner[cell] === after.owner[to] && !after.owner[cell]);
    return from === undefined ? [] : [{ from, to }];
  });
}

/** @param {number} cell */
const neighbours = (cell) =>
  SIDES.flatMap((toward) => SIDES.filter((away) => away !== toward).map((away) => tipsTo(cell, toward, away))).filter(
    (other) => other !== OUTSIDE,
  );

/** The poses with this face toward a side, by what they show to its left. @param {number} side @param {number} face */
export const posesWith = (side, face) =>
  POSES.filter((faces) => faces[side] === face).sort((one, other) => one[LEFT_OF[side]] - other[LEFT_OF[side]]);
