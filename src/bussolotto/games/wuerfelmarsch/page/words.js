/** What happens in Würfelmarsch, in the words of people: who tips what where, and every fight with its faces. */
import { LEFT_OF, OUTSIDE, RIGHT_OF, SIDE_OF_SEAT } from '../../../web/pyramid/lattice.js';
import { atPlace, placed } from '../../../web/pyramid/places.js';
import { story } from '../../../web/table/story.js';
import { cellOf, movedBy, tippedTo } from './march.js';

/** @typedef {import('../../../web/types.js').Translate} Translate */
/** @typedef {import('./march.js').Fight} Fight */

const told = story({ values: placed, silent: ['pick'] });

/** @type {import('../../../web/types.js').Sentence<import('./facts.js').View>} */
export function sentence(step, context) {
  const { t, steps, index, names, me } = context;
  const size = (context.after ?? context.before)?.lattice;
  const [word, what = ''] = (step.text ?? '').split(' ');
  if (!['tip', 'pose', 'fight'].includes(word)) return told(step, context);
  const from = cellOf(steps[index - 1]?.text?.split(' ')[1] ?? '');
  const tells = (/** @type {string} */ key, /** @type {object} */ how) =>
    t(key, { name: names[step.seat], cell: atPlace(t, from, size), ...how });
  const said = () => {
    if (word === 'pose') return tells('wue.told.pose', { faces: poseText(t, [...what].map(Number), step.seat) });
    if (word !== 'tip' || from === OUTSIDE) return '';
    if (step.seat === me) return tells('wue.told.tip', { way: t(`wue.way.${what}`) });
    return tells('wue.told.tip.theirs', { to: atPlace(t, tippedTo(step.seat, what, from), size) });
  };
  const fights = (step.events ? [] : (movedBy(step, steps[index - 1])?.fights ?? [])).map((fight) =>
    fightText(t, fight, names, size),
  );
  if (word === 'fight' && !fights.length && !step.events) return told(step, context);
  return [said(), ...fights].filter(Boolean).join(' ');
}

/**
 * A pose as its owner sees it.
 * @param {Translate} t
 * @param {readonly number[]} faces
 * @param {number} seat
 * @param {boolean} [own] said to the owner
 */
export function poseText(t, faces, seat, own = false) {
  const side = SIDE_OF_SEAT[seat];
  return t(own ? 'wue.pose.own' : 'wue.pose', {
    near: faces[side],
    left: faces[LEFT_OF[side]],
    right: faces[RIGHT_OF[side]],
  });
}

/**
 * A fight: whose die with which face wins whose.
 * @param {Translate} t
 * @param {Fight} fight
 * @param {readonly string[]} names
 * @param {number} [size] of the base
 */
export function fightText(t, { funnel, fighters }, names, size) {
  const said = (/** @type {import('./march.js').Fighter} */ { seat, face }) =>
    t('wue.fighter', { name: names[seat], face });
  const cell = atPlace(t, funnel, size);
  if (fighters.every(({ gone }) => gone)) return t('wue.told.tie', { cell, all: fighters.map(said).join(', ') });
  const losers = fighters.filter(({ gone }) => gone);
  return t('wue.told.fight', {
    cell,
    winner: said(fighters[0]),
    losers: losers.map(said).join(', '),
    n: losers.length,
  });
}
