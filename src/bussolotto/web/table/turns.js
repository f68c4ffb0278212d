/** The moments that decided a match, found in the graph of its points. */

const MOST = 3;

/** @typedef {{events?: import('../types.js').EventTold[]}} Told */

/**
 * Where the winner gained or lost most against the best of the others, a change of the lead above all: the numbers of
 * at most three frames, in their order. Where enough events stopped the table, only these count.
 * @param {readonly Told[]} frames
 * @param {readonly (readonly number[])[]} scores by frame, by seat
 * @param {readonly number[]} returns of the match
 * @param {boolean} [fewest] do the fewest points win?
 * @returns {number[]}
 */
export function turningPoints(frames, scores, returns, fewest = false) {
  const winner = returns.indexOf(Math.max(...returns));
  const marked = frames.flatMap(({ events = [] }, at) => (events.some(({ ms }) => ms > 0) ? [at] : []));
  const moments = marked.length >= MOST ? marked : frames.map((_, at) => at).slice(1);
  const lead = (/** @type {number} */ at) => leadOf(scores[at], winner, fewest);
  const swings = moments.map((at, index) => {
    const [before, after] = [lead(index ? moments[index - 1] : 0), lead(at)];
    const turned = Math.sign(before) !== Math.sign(after);
    return { at, size: Math.abs(after - before) * (turned ? 2 : 1) };
  });
  const largest = swings
    .filter(({ size }) => size > 0)
    .sort((one, other) => other.size - one.size || other.at - one.at);
  return largest
    .slice(0, MOST)
    .map(({ at }) => at)
    .sort((one, other) => one - other);
}

/** @param {readonly number[]} points @param {number} winner @param {boolean} fewest */
function leadOf(points, winner, fewest) {
  const good = points.map((value) => (fewest ? -value : value));
  return good[winner] - Math.max(...good.filter((_, seat) => seat !== winner));
}

/**
 * Places on a line that lie too near to each other, in their order and so far apart that each can be pressed.
 * @param {readonly number[]} places in per cent @param {number} gap @returns {number[]}
 */
export function spread(places, gap) {
  /** @type {number[]} */
  const found = [];
  for (const [at, place] of places.entries()) found.push(at ? Math.max(place, found[at - 1] + gap) : place);
  return found.map((place, at) => Math.min(place, 100 - gap * (found.length - 1 - at)));
}
