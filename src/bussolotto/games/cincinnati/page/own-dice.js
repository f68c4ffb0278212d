/** My five dice: which of them I keep, and which fall anew. A die keeps its number from roll to roll. */
import { count, DICE } from '../../../web/table/keeps.js';
import { useEffect, useLayoutEffect, useRef, useState } from '../../../web/vendor/preact.js';
import { BOUGHT } from './facts.js';
import { diceOf } from './position.js';

/** @typedef {import('./facts.js').View} View */
/** @typedef {{id: number, face: number}} OwnDie */
/** @typedef {{dice: OwnDie[], throwing: {key: string, ids: number[]} | null}} Fallen */
/** @typedef {ReturnType<typeof useOwnDice>} OwnDice */

/**
 * @param {View} view
 * @param {number | null} me
 * @param {boolean} may am I asked what I keep?
 * @param {boolean} sending is what I have said on its way? Then nothing is changed any more
 */
export function useOwnDice(view, me, may, sending) {
  const faces = me === null ? [] : (diceOf(view, me) ?? []);
  const roll = `${view.round_number} ${view.duelling} ${view.roll_number >= BOUGHT ? view.tokens[me ?? 0] : view.roll_number} ${faces.join('')}`;
  const first = view.roll_number === 1;
  const said = useRef(/** @type {number[]} */ ([])); // what I have kept of the last roll
  const [fallen, fall] = useState(/** @type {Fallen} */ ({ dice: [], throwing: null }));
  const [kept, keep] = useState(/** @type {number[]} */ ([]));
  useLayoutEffect(() => {
    if (faces.length !== DICE) return;
    if (first) said.current = []; // what was said in the last round is over
    const next = fallenAfter(fallen.dice, said.current, faces, roll);
    fall(next);
    keep(first ? [] : keptAfter(next, tableOf(view, me)));
  }, [roll]);
  const chosen = may ? facesOf(fallen.dice, kept) : [];
  useEffect(() => {
    if (may) said.current = chosen;
  }, [chosen.join('')]);
  const toggle = (/** @type {number} */ id) =>
    sending || keep(kept.includes(id) ? kept.filter((other) => other !== id) : [...kept, id]);
  return { may, faces, ...fallen, kept: may ? kept : [], chosen, toggle };
}

/** The faces of some dice, ascending. @param {readonly OwnDie[]} dice @param {readonly number[]} ids */
const facesOf = (dice, ids) =>
  dice
    .filter(({ id }) => ids.includes(id))
    .map(({ face }) => face)
    .sort((one, other) => one - other);

/**
 * What is kept to begin with after a roll: the dice that stayed, and of those that have just fallen the ones that go
 * with them at this table: as many alike as possible at the first, what lengthens the row at the second, low at the last.
 * @param {Fallen} fallen @param {number | null} table null in a duel
 */
export function keptAfter({ dice, throwing }, table) {
  const fresh = dice.filter(({ id }) => throwing?.ids.includes(id));
  const kept = dice.filter((die) => !fresh.includes(die));
  for (let found = true; found && kept.length;) {
    const next = fresh.find((die) => !kept.includes(die) && goesWith(die.face, kept, table));
    found = Boolean(next);
    if (next) kept.push(next);
  }
  return kept.map(({ id }) => id).sort((one, other) => one - other);
}

/** @param {number} face @param {readonly OwnDie[]} kept @param {number | null} table */
function goesWith(face, kept, table) {
  const faces = kept.map((die) => die.face);
  if (table === 1) return !faces.includes(face) && faces.some((other) => Math.abs(other - face) === 1);
  if (table === 2) return face <= Math.max(...faces);
  return faces.includes(face);
}

/** At which table I am; null in a duel, where all hands count. @param {View} view @param {number | null} me */
const tableOf = (view, me) => (me === null || view.duelling ? null : view.chosen[me] - 1);

/**
 * The dice after a roll: those kept as they were, the others with what has fallen.
 * @param {readonly OwnDie[]} before @param {readonly number[]} kept faces @param {readonly number[]} faces all that
 *     lie now @param {string} key
 * @returns {Fallen}
 */
export function fallenAfter(before, kept, faces, key) {
  const stay = before.filter(
    ({ face }, place) =>
      before.slice(0, place).filter((die) => die.face === face).length <
      Math.min(count(kept, face), count(faces, face)),
  );
  const rest = [...faces];
  for (const { face } of stay) rest.splice(rest.indexOf(face), 1);
  const ids = Array.from({ length: DICE }, (_, id) => id).filter((id) => !stay.some((die) => die.id === id));
  const thrown = ids.map((id, at) => ({ id, face: rest[at] }));
  const dice = [...stay, ...thrown].sort((one, other) => one.id - other.id);
  return { dice, throwing: ids.length ? { key, ids } : null };
}
