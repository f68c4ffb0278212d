/**
 * The table of Cui bono?: the pyramid, what slides when a die is taken, where it may go back, what everybody had to
 * keep.
 */
import { complete } from '../../../web/components/needs.js';
import { later } from '../../../web/components/when-needed.js';
import { cellAt, cellText, COUNT } from '../../../web/pyramid/lattice.js';
import { Pile } from '../../../web/pyramid/pile.js';
import { useDecision } from '../../../web/table/decision.js';
import { summary } from '../../../web/table/summary.js';
import { GameTable } from '../../../web/table/table.js';
import { html, useEffect, useMemo, useRef, useState } from '../../../web/vendor/preact.js';
import { option } from './facts.js';
import { COLOURS, facesOf, pileAfter, PUTTING, sliding, TAKING, without } from './history.js';
import { Kept, pointsOf, priceOf } from './seats.js';
import { Hand } from './hand.js';
import { moves } from './moves.js';
import { dieName, sentence } from './words.js';

/** @typedef {import('../../../web/types.js').TableProps<import('./facts.js').View>} TableProps */
/** @typedef {import('./facts.js').View} View */
/** @typedef {import('../../../web/table/decision.js').Decision} Decision */
/** @typedef {import('./history.js').Pile} PileOfDice */
/**
 * @typedef {{version: number, cell: number, after: import('../../../web/types.js').Position<import('./facts.js').View>
 *     | null}} Choice a cell that is thought of, and what would be then
 */

export { SHORTCUTS } from '../../../web/pyramid/keys.js';
export const Rules = later(async () => (await complete(import('./rules.js'))).Rules);
export { sentence };
export const Summary = summary('cui-bono');

/** @param {TableProps} props */
export default function Table(props) {
  const { view, t, steps } = props;
  const decision = useDecision(props);
  const choice = useChoice(props, decision);
  const pile = useMemo(() => pileAfter(steps, view.colour), [steps, view]);
  const shown = useShown(pile, view, choice.cell);
  const look = (/** @type {number} */ seat) => ({
    score: pointsOf(view, seat),
    turn: view.phase >= TAKING && view.turn === seat,
    more: html`<${Kept} view=${view} seat=${seat} t=${t} />`,
  });
  const say = sayNow(view, choice, pile, t);
  useEffect(() => {
    if (choice.cell !== null) props.announce(say);
  }, [choice.cell]);
  return html`<${GameTable} ...${props} decision=${decision} seat=${look} say=${say} buttons=${buttons(view, choice, t)}
      moves=${moves}      hand=${html`<${Hand} view=${view} choice=${choice} pile=${pile} t=${t} />`}>
    <${Pile} t=${t} settings=${props.settings} label=${t('cui.pile')} size=${option.lattice(view)} dice=${shown.dice}
        moves=${shown.moves} places=${placesOf({ view, decision, choice, t })}
        chosen=${choice.cell} silent=${true} busy=${decision.busy} onPick=${choice.pick} />
  <//>`;
}

/**
 * The die that I think of taking, or the funnel that I think of putting it into; nothing of it is done yet.
 * @param {TableProps} props @param {Decision} decision
 */
export function useChoice({ view, version }, decision) {
  const [kept, keep] = useState(/** @type {Choice | null} */ (null));
  const asked = useRef(0); // of several questions the answer to the last one counts
  const choice = kept?.version === version ? kept : null;
  const word = view.phase === PUTTING ? 'put' : 'take';
  const pick = async (/** @type {number} */ cell) => {
    const action = `${word} ${cellText(cell)}`;
    if (!decision.mine) return decision.why(action);
    if (choice?.cell === cell) return decision.play(action);
    decision.quiet();
    keep(null);
    const question = (asked.current += 1);
    const after = await decision.look(action);
    if (after && question === asked.current) keep({ version, cell, after });
    return undefined;
  };
  return {
    cell: choice?.cell ?? null,
    after: choice?.after ?? null,
    action: choice ? `${word} ${cellText(choice.cell)}` : '',
    pick,
    clear: () => keep(null),
  };
}

/** @typedef {ReturnType<typeof useChoice>} Chosen */

/**
 * The dice to show: with what would be. Those that went elsewhere since the last time are moves.
 * @param {PileOfDice} pile @param {View} view @param {number | null} chosen
 */
function useShown(pile, view, chosen) {
  const before = useRef(/** @type {Map<number, number>} id -> cell */ (new Map()));
  return useMemo(() => {
    const taking = chosen !== null && view.phase === TAKING;
    const after = taking ? without(pile, chosen) : [...pile];
    const slid = new Set(taking ? sliding(pile, chosen).map((cell) => pile[cell]?.id) : []);
    if (chosen !== null && view.phase === PUTTING) after[chosen] = { id: COUNT, colour: view.held };
    const moves = after.flatMap((die, to) => {
      const from = die ? before.current.get(die.id) : undefined;
      return from === undefined || from === to ? [] : [{ from, to }];
    });
    before.current = new Map(after.flatMap((die, cell) => (die ? [[die.id, cell]] : [])));
    const dice = after.flatMap((die, cell) =>
      die
        ? [
            {
              cell,
              colour: COLOURS[die.colour],
              faces: facesOf(die),
              look: slid.has(die.id) ? /** @type {const} */ ('new') : undefined,
            },
          ]
        : [],
    );
    return { dice, moves };
  }, [pile, view, chosen]);
}

/**
 * @param {{view: View, decision: Decision, choice: Chosen, t: TableProps['t']}} now
 * @returns {import('../../../web/pyramid/types.js').Place[]}
 */
function placesOf({ view, decision, choice, t }) {
  const cellsAfter = (/** @type {string} */ word) =>
    decision.after(word).map((text) => cellAt(text.split(',').map(Number)) ?? -1);
  const takes = cellsAfter('take').map((cell) => {
    const colour = view.colour[cell];
    return {
      cell,
      label: t(cell === choice.cell ? 'cui.take.confirm' : 'cui.take.label', {
        die: dieName(t, colour),
        n: priceOf(view, colour),
      }),
    };
  });
  const held = { colour: COLOURS[view.held], faces: facesOf({ id: COUNT, colour: view.held }) };
  return [
    ...takes,
    ...cellsAfter('put').map((cell) => ({
      cell,
      ...held,
      label: t(cell === choice.cell ? 'cui.put.confirm' : 'cui.put.label'),
    })),
  ];
}

/**
 * @param {View} view
 * @param {Chosen} choice
 * @param {TableProps['t']} t
 * @returns {import('../../../web/table/table.js').Button[]}
 */
function buttons(view, choice, t) {
  const back = choice.cell === null ? [] : [{ label: t('cui.back'), press: choice.clear }];
  if (view.phase !== PUTTING) {
    return [{ text: choice.action, label: t('cui.take'), primary: true, disabled: choice.cell === null }, ...back];
  }
  const put = { text: choice.action, label: t('cui.put'), primary: true, disabled: choice.cell === null };
  return [
    put,
    ...(option.back(view) === 'free' ? [{ text: 'keep', label: t('cui.keep', { n: priceOf(view, view.held) }) }] : []),
    ...back,
  ];
}

/** @param {View} view @param {Chosen} choice @param {PileOfDice} pile @param {TableProps['t']} t */
function sayNow(view, choice, pile, t) {
  if (view.phase === PUTTING)
    return t(
      choice.cell === null ? (option.back(view) === 'must' ? 'cui.say.must' : 'cui.say.put') : 'cui.say.put.chosen',
    );
  if (choice.cell === null || !choice.after) return t('cui.say.take');
  const slides = t('cui.say.slide', { n: sliding(pile, choice.cell).length });
  const colour = view.colour[choice.cell];
  const places = (choice.after.legal ?? []).length - (option.back(view) === 'free' ? 1 : 0);
  return `${slides} ${choice.after.view.phase === PUTTING ? t('cui.say.places', { n: places }) : t('cui.say.forced', { n: priceOf(view, colour) })}`;
}
