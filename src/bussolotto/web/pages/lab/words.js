/** What is tried out and measured, in words; and figures as people read them. */
import { named, playerName } from '../../words/names.js';
import { optionName, optionValue } from '../../words/options.js';
import { isShare, PLAYERS } from './question.js';

/** @typedef {import('../../types.js').Translate} Translate */

const DIGITS = 3;
const MINUTE_S = 60;
const LONG = 120; // minutes, which are told as hours

/** @param {Translate} t @param {string} game @param {string} option */
export const axisName = (t, game, option) => (option === PLAYERS ? t('lab.players') : optionName(t, game, option));

/** @param {Translate} t @param {string} game @param {string} option @param {string} value */
export const valueName = (t, game, option, value) =>
  option === PLAYERS ? playerName(t, value) : optionValue(t, game, option, value);

/** A measure by its name in `docs/studies.md`. @param {Translate} t @param {string} game @param {string} measure */
export function measureName(t, game, measure) {
  const [kind, of] = measure.split('.', 2);
  if (kind === 'place') return of === '0' ? t('lab.measure.first') : t('lab.measure.place', { n: Number(of) + 1 });
  if (kind === 'seat') return t('lab.measure.seat', { n: Number(of) + 1 });
  if (kind === 'points' && of) return t('lab.measure.points-of', { n: Number(of) + 1 });
  if (kind !== 'ending') return t(`lab.measure.${kind}`);
  return named(t, `ending.${game}.${of}`, of);
}

/** A figure of a measure. @param {string} lang @param {string} measure @param {number} number */
export function figure(lang, measure, number) {
  if (isShare(measure))
    return new Intl.NumberFormat(lang, { style: 'percent', maximumFractionDigits: 1 }).format(number);
  return new Intl.NumberFormat(lang, { maximumSignificantDigits: DIGITS + 1 }).format(number);
}

/** A figure where there is little room: of a share without its sign. @param {string} lang @param {string} measure @param {number} number */
export function bareFigure(lang, measure, number) {
  if (!isShare(measure)) return figure(lang, measure, number);
  return new Intl.NumberFormat(lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(100 * number);
}

/**
 * How long it still takes, where that is long; and that it is stopped before, after so many minutes.
 * @param {Translate} t @param {number | null | undefined} seconds @param {number} limit
 */
export function leftSaid(t, seconds, limit) {
  if (!seconds || seconds < MINUTE_S) return '';
  const minutes = Math.ceil(seconds / MINUTE_S);
  const said =
    minutes < LONG ? t('lab.left.minutes', { n: minutes }) : t('lab.left.hours', { n: Math.ceil(minutes / 60) });
  return minutes > limit ? `${said} ${t('lab.left.stopped', { n: limit })}` : said;
}

/** Half the width of an interval, with two digits. @param {string} lang @param {string} measure @param {number} half */
export function halfWidth(lang, measure, half) {
  const told = isShare(measure) ? 100 * half : half;
  return `± ${new Intl.NumberFormat(lang, { maximumSignificantDigits: 2 }).format(told)}`;
}
