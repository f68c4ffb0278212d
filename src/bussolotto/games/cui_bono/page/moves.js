/** What the events of Cui bono? move: the die that was in hand goes to whoever has to keep it. */

const fromHand = () => ({ dice: '.cui-hand' });

/** @type {import('../../../web/table/banner.js').Moves} */
export const moves = { forced: fromHand, kept: fromHand };
