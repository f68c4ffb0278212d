/** What happened in Bunte Kuh, in words: a funnel shown is told as right or wrong. */
import { story } from '../../../web/table/story.js';
import { cellAt } from '../../../web/pyramid/lattice.js';
import { PHASE } from './facts.js';
import { funnelsOf, isRight } from './position.js';

/** @typedef {import('./facts.js').View} View */

const told = story({ silent: ['throw'] });

/** @type {import('../../../web/types.js').Sentence<import('./facts.js').View>} */
export const sentence = (step, context) => {
  const { before, names, t } = context;
  const key = before && step.text ? keyOf(step.text, before) : null;
  return key ? t(key, { name: names[step.seat], what: step.text?.split(' ')[1] ?? '' }) : told(step, context);
};

/**
 * What a call has brought, by the view before it; null for what is told like anything else.
 * @param {string} text
 * @param {View} before
 */
function keyOf(text, before) {
  const [word, cell = ''] = text.split(' ');
  if (word === 'funnel') return funnelKey(before, cellAt(cell.split(',').map(Number)) ?? 0);
  if (word !== 'fiasco' || before.phase !== PHASE.calling || before.fiasco) return null;
  return funnelsOf(before).some((funnel) => isRight(before, funnel))
    ? 'told.bunte-kuh.fiasco-false'
    : 'told.bunte-kuh.fiasco-true';
}

/** @param {View} before @param {number} cell */
function funnelKey(before, cell) {
  if (before.phase === PHASE.choosing) return 'told.bunte-kuh.chosen';
  if (before.phase === PHASE.searching) return 'told.bunte-kuh.found';
  if (before.phase !== PHASE.calling) return null;
  return isRight(before, cell) ? 'told.bunte-kuh.right' : 'told.bunte-kuh.wrong';
}
