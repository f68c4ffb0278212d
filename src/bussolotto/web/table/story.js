/** What happened, in the words of a game: the same sentences that the command line says. */

/** @typedef {import('../types.js').Step} Step */
/** @typedef {import('../types.js').SentenceContext} Context */
/** @typedef {Record<string, string | number>} Values */

export const CHANCE = 15;

/**
 * The sentences of a game. A step is told by the text `told.<game>.<word>` of the page where there is one, else by the
 * command line's; `values` adds what the page's own text wants, `silent` are words that need no sentence.
 * @param {{values?: (step: Step, context: Context) => Values, silent?: string[]}} [own]
 * @returns {import('../types.js').Sentence}
 */
export const story = ({ values = () => ({}), silent = [] } = {}) => (step, context) => {
  const { t, game, names } = context;
  const [word, ...rest] = words(step);
  if (silent.includes(word)) return '';
  const fallen = step.seat === CHANCE ? together(step, context) : [rest];
  if (!fallen) return '';
  const what = fallen.flat().join(' ');
  const given = { name: names[step.seat] ?? '', what, n: fallen.length, seat: names[Number(fallen[0][0])] ?? '', ...values(step, context) };
  const unseen = step.seat === CHANCE ? 'unseen' : 'hidden';
  const key = [`told.${game}.${word}`, `cli.said.${game}.${word}`, `cli.said.${word || unseen}`].find((each) => t.has(each));
  if (key) return t(key, given);
  return step.seat === CHANCE ? t('plain.chance', { text: `${word} ${what}` }) : t('plain.step', { name: given.name, text: step.text ?? '' });
};

/**
 * What chance said with the same word in one go, told with the last of it; null for what is told later.
 * @param {Step} step @param {Context} context
 * @returns {string[][] | null}
 */
function together(step, { steps, index, apart = [] }) {
  const [word, ...rest] = words(step);
  if (apart.includes(word)) return [rest];
  const same = (/** @type {Step | undefined} */ other) => other?.seat === CHANCE && [word, ''].includes(words(other)[0]);
  if (same(steps[index + 1])) return null;
  const fallen = [];
  for (let at = index; at >= 0 && same(steps[at]); at--) fallen.unshift(words(steps[at]).slice(1));
  return fallen;
}

/** @param {Step} step */
const words = ({ text }) => (text ?? '').split(' ');
