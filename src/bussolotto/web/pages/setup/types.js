/** What the parts of the form say to each other, as types. Nothing here runs. */

/** @typedef {import('../../types.js').Game} Game */
/**
 * @typedef {{game: string, seats: number, options: Record<string, string>, visibility: string, hints: boolean,
 *   pace: 'live' | 'days', sit: number | null, chat: string, clock: import('../../types.js').Clock | null,
 *   bots: {seat: number, player: string}[], device: boolean, names: string[], dice: 'program' | 'real', fair: 'pages' | 'server',
 *   preset: string | null, countdown?: boolean}} Wish what `POST /api/tables` is asked for
 */
/**
 * @typedef {{game: Game, wish: Wish, change: (news: Partial<Wish>) => void}} Part what every part of the form is given
 */
export {};
