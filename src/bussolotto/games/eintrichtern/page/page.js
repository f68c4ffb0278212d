/** The table of Eintrichtern: red dice over yellow ones, three pearl dice, and the funnel that all may look into. */
import { complete } from '../../../web/components/needs.js';
import { later } from '../../../web/components/when-needed.js';
import { baseOf, cellText, COUNT, SIDE_OF_SEAT } from '../../../web/pyramid/lattice.js';
import { Pile } from '../../../web/pyramid/pile.js';
import { useDecision } from '../../../web/table/decision.js';
import { summary } from '../../../web/table/summary.js';
import { GameTable } from '../../../web/table/table.js';
import { html, useMemo } from '../../../web/vendor/preact.js';
import { option } from './facts.js';
import {
  funnelOf,
  FALLING,
  keeperOf,
  LAYING,
  LIFTING,
  matches,
  SETTLING,
  sum,
  sumOf,
  targetOf,
  THROWING,
} from './funnel.js';
import { moves } from './moves.js';
import { Reveal, Stock } from './reveal.js';
import { sentence } from './words.js';

/** @typedef {import('../../../web/types.js').TableProps<import('./facts.js').View>} TableProps */
/** @typedef {import('./facts.js').View} View */
/** @typedef {import('../../../web/table/decision.js').Decision} Decision */

export { SHORTCUTS } from '../../../web/pyramid/keys.js';
export const Rules = later(async () => (await complete(import('./rules.js'))).Rules);
export { sentence };
export const Summary = summary('eintrichtern');

/** @param {TableProps} props */
export default function Table(props) {
  const { view, t, me, seats } = props;
  const decision = useDecision(props);
  const dice = useMemo(() => diceOf(view), [view]);
  const places = useMemo(() => placesOf(view, decision, t), [view, decision.mine, t]);
  const taker = useMemo(() => keeperOf(props.steps), [props.steps]);
  const look = (/** @type {number} */ seat) => ({
    score: view.won[seat],
    turn: view.phase > FALLING && view.turn === seat,
    more: html`<${Stock} won=${view.won[seat]} target=${targetOf(view)} t=${t} />`,
  });
  return html`<${GameTable} ...${props} decision=${decision} seat=${look} say=${sayNow(view, t)} moves=${moves}
      buttons=${buttons(view, t)}
      hand=${html`<${Reveal} ...${props} />`}>
    <${Pile} t=${t} settings=${props.settings} label=${t('ein.pile')} size=${option.lattice(view)} dice=${dice}
        places=${places} taker=${taker} atOnce=${true} busy=${decision.busy}
        side=${me !== null && seats.length === 3 ? SIDE_OF_SEAT[me] : null}
        onPick=${(/** @type {number} */ cell) => lift(decision, cell)}
        describe=${(/** @type {number} */ cell) => remembered(view, cell, t)} />
  <//>`;
}

/**
 * Yellow dice as far as they are laid, red ones on them; one of these is held up while all look.
 * @param {View} view
 * @returns {import('../../../web/pyramid/types.js').PileDie[]}
 */
function diceOf(view) {
  const yellow = baseOf(option.lattice(view))
    .slice(0, view.laid)
    .map((cell) => ({ cell, colour: /** @type {const} */ ('yellow'), faces: view.face[cell] }));
  const red = [...Array(COUNT).keys()]
    .filter((cell) => view.red[cell] && view.phase > LAYING)
    .map((cell) => ({
      cell,
      colour: /** @type {const} */ ('red'),
      look: view.phase === SETTLING && view.lifted === cell + 1 ? /** @type {const} */ ('lifted') : undefined,
    }));
  return [...yellow, ...red];
}

/**
 * Every red die that I may lift; with the sum under it, where the table remembers it for all.
 * @param {View} view
 * @param {Decision} decision
 * @param {TableProps['t']} t
 */
function placesOf(view, decision, t) {
  const cells = [...Array(COUNT).keys()].filter((cell) => decision.can(`lift ${cellText(cell)}`));
  return cells.map((cell) => ({
    cell,
    label: t('ein.lift'),
    mark: view.shown[cell] ? String(sumOf(view, cell)) : undefined,
  }));
}

/**
 * A pick lifts the die at once, as a hand would; where there is nothing to lift it says why.
 * @param {Decision} decision
 * @param {number} cell
 */
function lift(decision, cell) {
  const action = `lift ${cellText(cell)}`;
  return decision.can(action) ? decision.play(action) : decision.why(action);
}

/**
 * What the table remembers of a funnel, in words.
 * @param {View} view
 * @param {number} cell
 * @param {TableProps['t']} t
 */
function remembered(view, cell, t) {
  if (!view.red[cell] || !view.shown[cell]) return '';
  return t('ein.remembered', { faces: funnelOf(view, cell).join(', '), n: sumOf(view, cell) });
}

/** @param {View} view @param {TableProps['t']} t @returns {import('../../../web/table/table.js').Button[]} */
function buttons(view, t) {
  if (view.phase === SETTLING)
    return matches(view)
      ? [{ text: 'keep', label: t('ein.keep'), primary: true }]
      : [{ text: 'back', label: t('ein.back'), primary: true }];
  if (view.phase === LIFTING) return [];
  return [{ text: 'throw', label: t('ein.throw'), primary: view.phase === THROWING }];
}

/** What I can do now. @param {View} view @param {TableProps['t']} t */
function sayNow(view, t) {
  const n = sum(view.pearl);
  if (view.phase === SETTLING)
    return t(matches(view) ? 'ein.say.keep' : 'ein.say.back', { n, sum: sumOf(view, view.lifted - 1) });
  if (view.phase === THROWING)
    return t(view.left === view.red.length || !view.pearl[0] ? 'ein.say.first' : 'ein.say.again');
  return t(view.phase === LIFTING ? 'ein.say.lift' : 'ein.say.choose', { n });
}
