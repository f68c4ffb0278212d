/** What a game is, in a line: how many play, for how long, and what they find in it. */

/** @typedef {import('../../types.js').Game} Game */

/** @param {import('../../types.js').Translate} t @param {Game} game */
export function facts(t, { seats, minutes, kind }) {
  const told = [t('home.seats', { n: Math.max(...seats), seats: range(seats) })];
  if (minutes) told.push(t('home.minutes', { n: minutes }));
  if (kind) told.push(t(`home.kind.${kind}`));
  return told.join(' · ');
}

/** Ascending numbers, shorter where none is missing between the first and the last. @param {readonly number[]} numbers */
function range(numbers) {
  const first = numbers[0];
  const last = numbers[numbers.length - 1];
  if (numbers.length < 2 || last - first >= numbers.length) return numbers.join(', ');
  return `${first}–${last}`;
}
