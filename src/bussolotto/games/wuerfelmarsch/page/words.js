/** What happens in Würfelmarsch, in the words of people: who tips what where, and every fight with its faces. */
import { cellText, LEFT_OF, OUTSIDE, RIGHT_OF, SIDE_OF_SEAT } from '../../../web/pyramid/lattice.js';
import { story } from '../../../web/table/story.js';
import { cellOf, movedBy, tipOf } from './march.js';

/** @typedef {import('../../../web/types.js').Translate} Translate */
/** @typedef {import('./march.js').Fight} Fight */

const told = story({ silent: ['pick'] });

/** @type {import('../../../web/types.js').Sentence<import('./facts.js').View>} */
export function sentence(step, context) {
  const { t, steps, index, names } = context;
  const [word, what = ''] = (step.text ?? '').split(' ');
  if (!['tip', 'pose', 'fight'].includes(word)) return told(step, context);
  const from = cellOf(steps[index - 1]?.text?.split(' ')[1] ?? '');
  const moved = movedBy(step, steps[index - 1]);
  const said =
    word === 'tip' && from !== OUTSIDE ? tipText({ t, name: names[step.seat], seat: step.seat, from, way: what }) : '';
  const turned =
    word === 'pose'
      ? t('wue.told.pose', {
          name: names[step.seat],
          cell: cellText(from),
          faces: poseText(t, [...what].map(Number), step.seat),
        })
      : '';
  const fights = (step.events ? [] : (moved?.fights ?? [])).map((fight) => fightText(t, fight, names));
  if (word === 'fight' && !fights.length && !step.events) return told(step, context);
  return [said || turned, ...fights].filter(Boolean).join(' ');
}

/** @param {{t: Translate, name: string, seat: number, from: number, way: string}} tip */
function tipText({ t, name, seat, from, way }) {
  const { cell } = tipOf(seat, way, from, [0, 0, 0]);
  return t('wue.told.tip', { name, from: cellText(from), cell: cellText(cell), way: t(`wue.way.${way}`) });
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
 */
export function fightText(t, { funnel, fighters }, names) {
  const said = (/** @type {import('./march.js').Fighter} */ { seat, face }) =>
    t('wue.fighter', { name: names[seat], face });
  const cell = cellText(funnel);
  if (fighters.every(({ gone }) => gone)) return t('wue.told.tie', { cell, all: fighters.map(said).join(', ') });
  const losers = fighters.filter(({ gone }) => gone);
  return t('wue.told.fight', {
    cell,
    winner: said(fighters[0]),
    losers: losers.map(said).join(', '),
    n: losers.length,
  });
}
