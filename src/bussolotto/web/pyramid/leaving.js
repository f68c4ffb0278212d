/** Dice that somebody takes from the pile fly from where they are seen to where they lie now, or to his seat, in his colour. */
import { flyDice, flyThere } from '../components/flight.js';
import { useLayoutEffect, useRef } from '../vendor/preact.js';
import { seatedDice } from './taken.js';

/** @typedef {ReadonlyMap<number, import('./types.js').PileDie>} Dice */

const SIZE = 2; // of the box around the point where a die is seen

/**
 * @param {{current: HTMLElement | null}} view what shows the pile @param {Dice} dice
 * @param {{taker?: (cell: number) => number | undefined, lies?: import('./types.js').Lies,
 *   moves: readonly import('./types.js').Move[], motion: boolean,
 *   point: (cell: number, dice: Dice) => {x: number, y: number} | null}} wish `point`: where a cell is seen in the view
 */
export function useLeaving(view, dice, { taker, lies, moves, motion, point }) {
  const before = useRef(dice);
  useLayoutEffect(() => {
    const was = before.current;
    before.current = dice;
    const root = /** @type {HTMLElement | null | undefined} */ (view.current?.closest('.game'));
    if (!taker || !motion || !root || was === dice) return;
    const box = /** @type {HTMLElement} */ (view.current).getBoundingClientRect();
    for (const { cell, seat } of seatedDice(was, dice, moves, taker)) {
      const seen = point(cell, was);
      if (!seen) continue;
      const [left, top] = [box.left + seen.x - SIZE / 2, box.top + seen.y - SIZE / 2];
      const from = { left, top, width: SIZE, height: SIZE };
      const place = lies?.(/** @type {import('./types.js').PileDie} */ (was.get(cell)), seat);
      const die = place && root.querySelector(place);
      if (die) flyThere(root, /** @type {HTMLElement} */ (die), from);
      else flyDice(root, [from], seat);
    }
  }, [dice]);
}
