/** What a review says, in sentences: who played best, what a choice cost and why, what the dice did. */
import { choiceName, wordName } from '../../words/choices.js';
import { joinNames, percent } from '../../words/i18n.js';

/** @typedef {import('../../wire.js').ReviewTold} Review */
/** @typedef {import('../../wire.js').ChoiceTold} Choice */
/** @typedef {import('../../wire.js').RollTold} Roll */
/** @typedef {import('../../types.js').Translate} Translate */
/**
 * @typedef {{t: Translate, lang: string, game: string, names: readonly string[], worth: number, size?: number}} Saying
 *     `worth`: what a point is shown as; `size`: of the base of its pile
 */

const ERRORS = 3; // standard errors that are shown
const SHOWN_OUTCOMES = 12; // of a roll
const LEAST_POINTS = 0.1; // fewer are not told

/** A share in whole per cent. @param {number | null} share @param {string} lang */
export const whole = (share, lang) => (share === null ? '–' : percent(Math.round(100 * share) / 100, lang));

/** A share in whole per cent, with its sign. @param {number} share @param {string} lang */
export const signed = (share, lang) =>
  new Intl.NumberFormat(lang, { style: 'percent', signDisplay: 'exceptZero' }).format(Math.round(100 * share) / 100);

/**
 * Who played best, and who was lucky; `me` is the seat of who reads this, null for others.
 * @param {Review} review @param {readonly string[]} names @param {Translate} t @param {string} lang
 * @param {number | null} [me]
 */
export function summary(review, names, t, lang, me = null) {
  const { players, interrupted } = review;
  const both = bestAndLucky(review, names, t, lang, me);
  const sentences = [
    interrupted && t('review.partly'),
    both || playedBest(review, names, t, lang, me),
    !both && players[0].luck !== null && wasLucky(review, names, t, lang, me),
  ];
  return sentences.filter(Boolean).join(' ');
}

/**
 * Who played best and was lucky as well, alone in both; nothing else.
 * @param {Review} review @param {readonly string[]} names @param {Translate} t @param {string} lang
 * @param {number | null} me
 */
function bestAndLucky({ best_players: best, luckiest, players }, names, t, lang, me) {
  if (luckiest === null || best.length > 1 || best[0] !== luckiest) return '';
  const by = whole(players[luckiest].luck, lang);
  return luckiest === me
    ? t('review.best.lucky.mine', { percent: by })
    : t('review.best.lucky', { name: names[luckiest], percent: by });
}

/**
 * @param {Review} review @param {readonly string[]} names @param {Translate} t @param {string} lang
 * @param {number | null} me
 */
function playedBest({ best_players: best, seats }, names, t, lang, me) {
  const own = me !== null && best.includes(me);
  if (best.length === seats && seats > 2) return t('review.best.all');
  if (best.length === seats && seats > 1) return t(own ? 'review.best.both.ours' : 'review.best.both');
  if (own && best.length === 1) return t('review.best.mine');
  const others = best.filter((seat) => !own || seat !== me).map((seat) => names[seat]);
  const who = joinNames(own ? [t('review.you'), ...others] : others, lang);
  return own ? t('review.best.ours', { names: who }) : t('review.best', { n: best.length, names: who });
}

/**
 * @param {Review} review @param {readonly string[]} names @param {Translate} t @param {string} lang
 * @param {number | null} me
 */
function wasLucky({ luckiest, players }, names, t, lang, me) {
  if (luckiest === null) return t('review.lucky.nobody');
  const by = whole(players[luckiest].luck, lang);
  return luckiest === me
    ? t('review.lucky.mine', { percent: by })
    : t('review.lucky', { name: names[luckiest], percent: by });
}

/** What a choice is called, with what it cost. @param {Choice} choice @param {Saying} saying */
export const verdictSaid = ({ verdict, loss }, { t, lang }) =>
  t('review.verdict', { verdict: t(`review.verdict.${verdict}`), loss: signed(-loss, lang) });

/** What a choice cost. @param {Choice} choice @param {Saying} saying */
export function choiceSaid(choice, { t, lang, game, names, size }) {
  const what = choiceName(t, game, choice.done, { size, names, seat: choice.seat });
  return t('review.choice', { name: names[choice.seat], what, loss: withError(choice.loss, choice.error, lang) });
}

/** What would have been better, and how often it wins. @param {Choice} choice @param {Saying} saying */
export function betterSaid(choice, { t, lang, game, names, size }) {
  const table = { size, names, seat: choice.seat };
  const [what, best] = [choice.done, choice.best].map((text) => choiceName(t, game, text, table));
  return t('review.why', {
    best,
    what,
    share: whole(choice.share, lang),
    better: whole(choice.best_share, lang),
  });
}

/** Why it would have been better, and what it cost in points. @param {Choice} choice @param {Saying} saying */
export function reasonsSaid(choice, { t, lang, game, worth }) {
  const { points, points_error: error } = choice;
  const number = new Intl.NumberFormat(lang, { maximumSignificantDigits: 2 });
  const cost = points !== null && points > Math.max(ERRORS * (error ?? 0), LEAST_POINTS);
  const later = choice.why.length > 0 && choice.why.every(({ against }) => against);
  return [
    ...choice.why.map((reason) => reasonSaid(reason, { t, lang, game })),
    ...(later ? [t('review.reason.later')] : []),
    ...(cost ? [t('review.points', { points: number.format(worth * points) })] : []),
  ];
}

/**
 * @param {import('../../wire.js').Prospect} reason @param {Pick<Saying, 't' | 'lang' | 'game'>} saying
 */
function reasonSaid({ word, chance, done, best, against }, { t, lang, game }) {
  const own = `outlook.${game}.${word}`;
  const thing = t(t.has(own) ? own : `outlook.${word}`);
  const signDisplay = done < 0 || best < 0 ? /** @type {const} */ ('exceptZero') : /** @type {const} */ ('auto');
  const number = new Intl.NumberFormat(lang, { ...digits(done, best), signDisplay });
  const shown = (/** @type {number} */ value) => (chance ? whole(value, lang) : number.format(value));
  return t(against ? 'review.reason.against' : 'review.reason', { thing, better: shown(best), share: shown(done) });
}

/** As many digits as tell two numbers apart. @param {number} done @param {number} best */
const digits = (done, best) =>
  Math.max(Math.abs(done), Math.abs(best)) < 100
    ? { maximumFractionDigits: Math.abs(done - best) < 0.1 ? 2 : 1 }
    : { maximumSignificantDigits: 3 };

/** What a roll brought or cost a seat. @param {Roll} roll @param {number} seat @param {Saying} saying */
export function rollSaid(roll, seat, { t, lang, names }) {
  const what = fellSaid(roll.fallen, { t, lang, names });
  const change = withError(Math.abs(roll.luck[seat]), roll.errors[seat], lang);
  return t(roll.luck[seat] > 0 ? 'review.roll.good' : 'review.roll.bad', { name: names[seat], what, change });
}

/**
 * What fell, as people call it: who begins, the dice, cards, or how a pile was laid.
 * @param {readonly string[]} fallen @param {Pick<Saying, 't' | 'lang' | 'names'>} saying
 */
function fellSaid(fallen, { t, lang, names }) {
  const rests = (/** @type {string} */ word) =>
    fallen.filter((text) => text.startsWith(`${word} `)).map((text) => text.slice(word.length + 1));
  const [start, four, laid, cards, dice] = ['start', 'four', 'lay', 'card', 'die'].map(rests);
  const parts = [
    ...[...start, ...four].slice(-1).map((seat) => t('review.fell.start', { name: names[Number(seat)] })),
    laid.length && t('review.fell.laid'),
    cards.length && t('review.fell.cards', { what: cards.map((card) => cardName(t, lang, card)).join(' · ') }),
    [...dice.slice(0, SHOWN_OUTCOMES), dice.length > SHOWN_OUTCOMES && '…'].filter(Boolean).join(' '),
  ];
  return parts.filter(Boolean).join(', ') || fallen.join(' ');
}

/** A card by its number or its word. @param {Translate} t @param {string} lang @param {string} card */
const cardName = (t, lang, card) => (/^\d+$/.test(card) ? Number(card).toLocaleString(lang) : wordName(t, card));

/** A share with three standard errors, where it has any. @param {number} share @param {number} error @param {string} lang */
function withError(share, error, lang) {
  const told = percent(share, lang);
  return error ? `${told} (±\u00a0${percent(ERRORS * error, lang)})` : told;
}
