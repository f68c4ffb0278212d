/** Steps of a match, as far as all that tells or plays them has to know. */

/** @typedef {import('../types.js').Step} Step */

export const CHANCE = 15;

/** The first word of a step's text; '' where it is hidden. @param {Step} step */
export const firstWord = ({ text }) => text?.split(' ')[0] ?? '';

/**
 * What chance did in one go, told with the last of it; null for what is told later. Dice that fall together belong
 * together, until something comes of them, hidden ones to what is seen after them; words that the game keeps apart are an
 * event each.
 * @param {Step} step
 * @param {Pick<import('../types.js').SentenceContext, 'steps' | 'index' | 'apart'>} context
 * @returns {Step[] | null}
 */
export function together(step, { steps, index, apart = [] }) {
  const word = firstWord(step);
  if (apart.includes(word)) return [step];
  const next = steps[index + 1];
  if (!step.events && next?.seat === CHANCE && (!word || firstWord(next) === word)) return null;
  const first = steps.findLastIndex(
    (other, at) => at < index && (other.events || other.seat !== CHANCE || !['', word].includes(firstWord(other))),
  );
  return steps.slice(first + 1, index + 1);
}
