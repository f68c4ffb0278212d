/** Which bots a game has, in the order in which they are offered. */

/** From the weakest to the strongest. */
const LEVELS = ['easy', 'medium', 'hard'];

/** The levels of the bots that a game has. @param {Pick<import('../types.js').Game, 'players'>} game */
export const levelsOf = ({ players }) => LEVELS.filter((level) => players.includes(level));

/**
 * The bots that are offered: by level and the careless one; others where a game has no levels.
 * @param {import('../types.js').Game} game
 */
export const offeredPlayers = (game) => {
  const levels = levelsOf(game);
  return levels.length ? [...game.players.filter((player) => player === 'random'), ...levels] : game.players;
};

/** All bots of a game, those by level first. @param {import('../types.js').Game} game */
export const allPlayers = (game) => [...new Set([...levelsOf(game), ...game.players])];

/** The bot that sits down where nobody chooses another, as the server has it. @param {import('../types.js').Game} game */
export function usualPlayer(game) {
  const level = game.race ? 'easy' : 'medium';
  return game.players.includes(level) ? level : game.players[game.players.length - 1];
}
