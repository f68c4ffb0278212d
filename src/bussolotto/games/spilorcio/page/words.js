/** What happened, and what would happen, in the table's own words. Every sentence comes from the catalogue. */
import { spoken } from '../../../web/table/keeps.js';
import { CHANCE } from '../../../web/line/steps.js';
import { placings } from './placing.js';
import { PHASE, endReason, leaders, rolled } from './position.js';

/**
 * @typedef {import('./position.js').View} View
 * @typedef {import('../../../web/types.js').Translate} Translate
 * @typedef {import('../../../web/types.js').Step<import('./facts.js').View>} Step
 * @typedef {import('../../../web/types.js').SentenceContext<import('./facts.js').View>} Context
 */

/**
 * One ply in words; the dice of a roll are told together, with the last of them.
 * @param {Step} step
 * @param {Context} context
 * @returns {string}
 */
export function sentence(step, context) {
  const [word, ...numbers] = (step.text ?? '').split(' ');
  const { names, t } = context;
  if (word === 'start') return t('spilorcio.said.starts', { name: names[Number(numbers[0])] });
  if (word === 'die') return rollSentence(context);
  const name = names[step.seat];
  if (word === 'place')
    return [t('spilorcio.said.places', { name, number: numbers[0] }), ...consequences(context)].join(' ');
  if (word !== 'keep') return '';
  const said = t('spilorcio.said.keeps', { name, dice: spoken(numbers.map(Number)) });
  return [said, ...consequences(context)].join(' ');
}

/** @param {Context} context @returns {string} */
function rollSentence({ steps, index, after, names, t }) {
  if (isDie(steps[index + 1])) return '';
  let first = index;
  while (isDie(steps[first - 1])) first -= 1;
  const faces = steps.slice(first, index + 1).map(({ text }) => Number(text?.split(' ')[1]));
  const seat = steps[index + 1]?.seat ?? after?.turn;
  const dice = spoken(faces);
  return seat === undefined
    ? t('spilorcio.said.falls', { dice })
    : t('spilorcio.said.rolls', { name: names[seat], dice });
}

/** @param {Step | undefined} step */
const isDie = (step) => Boolean(step?.text?.startsWith('die '));

/** @param {Context} context @returns {string[]} what the placing of dice brought, in order */
function consequences(context) {
  const before = /** @type {View | null} */ (context.before);
  const after = /** @type {View | null} */ (context.after);
  if (!before || !after || !toldAlone(context) || !placingHappened(before, after)) return [];
  return laidSentences(placings(before, after), context.t);
}

/** @param {Context} context is this the only decision between the views that are known? */
function toldAlone({ steps, index }) {
  const told = steps.filter((step) => step.after === steps[index].after && step.seat !== CHANCE);
  return told.length <= 1;
}

/** @param {View} before @param {View} after */
function placingHappened(before, after) {
  return before.phase === PHASE.placing || after.turn !== before.turn || after.phase >= PHASE.placing;
}

/** @param {import('./placing.js').Placing[]} placed @param {Translate} t @returns {string[]} */
function laidSentences(placed, t) {
  if (placed.length === 0) return [];
  const reserve = placed.reduce((sum, one) => sum + one.reserve, 0);
  const lists = { n: placed.length, rows: placed.map(({ row }) => row + 1).join(' · ') };
  const laid = t('spilorcio.said.laid', lists);
  return reserve ? [laid, t('spilorcio.said.reserve', { n: reserve })] : [laid];
}

/** @param {View} view @param {readonly string[]} names @param {Translate} t */
export function endSentence(view, names, t) {
  return t(`spilorcio.end.${endReason(view)}`, { name: names[view.turn], n: view.debt });
}

/** @param {View} view @param {readonly string[]} names @param {Translate} t */
export function winSentence(view, names, t) {
  const winners = leaders(view);
  const n = view.chips[winners[0]];
  return t(winners.length > 1 ? 'spilorcio.end.share' : 'spilorcio.end.wins', {
    names: list(
      winners.map((seat) => names[seat]),
      t,
    ),
    n,
  });
}

/** @param {readonly string[]} words @param {Translate} t */
export function list(words, t) {
  if (words.length < 2) return words.join('');
  return t('spilorcio.list', { first: words.slice(0, -1).join(', '), last: words[words.length - 1] });
}

/**
 * What setting these dice aside would bring, to be read beside them.
 * @param {View} view as it is
 * @param {number} me
 * @param {number[]} chosen faces
 * @param {View | null} outcome the preview, once it is there
 * @param {Translate} t
 * @returns {string[]}
 */
export function prospect(view, me, chosen, outcome, t) {
  const left = rolled(view).length - chosen.length;
  if (left > 0) return [t('spilorcio.prospect.rolls', { n: left })];
  return outcome ? placingProspect({ ...view, phase: PHASE.keeping }, outcome, me, t) : [];
}

/** @param {View} view @param {View} outcome @param {number} me @param {Translate} t @returns {string[]} */
export function placingProspect(view, outcome, me, t) {
  const said = placings(view, outcome)
    .filter(({ completed }) => completed)
    .map(({ row, taken }) => completesProspect(row, taken, outcome, t));
  if (outcome.phase === PHASE.placing) return [...said, t('spilorcio.prospect.order')];
  if (outcome.phase === PHASE.over)
    return [...said, t(`spilorcio.prospect.${endReason(outcome)}`, { n: outcome.debt })];
  return [...said, t('spilorcio.prospect.left', { n: outcome.chips[me] })];
}

/** @param {number} row @param {number} taken @param {View} outcome @param {Translate} t */
function completesProspect(row, taken, outcome, t) {
  const pays = outcome.arrow[row];
  const key = pays === 0 ? 'free' : outcome.seats === 2 ? 'other' : 'others';
  return t(`spilorcio.prospect.completes-${key}`, { row: row + 1, n: taken, pays });
}

/**
 * @param {import('./position.js').Row} row
 * @param {Translate} t
 * @returns {string} for those who cannot see the board
 */
export function rowDescription(row, t) {
  return t('spilorcio.row.described', {
    row: row.number,
    filled: row.filled,
    length: row.length,
    chips: row.chips,
    arrow: row.arrow,
  });
}
