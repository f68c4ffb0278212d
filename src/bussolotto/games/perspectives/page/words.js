/** What happened in Perspectives, in words: a throw of forty dice is one sentence, a Stop tells what it has cost. */
import { CHANCE } from '../../../web/line/steps.js';
import { story } from '../../../web/table/story.js';
import { PHASE } from './facts.js';

const told = story({ silent: ['throw'] });

/** @type {import('../../../web/types.js').Sentence<import('./facts.js').View>} */
export const sentence = (step, context) => {
  const { after, names, t } = context;
  const said = told(step, context);
  if (said && step.text?.startsWith('die')) return t('told.perspectives.rolled', { what: firstFallen(context) });
  const early = step.text === 'stop' && after?.plies === step.version ? overlooked(step, context) : 0;
  if (!early) return said;
  const sentence = t('told.perspectives.early', { name: names[step.seat], n: early });
  return after?.grant ? `${sentence} ${t('told.perspectives.grant', { n: after.grant })}` : sentence;
};

/**
 * How many dice the caller of a Stop could have placed, by the last view of the throw and what was placed since (PER-5).
 * @param {import('../../../web/types.js').Step} step
 * @param {import('../../../web/types.js').SentenceContext<import('./facts.js').View>} context
 */
function overlooked({ seat, version }, { before, steps }) {
  if (before?.phase !== PHASE.placing) return 0;
  const since = steps.filter((step) => step.seat === seat && step.version > before.plies && step.version < version);
  const numbers = new Set([before.number, before.handicap[seat]]);
  return [...numbers].reduce((sum, number) => sum + before.shown[seat][number - 1], 0) - since.length;
}

/**
 * What the first die of a throw shows: the turquoise one.
 * @param {import('../../../web/types.js').SentenceContext<import('./facts.js').View>} context
 */
function firstFallen({ steps, index }) {
  let first = index;
  while (steps[first - 1]?.seat === CHANCE && steps[first - 1].text?.startsWith('die')) first -= 1;
  return steps[first].text?.split(' ')[1] ?? '';
}
