/** Part-rolls of up to five dice and their numbers: the same order as the rules' own table (by size, then by faces). */

export const DICE = 5;
export const FACES = [1, 2, 3, 4, 5, 6];

/** @type {number[][]} the faces of each keep, ascending; 0 is none */
export const KEEPS = allKeeps();
const INDEX = new Map(KEEPS.map((faces, index) => [faces.join(), index]));
/** The first action that places a die: `place 1`. */
export const PLACE = KEEPS.length;

/**
 * Those of some actions that keep dice with this face.
 * @template {{action: string}} Action in notation
 * @param {readonly Action[]} actions @param {number} face
 */
export const keeping = (actions, face) =>
  actions.filter(({ action }) => action.startsWith('keep ') && action.split(' ').includes(String(face)));

/** @returns {number[][]} */
function allKeeps() {
  /** @type {number[][]} */
  const keeps = [];
  for (let size = 0; size <= DICE; size += 1) addKeeps(keeps, [], size, FACES[0]);
  return keeps;
}

/**
 * @param {number[][]} keeps where they are added
 * @param {number[]} faces those chosen already
 * @param {number} missing how many more
 * @param {number} lowest the lowest face allowed
 */
function addKeeps(keeps, faces, missing, lowest) {
  if (missing === 0) {
    keeps.push(faces);
    return;
  }
  for (let face = lowest; face <= FACES.length; face += 1) addKeeps(keeps, [...faces, face], missing - 1, face);
}

/**
 * The number of a keep; its faces in any order.
 * @param {readonly number[]} faces
 * @returns {number}
 */
export function keepNumber(faces) {
  const index = INDEX.get(ascending(faces).join());
  if (index === undefined) throw new RangeError(`no keep of ${faces.join(' ')}`);
  return index;
}

/** @param {readonly number[]} faces @returns {number[]} */
export function ascending(faces) {
  return [...faces].sort((one, other) => one - other);
}

/** @param {readonly number[]} faces @returns {string} as people read it: `2 · 2` */
export function spoken(faces) {
  return ascending(faces).join(' · ');
}

/** @param {readonly number[]} faces @param {number} face @returns {number} how many of them show it */
export function count(faces, face) {
  return faces.filter((one) => one === face).length;
}
