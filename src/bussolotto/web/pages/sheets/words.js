/** What is told of a sheet in words: whose it is, how long it is, who wins. */
import { percent } from '../../words/i18n.js';
import { moment } from '../../words/moment.js';
import { gameTitle, playerName } from '../../words/names.js';

/** @typedef {import('../../types.js').Translate} Translate */
/** @typedef {import('../../wire.js').SheetView} Sheet */
/** @typedef {import('../../wire.js').SheetFigures} Figures */

const Z = 1.96; // of a 95 % interval

/**
 * Of which game it is, who made it, and by which licence it may be handed on.
 * @param {Translate} t
 * @param {Pick<Sheet, 'authors' | 'licence'> & {rules: {game: string} | null}} sheet `rules`: of house rules, their game
 */
export function credit(t, { authors, licence, rules }) {
  const of = rules && t('sheets.rules', { game: gameTitle(t, rules.game) });
  const by = authors.length ? t('sheets.by', { names: authors.join(', ') }) : '';
  return [of, by, licence].filter(Boolean).join(' · ');
}

/** When it came, and how many earlier versions there are. @param {Translate} t @param {Sheet} sheet @param {string} lang */
export function came(t, sheet, lang) {
  const n = versions(sheet).earlier.length;
  return [t('sheets.since', { date: moment(lang, sheet.since) }), n && t('sheets.earlier', { n })]
    .filter(Boolean)
    .join(' · ');
}

/** Its other versions: the newest, unless it is that itself, and those before it. @param {Sheet} sheet */
export function versions({ sheet, versions: all }) {
  const at = all.findIndex((one) => one.sheet === sheet);
  return { newest: at > 0 ? all[0] : null, earlier: all.slice(at + 1) };
}

/** How many play it: `2–4`, or each number where some are missing. @param {readonly number[]} seats */
export function numbers(seats) {
  const [first, last] = [seats[0], seats[seats.length - 1]];
  const whole = last - first + 1 === seats.length;
  return whole && seats.length > 1 ? unbroken(`${first}–${last}`) : seats.join(', ');
}

/** How many decisions a match has. @param {Translate} t @param {Figures} figures */
export function length(t, { decisions: [few, half, many] }) {
  const [low, n, high] = [few, half, many].map(Math.round);
  return low === high ? t('sheets.decisions', { n }) : unbroken(t('sheets.decisions.about', { n, low, high }));
}

/** A range stays on one line. @param {string} text */
const unbroken = (text) => text.replaceAll('–', '\u2060–\u2060');

/**
 * How often each place wins, from who begins, and how far off that may be, in percentage points.
 * @param {Figures} figures @param {string} lang
 */
export function places({ places: shares, matches }, lang) {
  const told = shares.map((share) => percent(share, lang)).join(' · ');
  if (shares.length === 1) return told; // who plays alone always wins
  const half = 100 * Math.max(...shares.map((share) => halfWidth(share, matches)));
  return `${told} ± ${new Intl.NumberFormat(lang, { maximumSignificantDigits: 2 }).format(half)}`;
}

/** Half the 95 % interval of a share, by Wilson (1927). @param {number} share @param {number} n */
const halfWidth = (share, n) => (Z / (1 + Z ** 2 / n)) * Math.sqrt((share * (1 - share)) / n + Z ** 2 / (4 * n ** 2));

/** Figures by who played, bots last, without those of no matches. @param {readonly Figures[]} measured @returns {Figures[][]} */
export function groups(measured) {
  const played = measured.filter(({ matches }) => matches);
  return [...new Set(played.map(({ by }) => by))].map((by) => played.filter((one) => one.by === by));
}

/** Whose matches these are, and how many. @param {Translate} t @param {readonly Figures[]} figures of one kind of player */
export function playedBy(t, [{ by, matches: n }]) {
  if (!by) return t('sheets.like.rules', { n });
  return by === 'random' ? t('sheets.like.text', { n }) : t('sheets.like.bots', { n, name: playerName(t, by) });
}

/** The line of a list: by how many it is played, how long and how even it is. @param {Translate} t @param {Sheet} sheet @param {string} lang */
export function summary(t, { seats, measured, rules }, lang) {
  const players = t('sheets.players', { numbers: numbers(seats), count: seats[seats.length - 1] });
  const first = groups(measured ?? []).pop()?.[0];
  if (!first) return players;
  const { by, matches: n } = first;
  const values = { shares: places(first, lang), n, name: playerName(t, by) };
  const bots = by && by !== 'random' ? 'sheets.even.bots' : 'sheets.even';
  const even = t(rules ? 'sheets.even.rules' : bots, values);
  return [players, length(t, first), even].join(' · ');
}
