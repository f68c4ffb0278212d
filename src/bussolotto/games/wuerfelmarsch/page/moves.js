/** What the events of Würfelmarsch move: the faces that fight glow; the pile lets dice that are won fly to the winner. */

const faces = () => ({ glow: '.wue-fight' });

/** @type {import('../../../web/table/banner.js').Moves} */
export const moves = { fight: faces, tie: faces };
