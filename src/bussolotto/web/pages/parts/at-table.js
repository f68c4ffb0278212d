/** What every part of a table's page is given, as types. Nothing here runs. */

/** @typedef {import('../../types.js').Table} Table */
/** @typedef {{table: Table, game: import('../../types.js').Game, known: import('../../types.js').Known,
 *   channel: import('../../line/channel.js').Channel, changed: (table: Table) => void}} AtTable */
export {};
