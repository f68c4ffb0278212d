/** What five dice are called and where they are good for, as people rank them at the table (CIN-1, CIN-3). */
import { count, DICE, FACES } from '../../../web/table/keeps.js';
import { GROUPS } from './facts.js';

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
 * Does this hand meet the condition of the table (0 A, 1 B, 2 C)?
 * @param {number} table @param {readonly number[]} faces @param {Record<string, string>} options of the match
 */
export function meets(table, faces, options) {
  if (faces.length < DICE) return false;
  if (table === 0)
    return WORST_FIRST.indexOf(alike(faces)) >= WORST_FIRST.findIndex((shape) => NAMES[shape] === options.condition_a);
  if (table === 1) return longestRun(faces) >= Number(options.condition_b);
  return faces.reduce((sum, face) => sum + face, 0) <= Number(options.condition_c);
}
