/** What the events of Bunte Kuh move: the throw glows that a call was about, and dice go to who has to take them. */

const GLOW = '.kuh-pearls';
const thrown = () => ({ glow: GLOW });

/** Everybody else gives dice, where that costs any. @param {number} seat @param {number} dice */
const fromOthers = (seat, dice) => ({
  glow: GLOW,
  ...(dice > 0 && { dice: `.seat:not([data-seat="${seat}"])`, to: seat }),
});

/** @type {import('../../../web/table/banner.js').Moves} */
export const moves = {
  funnel: thrown,
  wrong: ({ seat, dice }) => fromOthers(seat, dice),
  fiasco: thrown,
  'fiasco-wrong': ({ seat, dice }) => fromOthers(seat, dice),
  refuted: ({ other, dice }) => fromOthers(other, dice),
};
