/** The table of My Dice - Your Dice: the reserve, the game dice shared out by their numbers, what each has won. */
import { Die } from '../components/die.js';
import { useDecision } from '../table/decision.js';
import { story } from '../table/story.js';
import { summary } from '../table/summary.js';
import { GameTable } from '../table/table.js';
import { html, useEffect, useState } from '../vendor/preact.js';

/** @typedef {import('../types.js').TableProps} TableProps */
/** @typedef {import('../types.js').View} View */

const [DRAWING, RANSOMING, STUCK] = [0, 2, 4];
const GOAL = 28; // MDY-2
const FACES = [1, 2, 3, 4, 5, 6];
const NUMBERS = { first: [6, 5], second: [1, 2] }; // main and secondary (MDY-1)

export { Rules } from '../table/rules.js';

export const sentence = story();
export const Summary = summary('my-dice-your-dice');

/** @param {TableProps} props */
export default function Table(props) {
  const { view, t, match, me } = props;
  const decision = useDecision(props);
  const ransom = useRansom(props);
  const points = (/** @type {number} */ seat) => view.won[seat] + view.spare[seat];
  const look = (/** @type {number} */ seat) => ({
    score: points(seat), turn: view.phase > DRAWING && view.turn === seat,
    more: html`<${Stock} view=${view} seat=${seat} t=${t} />`,
  });
  return html`<${GameTable} ...${props} decision=${decision} seat=${look} say=${t(`mdy.say.${view.phase}`, { n: theirs(view) })}
      buttons=${buttons({ view, t, ransom })}>
    <div class="mdy" aria-label=${t('mdy.table')} role="group">
      <${Reserve} groups=${view.groups} t=${t} />
      <${GameDice} view=${view} me=${me} ransom=${decision.mine && view.phase === RANSOMING ? ransom : null} t=${t} over=${match.over} />
    </div>
  <//>`;
}

/** @param {{view: View, t: TableProps['t'], ransom: ReturnType<typeof useRansom>}} props @returns {import('../table/table.js').Button[]} */
function buttons({ view, t, ransom }) {
  if (view.phase === RANSOMING) {
    return [{ text: `ransom ${ransom.count}`, primary: true, label: ransom.count ? t('mdy.ransom', { n: ransom.count }) : t('mdy.ransom.none') }];
  }
  const again = view.phase === STUCK ? { text: 'pay', label: t('mdy.pay', { n: view.game + 1 }) } : { text: 'roll', label: t('mdy.roll', { n: view.game }) };
  return [{ ...again, primary: true }, { text: 'stop', label: t('mdy.stop') }];
}

/** How many dice I mean to ransom, chosen anew for every roll. @param {TableProps} props */
function useRansom({ view, version }) {
  const [count, set] = useState(0);
  useEffect(() => set(0), [version]);
  const most = Math.min(theirs(view), view.spare[view.turn] ?? 0);
  return { count: Math.min(count, most), most, set };
}

/** Main and secondary number of a seat. @param {View} view @param {number} seat */
const numbersOf = (view, seat) => (seat === view.first ? NUMBERS.first : NUMBERS.second);

/** How many dice lie there that the opponent of whose turn it is would win. @param {View} view */
const theirs = (view) => view.rolled[numbersOf(view, 1 - view.turn)[0] - 1];

/** What a seat has: its numbers, its action dice, and how far it is from 28. @param {{view: View, seat: number, t: TableProps['t']}} props */
function Stock({ view, seat, t }) {
  const [main, secondary] = numbersOf(view, seat);
  const points = view.won[seat] + view.spare[seat];
  return html`<span class="mdy-stock">
    ${view.phase > DRAWING && html`<span class="mdy-numbers" role="img" aria-label=${t('mdy.numbers', { main, secondary })}>
      <${Die} face=${main} class="mdy-main" /><${Die} face=${secondary} class="mdy-secondary" /></span>`}
    <span class="mdy-spare" role="img" aria-label=${t('mdy.spare', { n: view.spare[seat] })}>${Array.from({ length: view.spare[seat] }, (_, at) => html`<i key=${at} />`)}</span>
    <span class="mdy-way" role="img" aria-label=${t('mdy.way', { points, goal: GOAL })}><i style=${{ inlineSize: `${Math.min(100, (100 * points) / GOAL)}%` }} /></span>
  </span>`;
}

/** @param {{groups: number[], t: TableProps['t']}} props */
function Reserve({ groups, t }) {
  const left = groups.filter((size) => size > 0);
  return html`<ul class="mdy-reserve" aria-label=${t('mdy.reserve', { n: left.length })}>
    ${left.map((size, at) => html`<li key=${at} class="mdy-group" aria-label=${t('mdy.group', { n: size })}>
      ${Array.from({ length: size }, (_, die) => html`<i key=${die} />`)}<b aria-hidden="true">${size}</b></li>`)}
  </ul>`;
}

/**
 * The game dice as they lie, by their faces; while ransom is decided, those to be handed over can be picked.
 * @param {{view: View, me: number | null, ransom: ReturnType<typeof useRansom> | null, t: TableProps['t'], over: boolean}} props
 */
function GameDice({ view, ransom, t, over }) {
  const lying = FACES.flatMap((face) => Array.from({ length: view.rolled[face - 1] }, (_, at) => ({ face, at })));
  const cup = view.game - lying.length;
  const handed = ransom && numbersOf(view, 1 - view.turn)[0];
  return html`<div class="mdy-felt" data-phase=${view.phase}>
    <div class="mdy-dice">
      ${lying.map(({ face, at }) => (ransom && face === handed
        ? html`<${Handed} key=${`${face}-${at}`} face=${face} at=${at} ransom=${ransom} t=${t} />`
        : html`<span key=${`${face}-${at}`} class="mdy-die" role="img" aria-label=${t('mdy.die', { face })}><${Die} face=${face} /></span>`))}
      ${!over && cup > 0 && html`<span class="mdy-cup" role="img" aria-label=${t('mdy.cup', { n: cup })}><b aria-hidden="true">${cup}</b></span>`}
      ${!lying.length && !cup && html`<p class="muted">${t('mdy.empty')}</p>`}
    </div>
  </div>`;
}

/** A die that the opponent would win, to be ransomed by a tap. @param {{face: number, at: number, ransom: ReturnType<typeof useRansom>, t: TableProps['t']}} props */
function Handed({ face, at, ransom, t }) {
  const paid = at < ransom.count;
  const next = paid ? at : Math.min(at + 1, ransom.most);
  return html`<button type="button" class=${`mdy-die mdy-handed ${paid ? 'mdy-paid' : ''}`} aria-pressed=${paid}
    aria-label=${t('mdy.handed', { face })} onClick=${() => ransom.set(next)}><${Die} face=${face} /></button>`;
}
