/** What happens in Cui bono?, in the words of people. */
import { atPlace } from '../../../web/pyramid/places.js';
import { cellAt } from '../../../web/pyramid/lattice.js';
import { story } from '../../../web/table/story.js';
import { COLOURS, historyOf, PUTTING } from './history.js';
import { priceOf } from './seats.js';

/** @typedef {import('../../../web/types.js').Translate} Translate */

/** A die of this colour, as the object of a sentence. @param {Translate} t @param {number} colour */
export const dieName = (t, colour) => t(`cui.die.${COLOURS[colour]}`);

const told = story();

/** @type {import('../../../web/types.js').Sentence<import('./facts.js').View>} */
export function sentence(step, context) {
  const { t, steps, index, names, before, after } = context;
  const fact = step.text ? historyOf(steps).facts[index] : null;
  const [word, cell = ''] = (step.text ?? '').split(' ');
  if (!fact?.colour || !['take', 'put', 'keep'].includes(word)) return told(step, context);
  const last = index === steps.length - 1;
  const forced = word === 'take' && (fact.kept || Boolean(last && after && after.phase !== PUTTING));
  const at = cellAt(cell.split(',').map(Number));
  const place = at === undefined ? '' : atPlace(t, at, (after ?? before)?.lattice);
  const values = { name: names[step.seat], at: place, die: dieName(t, fact.colour), n: fact.slid };
  const sentences = [t(`cui.told.${word}`, values)];
  if (fact.slid) sentences.push(t('cui.told.slid', { n: fact.slid }));
  const view = after ?? before;
  if (forced && view && !step.events) sentences.push(t('cui.told.forced', { n: priceOf(view, fact.colour) }));
  return sentences.join(' ');
}
