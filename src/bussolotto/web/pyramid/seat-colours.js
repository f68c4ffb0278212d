/** The colours of seats where dice belong to them. */
import { diceColour } from '../components/seats.js';
import { useLayoutEffect } from '../vendor/preact.js';

const SEATS = [0, 1, 2, 3, 4, 5, 6, 7];

/**
 * One colour a player: where dice belong to seats, theirs is the colour of avatar, log and graph, too.
 * @param {import('../types.js').Game} game
 */
export function useSeatColours(game) {
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const set = SEATS.flatMap((seat) => {
      const name = diceColour(game, seat);
      return name ? colouring(seat, name) : [];
    });
    for (const [property, value] of set) style.setProperty(property, value);
    return () => set.forEach(([property]) => style.removeProperty(property));
  }, [game.name]);
}

/** The properties of the page for a seat with dice of this colour. @param {number} seat @param {string} name */
const colouring = (seat, name) => [
  [`--seat-${seat}`, `var(--die-${name})`],
  [`--on-seat-${seat}`, `var(--pip-${name})`],
  [`--chart-${seat}`, `color-mix(in srgb, var(--die-${name}), var(--ink) 45%)`],
];
