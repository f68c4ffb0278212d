/** The other people at a table. @param {import('../../types.js').Table} table */
export const others = ({ seats, me }) =>
  seats.filter(({ kind, seat }) => kind === 'person' && seat !== me.seat && !me.seats?.includes(seat));
