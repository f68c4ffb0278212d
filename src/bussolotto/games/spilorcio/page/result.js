/** The end of a match, in place of the hand: who won and why it ended, the picture of it, and once more. */
import { get, post } from '../../../web/line/api.js';
import { complete } from '../../../web/components/needs.js';
import { html, useEffect, useLayoutEffect, useRef, useState } from '../../../web/vendor/preact.js';
import { SeatMark } from './marks.js';
import { Summary } from './summary.js';
import { endSentence, list, winSentence } from './words.js';

/**
 * @typedef {import('../../../web/types.js').TableProps<import('./facts.js').View>} TableProps
 * @typedef {import('../../../web/types.js').Frame<import('./facts.js').View>} Frame
 * @typedef {import('./position.js').View} View
 * @typedef {import('../../../web/types.js').Graph} Graph
 */

/** @param {TableProps} props */
export function Result({ match, seats, me, view, t }) {
  const names = seats.map(({ name }) => name);
  const picture = usePicture(match.id);
  const title = useFocus();
  const winners = winnersOf(match.returns);
  return html`
    <section class="result" aria-labelledby="result-title">
      <div class="result-words">
        <h2 id="result-title" tabindex="-1" ref=${title}>
          ${winners.map((seat) => html`<${SeatMark} seat=${seat} name=${names[seat]} />`)}
          <span>${
            winners.length
              ? t(winners.length > 1 ? 'spilorcio.result.share' : 'spilorcio.result.wins', {
                  names: list(
                    winners.map((seat) => names[seat]),
                    t,
                  ),
                })
              : t('spilorcio.result')
          }</span>
        </h2>
        <p>${reason(match, /** @type {View} */ (view), names, t)}</p>
        ${me !== null && !match.evening && html`<${Rematch} table=${match.table} t=${t} />`}
      </div>
      ${picture && html`<${Summary} t=${t} names=${names} ...${picture} />`}
    </section>`;
}

/** @param {number[] | null} returns */
function winnersOf(returns) {
  return (returns ?? []).flatMap((share, seat) => (share > 0 ? [seat] : []));
}

/** @param {TableProps['match']} match @param {View} view @param {readonly string[]} names @param {TableProps['t']} t */
function reason(match, view, names, t) {
  const why = match.end?.reason ?? 'rules';
  if (why !== 'rules') return t(`spilorcio.end.${why}`);
  return `${endSentence(view, names, t)} ${winSentence(view, names, t)}`;
}

/** Every position, once the server tells them, and what draws them. @param {string} match */
function usePicture(match) {
  const [picture, show] = useState(/** @type {{frames: Frame[], Graph: Graph} | null} */ (null));
  useEffect(() => {
    Promise.all([get(`/api/matches/${match}/replay`), complete(import('../../../web/table/graph.js'))]).then(
      ([{ frames }, { Graph }]) => show({ frames, Graph }),
      () => show(null),
    );
  }, [match]);
  return picture;
}

/** The focus goes to the result if it was on something that has gone with the hand. */
function useFocus() {
  const title = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => {
    if (document.activeElement === document.body) title.current?.focus({ preventScroll: true });
  }, []);
  return title;
}

/** @param {{table: string, t: TableProps['t']}} props the new match comes to everybody at the table by itself */
function Rematch({ table, t }) {
  const [asked, ask] = useState(false);
  const [problem, tell] = useState('');
  async function rematch() {
    ask(true);
    try {
      await post(`/api/tables/${table}/rematch`);
    } catch (refusal) {
      ask(false);
      tell(/** @type {Error} */ (refusal).message);
    }
  }
  return html`
    <button type="button" class="primary" disabled=${asked} onClick=${rematch}>${t('spilorcio.rematch')}</button>
    ${problem && html`<p role="alert">${problem}</p>`}`;
}
