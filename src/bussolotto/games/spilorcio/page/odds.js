/** How likely what one hopes for is: the chance to get so many dice of one number with the dice still to roll. */
import { Hint, useAdvice } from '../../../web/components/advice.js';
import { bestFirst } from '../../../web/components/best-first.js';
import { worthText } from '../../../web/components/worth.js';
import { actionName } from '../../../web/words/choices.js';
import { html, useEffect, useState } from '../../../web/vendor/preact.js';
import { DICE } from '../../../web/table/keeps.js';
import { percent } from './board.js';

/** @typedef {readonly (readonly number[])[]} Reach [dice to roll][dice wanted] -> chance of as many or more */

const SHOWN = 6; // choices, the best

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
export function Odds(props) {
  const { t, lang, me, movers, match } = props;
  const reach = useReach();
  const counts = Array.from({ length: DICE }, (_, index) => index + 1);
  return html`
    <section class="odds">
      ${match.hints && me !== null && movers?.includes(me) && html`<${Choices} ...${props} />`}
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

/**
 * What the best choices are worth, at a table that allows hints.
 * @param {import('../../../web/types.js').TableProps<import('./facts.js').View>} props
 */
function Choices({ game, match, version, t, lang }) {
  const advisor = useAdvice({ match, version, game, t, lang });
  const { advice } = advisor;
  return html`<div class="odds-choices">
    <${Hint} ...${advisor} ...${{ game, t, lang }} />
    ${
      advice?.measure &&
      html`<ol class="odds-best">${bestFirst(advice)
        .slice(0, SHOWN)
        .map(
          (action) => html`<li key=${action}>
            ${actionName(t, game.actions?.[action] ?? '')}: <strong class="number">
              ${worthText(advice, action, lang)}</strong></li>`,
        )}</ol>`
    }
  </div>`;
}
