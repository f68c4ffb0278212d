/** What happened in Perspectives, in words: a throw of forty dice is one sentence. */
import { CHANCE, firstWord } from '../../../web/line/steps.js';
import { placed } from '../../../web/pyramid/places.js';
import { story } from '../../../web/table/story.js';

/** @type {import('../../../web/types.js').Sentence<import('./facts.js').View>} */
export const sentence = story({
  values: (step, context) => (firstWord(step) === 'die' ? { what: firstFallen(context) } : placed(step, context)),
  silent: ['throw'],
});

/**
 * What the first die of a throw shows: the turquoise one.
 * @param {import('../../../web/types.js').SentenceContext<import('./facts.js').View>} context
 */
function firstFallen({ steps, index }) {
  let first = index;
  while (steps[first - 1]?.seat === CHANCE && steps[first - 1].text?.startsWith('die')) first -= 1;
  return steps[first].text?.split(' ')[1] ?? '';
}
