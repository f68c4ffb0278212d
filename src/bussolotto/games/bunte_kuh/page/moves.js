/** What the events of Bunte Kuh move: the throw glows that a call was about. */

const thrown = () => ({ glow: '.kuh-pearls' });

/** @type {import('../../../web/table/banner.js').Moves} */
export const moves = { funnel: thrown, wrong: thrown, fiasco: thrown, 'fiasco-wrong': thrown, refuted: thrown };
