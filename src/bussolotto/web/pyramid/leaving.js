/** Dice that somebody takes from the pile fly from where they are seen to his seat, in his colour. */
import { flyDice } from '../components/flight.js';
import { useLayoutEffect, useRef } from '../vendor/preact.js';
import { seatedDice } from './taken.js';

/** @typedef {ReadonlyMap<number, import('./types.js').PileDie>} Dice */

const SIZE = 2; // of the box around the point where a die is seen

/**
 * @param {{current: HTMLElement | null}} view what shows the pile @param {Dice} dice
 * @param {{taker?: (cell: number) => number | undefined, moves: readonly import('./types.js').Move[], motion: boolean,
 *   point: (cell: number, dice: Dice) => {x: number, y: number} | null}} wish `point`: where a cell is seen in the view
 */
export function useLeaving(view, dice, { taker, moves, motion, point }) {
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
      flyDice(root, [{ left, top, width: SIZE, height: SIZE }], seat);
    }
  }, [dice]);
}
