/** What happens in Eintrichtern, in the words of people. */
import { addressOf, cellAt, SIZE } from '../../../web/pyramid/lattice.js';
import { story } from '../../../web/table/story.js';
import { DICE, option } from './facts.js';
import { sum } from './funnel.js';

/** @typedef {import('../../../web/types.js').Step<import('./facts.js').View>} Step */
/** @typedef {import('../../../web/types.js').SentenceContext<import('./facts.js').View>} Context */

const told = story();

/** @type {import('../../../web/types.js').Sentence<import('./facts.js').View>} */
export function sentence(step, context) {
  const { t, names, after, past } = context;
  const [word, cell = ''] = (step.text ?? '').split(' ');
  const name = names[step.seat] ?? '';
  if (!word) return ''; // a yellow die is laid, and nobody sees which
  if (word === 'start') return t('told.eintrichtern.start', { seat: names[Number(cell)] ?? '' });
  if (word === 'lift' && (!cell || (past && !after?.memo))) return t('told.eintrichtern.lift.bare', { name }); // EIN-5
  if (word === 'lift') {
    const funnel = cellAt(cell.split(',').map(Number)) ?? 0;
    return t('told.eintrichtern.lift', { name, ...addressOf(funnel, after ? option.lattice(after) : SIZE) });
  }
  if (word === 'die') return thrown(step, context);
  if (word === 'keep') return t('told.eintrichtern.keep', { name, n: wonBy(step, context) });
  return told(step, context);
}

/**
 * How many red dice a player had won then: a view may have come after later steps.
 * @param {Step} step @param {Context} context
 */
function wonBy({ seat }, { steps, index, after }) {
  if (!after) return 0;
  const later = steps.slice(index + 1).filter((step) => step.version <= after.plies);
  return after.won[seat] - later.filter((step) => step.text === 'keep' && step.seat === seat).length;
}

/**
 * The dice fall one after the other and are told together, with the last of them.
 * @param {Step} step
 * @param {Context} context
 */
function thrown(step, { t, steps, index }) {
  const fell = (/** @type {Step | undefined} */ other) =>
    other?.seat === step.seat && (other.text ?? '').startsWith('die ');
  if (fell(steps[index + 1])) return '';
  const faces = [];
  for (let at = index; fell(steps[at]) && faces.length < DICE; at--)
    faces.unshift(Number(steps[at].text?.split(' ')[1]));
  return faces.length === DICE ? t('told.eintrichtern.die', { faces: faces.join(', '), n: sum(faces) }) : '';
}
