/** Every cell that matters as a button: for the keyboard, for screen readers, for tests. Only one is a tab stop. */
import { html } from '../vendor/preact.js';
import { CELLS } from './lattice.js';
import { CENTRE, middleOf, openRoles, placeOf } from './plan.js';

/** @typedef {import('./types.js').Side} Side */

/**
 * @param {{cells: readonly number[], stop: number, text: (cell: number) => string, chosen: number | null, busy:
 *     boolean,
 *   dice: ReadonlyMap<number, import('./types.js').PileDie>, below: Side, onPick: (cell: number) => void,
 *   onFocus: (cell: number | null) => void, share: ((point: readonly [number, number]) => number[]) | null,
 *   marked: {has: (cell: number) => boolean}, advised: number | null, holder: {current: HTMLElement | null}}} props
 *   `stop`: the tab stop; `share`: where a point is in the frame, null where the view is not flat
 */
export function CellButtons(props) {
  const { cells, stop, text, chosen, busy, dice, below, marked, advised, onPick, onFocus, share, holder } = props;
  return html`<div class="pile-cells" ref=${holder}>${cells.map(
    (
      cell,
    ) => html`<button type="button" key=${cell} class="pile-cell" data-cell=${cell} tabindex=${cell === stop ? 0 : -1}
        aria-label=${text(cell)} aria-pressed=${chosen === cell ? 'true' : undefined}
        aria-disabled=${busy ? 'true' : undefined} data-place=${marked.has(cell) ? '' : undefined}
        data-advised=${cell === advised ? '' : undefined}
        style=${share ? placed(share(seenAt(cell, dice, below))) : undefined} onClick=${() => onPick(cell)}
        onFocus=${() => onFocus(cell)} onBlur=${() => onFocus(null)}></button>`,
  )}</div>`;
}

/**
 * The middle of what is seen of a die, or of a gap.
 * @param {number} cell
 * @param {ReadonlyMap<number, unknown>} dice
 * @param {Side} below
 * @returns {[number, number]}
 */
export function seenAt(cell, dice, below) {
  const [x, y] = placeOf(CELLS[cell], below);
  const [right, down] = dice.has(cell) ? middleOf(openRoles(cell, dice, below)) : CENTRE;
  return [x + right, y + down];
}

/** @param {number[]} share */
const placed = ([left, top]) => `left:${(left * 100).toFixed(2)}%;top:${(top * 100).toFixed(2)}%`;
