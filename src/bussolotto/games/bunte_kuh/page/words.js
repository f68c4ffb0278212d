/** What happened in Bunte Kuh, in words; what a call has brought is an event. */
import { placed } from '../../../web/pyramid/places.js';
import { story } from '../../../web/table/story.js';
import { PHASE } from './facts.js';

const told = story({ values, silent: ['throw'] });

/** A pose is told by the three faces that are seen, not as it is written. @type {typeof placed} */
function values(step, context) {
  const [word, faces = ''] = step.text?.split(' ') ?? [];
  return word === 'pose' ? { what: [...faces].join(', ') } : placed(step, context);
}

/** @type {import('../../../web/types.js').Sentence<import('./facts.js').View>} */
export const sentence = (step, context) => {
  const { before, names, t } = context;
  const [word] = step.text?.split(' ') ?? [];
  const chosen = word === 'funnel' && before?.phase === PHASE.choosing;
  return chosen
    ? t('told.bunte-kuh.chosen', { name: names[step.seat], ...placed(step, context) })
    : told(step, context);
};
