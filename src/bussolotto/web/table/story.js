/** What happened, in the words of a game. */

import { CHANCE, firstWord, together } from '../line/steps.js';

/** @typedef {import('../types.js').Step} Step */
/** @typedef {import('../types.js').SentenceContext} Context */
/** @typedef {Record<string, string | number>} Values */

/**
 * The sentences of a game. A step is told by the text `told.<game>.<word>`; a game that has none for the page is told as
 * on the command line. `values` adds what the page's own text wants, `silent` are words that need no sentence.
 * @param {{values?: (step: Step, context: Context) => Values, silent?: string[]}} [own]
 * @returns {import('../types.js').Sentence}
 */
export const story =
  ({ values = () => ({}), silent = [] } = {}) =>
  (step, context) => {
    const { t, game, names } = context;
    const word = firstWord(step);
    if (silent.includes(word)) return '';
    const told = step.seat === CHANCE ? together(step, context) : [step];
    if (!told) return '';
    const fallen = told.map(({ text }) => text?.split(' ').slice(1) ?? []);
    const what = fallen.flat().join(' ');
    const given = {
      name: names[step.seat] ?? '',
      what,
      n: fallen.length,
      seat: names[Number(fallen[0][0])] ?? '',
      ...values(step, context),
    };
    const kind = word || (step.seat === CHANCE ? 'unseen' : 'hidden');
    const key = [`told.${game}.${kind}`, `cli.said.${game}.${kind}`, `cli.said.${kind}`].find((each) => t.has(each));
    if (key) return t(key, given);
    return step.seat === CHANCE
      ? t('plain.chance', { text: `${word} ${what}` })
      : t('plain.step', { name: given.name, text: step.text ?? '' });
  };
