/** How likely what one hopes for is: the chance to get so many dice of one number with the dice still to roll. */
import { html, useEffect, useState } from '../../../web/vendor/preact.js';
import { DICE } from '../../../web/table/keeps.js';
import { percent } from './board.js';

/** @typedef {readonly (readonly number[])[]} Reach [dice to roll][dice wanted] -> chance of as many or more */

/** @type {Promise<Reach> | null} */
let asked = null;

async function load() {
  const answer = await fetch('/web/dice-odds.json');
  return (await answer.json()).reach;
}

/** @returns {Reach | null} null until it is there */
export function useReach() {
  const [reach, show] = useState(/** @type {Reach | null} */ (null));
  useEffect(() => {
    asked ??= load();
    asked.then(show, () => {
      asked = null;
    });
  }, []);
  return reach;
}

/** @param {import('../../../web/types.js').TableProps<import('./facts.js').View>} props */
export function Odds({ t, lang }) {
  const reach = useReach();
  const counts = Array.from({ length: DICE }, (_, index) => index + 1);
  return html`
    <section class="odds">
      <p>${t('spilorcio.odds.text')}</p>
      <table class="odds-table">
        <caption>${t('spilorcio.odds.caption')}</caption>
        <thead><tr><th scope="col">${t('spilorcio.odds.dice')}</th>
          ${counts.map((wanted) => html`<th scope="col">${wanted}</th>`)}</tr></thead>
        <tbody>
          ${
            reach &&
            counts.map(
              (dice) => html`
                <tr><th scope="row">${dice}</th>
                  ${counts.map(
                    (wanted) => html`<td class="number">
                      ${wanted > dice ? '–' : percent(reach[dice][wanted], lang)}</td>`,
                  )}
                </tr>`,
            )
          }
        </tbody>
      </table>
    </section>`;
}
