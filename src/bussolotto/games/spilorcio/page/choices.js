/** The board in the lab: how often dice are set aside for each of its rows, or how much depends on that. */
import { Die } from '../../../web/components/die.js';
import { FACES, keeping } from '../../../web/table/keeps.js';
import { html } from '../../../web/vendor/preact.js';
import { rows } from './position.js';

/** @typedef {{action: string}} Action */
/** @typedef {{value: number | null, part: number, text: string}} Heat */

/**
 * @param {{view: import('./position.js').View, actions: readonly Action[], heat: (places: ReadonlyMap<number, readonly
 *     Action[]>) => Map<number, Heat>, t: import('./words.js').Translate}} props
 */
export default function Choices({ view, actions, heat, t }) {
  const heats = heat(new Map(FACES.map((face) => [face, keeping(actions, face)])));
  const lengths = new Map(rows(view).map(({ number, length }) => [number, length]));
  return html`<ol class="lab-board" aria-label=${t('spilorcio.board')}>${FACES.map((face) => {
    const { value, part, text } = /** @type {Heat} */ (heats.get(face));
    const squares = Array.from({ length: lengths.get(face) ?? 0 }, (_, square) => square);
    return html`<li key=${face} style=${`--part:${part.toFixed(3)}`} class=${value === null ? 'lab-unknown' : ''}>
      <span class="visually-hidden">${face}:</span><${Die} face=${face} />
      <span class="lab-squares" aria-hidden="true">${squares.map((square) => html`<i key=${square} />`)}</span>
      <span class="number">${text}</span></li>`;
  })}</ol>`;
}
