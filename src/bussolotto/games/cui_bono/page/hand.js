/** What is held between taking a die and putting it back. */
import { COUNT } from '../../../web/pyramid/lattice.js';
import { Token } from '../../../web/pyramid/token.js';
import { html } from '../../../web/vendor/preact.js';
import { COLOURS, facesOf, TAKING } from './history.js';
import { priceOf } from './seats.js';
import { dieName } from './words.js';

/**
 * The die in hand, or the one that I think of taking.
 * @param {{view: import('./facts.js').View, choice: {cell: number | null}, pile: import('./history.js').Pile,
 *   t: import('../../../web/types.js').Translate}} props
 */
export function Hand({ view, choice, pile, t }) {
  const thought = view.phase === TAKING && choice.cell !== null ? pile[choice.cell] : null;
  const die = view.held ? { id: COUNT, colour: view.held } : thought;
  const name = die ? t('cui.hand', { die: dieName(t, die.colour), n: priceOf(view, die.colour) }) : t('cui.hand.empty');
  return html`<span class="cui-hand" role="img" aria-label=${name}>
    ${
      die
        ? html`<${Token} colour=${COLOURS[die.colour]} faces=${facesOf(die)} class=${view.held ? '' : 'cui-thought'}
        />`
        : html`<i />`
    }
    <span aria-hidden="true">${die ? t('cui.points', { n: priceOf(view, die.colour) }) : ''}</span>
  </span>`;
}
