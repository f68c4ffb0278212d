/** A cell in words, to be heard or read: where it is, what lies there, what can be done. */
import { addressOf, cellText, SIDES } from './lattice.js';
import { openRoles } from './plan.js';
import { sentence } from '../words/i18n.js';

/** @typedef {import('./types.js').PileDie} PileDie */
/** @typedef {import('./types.js').Place} Place */
/** @typedef {import('../types.js').Translate} Translate */

/** Faces by role: toward the onlooker, to his right, to his left. */
const TOWARD = ['near', 'right', 'left'];

/**
 * @param {{cell: number, dice: ReadonlyMap<number, PileDie>, place?: Place, below: number, size: number, chosen:
 *     boolean,
 *   more: string, silent: boolean, t: Translate}} known `more`: what the page says of it; `silent`: faces are not told
 */
export function describeCell({ cell, dice, place, below, size, chosen, more, silent, t }) {
  const die = dice.get(cell);
  const parts = [
    t('pyramid.address', { cell: cellText(cell), ...addressOf(cell, size) }),
    [die ? dieText(die, silent ? [] : openRoles(cell, dice, below), below, t) : t('pyramid.empty'), more]
      .filter(Boolean)
      .join(', '),
    chosen ? t('pyramid.chosen') : '',
    place?.label ?? '',
  ];
  return parts.filter(Boolean).map(sentence).join(' ');
}

/**
 * A die and the faces of it that are seen.
 * @param {PileDie} die
 * @param {readonly number[]} open
 * @param {number} below
 * @param {Translate} t
 */
function dieText(die, open, below, t) {
  const name = t(`pyramid.die.${die.colour}`);
  const faces = SIDES.filter((role) => open.includes(role)).map((role) => ({
    role,
    face: die.faces?.[(role + below) % 3] ?? 0,
  }));
  const said = faces.filter(({ face }) => face).map(({ role, face }) => t(`pyramid.face.${TOWARD[role]}`, { face }));
  return said.length ? `${name}: ${said.join(', ')}` : name;
}
