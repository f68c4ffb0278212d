/** What happened in Perspectives, in words: a throw of forty dice is one sentence. */
import { CHANCE } from '../../../web/line/steps.js';
import { placed } from '../../../web/pyramid/places.js';
import { story } from '../../../web/table/story.js';

const told = story({ values: placed, silent: ['throw'] });

/** @type {import('../../../web/types.js').Sentence<import('./facts.js').View>} */
export const sentence = (step, context) => {
  const said = told(step, context);
  if (!said || !step.text?.startsWith('die')) return said;
  return context.t('told.perspectives.rolled', { what: firstFallen(context) });
};

/**
 * What the first die of a throw shows: the turquoise one.
 * @param {import('../../../web/types.js').SentenceContext<import('./facts.js').View>} context
 */
function firstFallen({ steps, index }) {
  let first = index;
  while (steps[first - 1]?.seat === CHANCE && steps[first - 1].text?.startsWith('die')) first -= 1;
  return steps[first].text?.split(' ')[1] ?? '';
}
