/** Clocks in words and figures. */

/** @typedef {import('../../types.js').Clock} Clock */
/** @typedef {import('../../types.js').Translate} Translate */

/** @type {[string, number][]} */
const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
];

/**
 * A clock as it is agreed: `30 sec a move, then 10 min`.
 * @param {Translate} t
 * @param {string} lang
 * @param {Clock} clock
 */
export function clockText(t, lang, { move_s: move, bank_s: bank, increment_s: increment }) {
  const said = [];
  if (move) said.push(t('clock.move', { time: duration(lang, move) }));
  if (bank) said.push(t(move ? 'clock.then' : 'clock.bank', { time: duration(lang, bank) }));
  if (increment) said.push(t('clock.increment', { time: duration(lang, increment) }));
  return said.join(', ');
}

/** A length of time in its largest unit that divides it. @param {string} lang @param {number} seconds */
function duration(lang, seconds) {
  const [unit, length] = UNITS.find(([, size]) => seconds % size === 0) ?? UNITS[3];
  return new Intl.NumberFormat(lang, { style: 'unit', unit, unitDisplay: 'short' }).format(seconds / length);
}

/** What is left: `4:05`, `1:04:05`, or days and hours. @param {Translate} t @param {number} ms */
export function clockTime(t, ms) {
  const all = Math.ceil(ms / 1000);
  const [days, hours, minutes, seconds] = [
    Math.floor(all / 86_400),
    Math.floor(all / 3600) % 24,
    Math.floor(all / 60) % 60,
    all % 60,
  ];
  if (days) return t('clock.days', { days, hours });
  const [short, ...rest] = hours ? [hours, minutes, seconds] : [minutes, seconds];
  return [short, ...rest.map((part) => String(part).padStart(2, '0'))].join(':');
}
