/** What a review says of each ply of a replay: what a choice cost, what the dice brought whom. */
import { useLoad } from '../../components/load.js';
import { complete, needs } from '../../components/needs.js';
import { later } from '../../components/when-needed.js';
import { get } from '../../line/api.js';
import { html } from '../../vendor/preact.js';
import { choiceName } from '../../words/choices.js';
import { rollSaid, signed, verdictSaid } from './review-said.js';

/** @typedef {import('./review-said.js').Saying} Saying */
/** @typedef {import('../../wire.js').ReviewTold} Review */
/** @typedef {'doubtful' | 'mistake' | 'blunder' | 'luck'} MarkKind */
/**
 * @typedef {{at: number, kind: MarkKind, text: string, more: string}} Mark of a ply, counted from 1: in a few words, and
 *     in a sentence
 */

needs(['later-review'], [new URL('./verdicts.css', import.meta.url)]);

const NOTABLE = 0.02; // of the victory: less luck is not marked
const BEYOND = 3; // standard errors

/** The review of a match, if there is one. @param {string} match @returns {Promise<Review | null>} */
export const reviewOf = (match) =>
  get(`/api/matches/${match}/review?begin=false`).then(
    (/** @type {import('../../wire.js').ReviewView} */ { review }) => review,
    () => null, // without it one can watch on
  );

/** Choices that are called something, and rolls that certainly brought somebody luck, in order. @param {Review} review @param {Saying} saying */
export function marksOf(review, saying) {
  const choices = review.choices.filter(({ verdict }) => verdict).map((choice) => choiceMark(choice, saying));
  const rolls = review.rolls.flatMap((roll) => rollMark(roll, saying));
  return [...choices, ...rolls].sort((one, other) => one.at - other.at);
}

/** @param {import('../../wire.js').ChoiceTold} choice @param {Saying} saying @returns {Mark} */
function choiceMark(choice, saying) {
  const { t, game, names, size } = saying;
  const text = verdictSaid(choice, saying);
  const best = t('review.instead', { best: choiceName(t, game, choice.best, { size, names, seat: choice.seat }) });
  return { at: choice.ply, kind: /** @type {MarkKind} */ (choice.verdict), text, more: `${text}. ${best}` };
}

/** @param {import('../../wire.js').RollTold} roll @param {Saying} saying @returns {Mark[]} */
function rollMark(roll, saying) {
  const { t, lang, names } = saying;
  const seat = roll.luck.reduce((most, luck, at) => (Math.abs(luck) > Math.abs(roll.luck[most]) ? at : most), 0);
  const luck = roll.luck[seat];
  if (Math.abs(luck) < Math.max(NOTABLE, BEYOND * roll.errors[seat])) return [];
  const text = t('review.luck', { name: names[seat], change: signed(luck, lang) });
  return [{ at: roll.last, kind: 'luck', text, more: rollSaid(roll, seat, saying) }];
}

/**
 * Each line of a log with its marks; those of a ply without a line stand at the next.
 * @template {{version: number}} L
 * @param {readonly L[]} lines @param {readonly Mark[]} marks
 */
export function marked(lines, marks) {
  return lines.map((line, at) => {
    if (lines[at + 1]?.version === line.version) return { ...line, marks: [] }; // they stand at its last line
    const before = lines.slice(0, at).findLast(({ version }) => version < line.version)?.version ?? 0;
    return { ...line, marks: marks.filter((mark) => mark.at > before && mark.at <= line.version) };
  });
}

/** The review beside the replay, for who looks at it. @param {Omit<import('./review.js').Of, 'me'> & {tell: (review: Review) => void}} props */
export function Beside(props) {
  const seat = useLoad(() => get(`/api/matches/${props.match}`).then(({ seat: me }) => ({ me })), [props.match]);
  return (seat.value || seat.error) && html`<${Whole} ...${props} me=${seat.value?.me ?? null} />`;
}

const Whole = later(() => complete(import('./review.js')).then((part) => part.Review));
