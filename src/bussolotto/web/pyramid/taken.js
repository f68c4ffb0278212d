/** Which dice have left the pile, and to whom they go. */

/** @typedef {{has: (cell: number) => boolean, keys: () => Iterable<number>}} Cells */

const MOST = 12; // if more leave at once, it is another position, not a move

/**
 * @param {Cells} before @param {Cells} after @param {readonly import('./types.js').Move[]} moves
 * @param {(cell: number) => number | undefined} taker
 * @returns {{cell: number, seat: number}[]}
 */
export function seatedDice(before, after, moves, taker) {
  const carried = new Set(moves.map(({ from }) => from));
  const left = [...before.keys()].filter((cell) => !after.has(cell) && !carried.has(cell));
  if (left.length > MOST) return [];
  return left.flatMap((cell) => {
    const seat = taker(cell);
    return seat === undefined ? [] : [{ cell, seat }];
  });
}
