/** What five dice are called and where they are good for, as people rank them at the table (CIN-1, CIN-3). */
import { count, DICE, FACES } from '../../../web/table/keeps.js';
import { GROUPS, HAND_NAMES } from './facts.js';

/** @type {Record<string, string>} what a hand is called by how many dice are alike, most first */
const NAMES = GROUPS;
const WORST_FIRST = Object.keys(NAMES).sort(); // as text

/** The name of a hand, `full-house`; '' for fewer dice. @param {readonly number[]} faces */
export function handName(faces) {
  if (faces.length < DICE) return '';
  const run = longestRun(faces);
  if (run > 3) return run > 4 ? 'large-straight' : 'small-straight';
  return NAMES[alike(faces)];
}

/** How many dice are alike, most first: `311`. @param {readonly number[]} faces */
const alike = (faces) =>
  FACES.map((face) => count(faces, face))
    .filter(Boolean)
    .sort((one, other) => other - one)
    .join('');

/** How many faces follow each other at most. @param {readonly number[]} faces */
function longestRun(faces) {
  let run = 0;
  return Math.max(...FACES.map((face) => (run = count(faces, face) ? run + 1 : 0)));
}

/**
 * How good five dice are at a table, as numbers of which the first that differs decides (CIN-1, CIN-4).
 * @param {number} table @param {readonly number[]} faces
 */
export function worthAt(table, faces) {
  const many = FACES.map((face) => count(faces, face));
  if (table === 2) return [-sumOf(faces), ...many];
  const name = HAND_NAMES.indexOf(handName(faces));
  const run = longestRun(faces);
  if (run < 4) return [name, ...byNumber(many)];
  const top = Math.max(
    ...FACES.filter((face) => many.slice(face - run, face).filter(Boolean).length === run && face >= run),
  );
  return [name, top, sumOf(faces) - (run * (2 * top - run + 1)) / 2];
}

/** The faces, those first of which there are most, then the higher ones. @param {readonly number[]} many of each */
const byNumber = (many) =>
  FACES.filter((face) => many[face - 1]).sort((one, other) => many[other - 1] - many[one - 1] || other - one);

/** @param {readonly number[]} faces */
export const sumOf = (faces) => faces.reduce((sum, face) => sum + face, 0);

/**
 * Which of these hands lead at a table: the best of those that meet its condition; several where they are equal.
 * @template {{faces: readonly number[]}} H
 * @param {number} table @param {readonly H[]} hands @param {Record<string, string>} options of the match @returns {H[]}
 */
export function leading(table, hands, options) {
  const good = hands.filter(({ faces }) => meets(table, faces, options));
  return good.filter((one) => good.every((other) => !beats(worthAt(table, other.faces), worthAt(table, one.faces))));
}

/** @param {readonly number[]} one @param {readonly number[]} other */
function beats(one, other) {
  const at = one.findIndex((number, place) => number !== other[place]);
  return at >= 0 && one[at] > other[at];
}

/**
 * Does this hand meet the condition of the table (0 A, 1 B, 2 C)?
 * @param {number} table @param {readonly number[]} faces @param {Record<string, string>} options of the match
 */
export function meets(table, faces, options) {
  if (faces.length < DICE) return false;
  if (table === 0)
    return WORST_FIRST.indexOf(alike(faces)) >= WORST_FIRST.findIndex((shape) => NAMES[shape] === options.condition_a);
  if (table === 1) return longestRun(faces) >= Number(options.condition_b);
  return sumOf(faces) <= Number(options.condition_c);
}
