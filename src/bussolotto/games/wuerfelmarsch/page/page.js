/**
 * The table of Würfelmarsch: three armies on the base, where a die may be tipped and how it would lie, every fight by
 * its faces.
 */
import { complete } from '../../../web/components/needs.js';
import { later } from '../../../web/components/when-needed.js';
import { SIDE_OF_SEAT } from '../../../web/pyramid/lattice.js';
import { atPlace } from '../../../web/pyramid/places.js';
import { Pile } from '../../../web/pyramid/pile.js';
import { useSeatColours } from '../../../web/pyramid/seat-colours.js';
import { useDecision } from '../../../web/table/decision.js';
import { summary } from '../../../web/table/summary.js';
import { GameTable } from '../../../web/table/table.js';
import { html, useEffect, useMemo, useRef } from '../../../web/vendor/preact.js';
import { option } from './facts.js';
import { Army, FightChoice, Fights, TurnOver } from './hand.js';
import {
  balanceOf,
  cellOf,
  COLOURS,
  DRAWING,
  facesAt,
  FIGHTING,
  fighters,
  foughtIn,
  goalOf,
  movedBy,
  movesBetween,
  PICKING,
  tippedBy,
} from './march.js';
import { moves } from './moves.js';
import { useTurn } from './turn.js';
import { fightText, poseText, sentence } from './words.js';

/** @typedef {import('../../../web/types.js').TableProps<import('./facts.js').View>} TableProps */
/** @typedef {import('./facts.js').View} View */
/** @typedef {import('./turn.js').Turn} Turn */
/** @typedef {import('../../../web/pyramid/types.js').Place} Place */

const MOST_FIGHTS = 2; // as many as there is room for

export { SHORTCUTS } from '../../../web/pyramid/keys.js';
export const Rules = later(async () => (await complete(import('./rules.js'))).Rules);
export { sentence };
export const Summary = summary('wuerfelmarsch');

/** @param {TableProps} props */
export default function Table(props) {
  const { view, t, me, seats } = props;
  useSeatColours(props.game);
  const decision = useDecision(props);
  const turn = useTurn(props, decision);
  const names = seats.map(({ name }) => name);
  const target = turn.ways.find(({ action }) => action === turn.plan?.action)?.cell ?? turn.picked;
  const dice = useMemo(() => diceOf(turn.view), [turn.view]);
  const goals = useMemo(() => goalsOf(view, me), [view.seats, me]);
  const taker = useMemo(() => (turn.plan ? undefined : winnerOf(props.steps)), [turn.plan, props.steps]);
  const look = (/** @type {number} */ seat) => ({
    score: balanceOf(view, seat),
    turn: view.phase > DRAWING && view.turn === seat,
    more: html`<${Army} view=${view} seat=${seat} t=${t} />`,
  });
  const say = sayNow(view, turn, names, t);
  useEffect(() => {
    if (decision.mine && (turn.picked !== null || turn.plan)) props.announce(say);
  }, [turn.picked, turn.plan]);
  return html`<${GameTable} ...${props} decision=${decision} seat=${look} say=${say} buttons=${buttons(view, turn, t)}
      moves=${moves}
      hand=${html`<div class="wue-hand">
        <${Hand} ...${props} decision=${decision} turn=${turn} names=${names} /></div>`}>
    <${Pile} t=${t} settings=${props.settings} label=${t('wue.base')} size=${option.lattice(view)} dice=${dice}
        goals=${goals} taker=${taker} moves=${useMoves(turn.view)} places=${decision.mine ? placesOf(view, turn, names, t) : []}
        chosen=${target} side=${me === null ? null : SIDE_OF_SEAT[me]} busy=${decision.busy} onPick=${turn.at}
        describe=${(/** @type {number} */ cell) => describe(turn.view, goals, cell, names, t)}
    />
  <//>`;
}

/**
 * Beside the buttons: the die in hand, fights to choose among, else those that were fought last.
 * @param {TableProps & {decision: import('../../../web/table/decision.js').Decision, turn: Turn, names: string[]}}
 *     props
 */
function Hand({ view, t, me, steps, decision, turn, names }) {
  const fights = useMemo(() => lastFights(steps, me, view.seats), [steps, me]);
  const { mine, busy } = decision;
  if (mine && view.phase === FIGHTING) return html`<${FightChoice} ...${{ turn, view, names, busy, t }} />`;
  if (mine && turn.picked !== null) return html`<${TurnOver} ...${{ turn, view, busy, t }} seat=${view.turn} />`;
  return html`<${Fights} ...${{ fights, names, size: view.lattice, t }} />`;
}

/** @param {View} view @returns {import('../../../web/pyramid/types.js').PileDie[]} */
const diceOf = (view) =>
  /** @type {number[]} */ (view.owner).flatMap((owner, cell) =>
    owner ? [{ cell, colour: COLOURS[owner - 1], faces: facesAt(view, cell), seat: owner - 1 }] : [],
  );

/**
 * My goal; who watches sees those of all.
 * @param {View} view @param {number | null} me @returns {import('../../../web/pyramid/types.js').Goal[]}
 */
const goalsOf = (view, me) =>
  COLOURS.flatMap((colour, seat) => (me === null || seat === me ? [{ cell: goalOf(view, seat), colour }] : []));

/**
 * Whose die stands there, whose goal it is.
 * @param {View} view @param {readonly import('../../../web/pyramid/types.js').Goal[]} goals @param {number} cell
 * @param {readonly string[]} names @param {TableProps['t']} t
 */
function describe(view, goals, cell, names, t) {
  const goal = goals.find((one) => one.cell === cell);
  const said = [
    view.owner[cell] && t('wue.whose', { name: names[view.owner[cell] - 1] }),
    goal && t('wue.goal', { name: names[COLOURS.indexOf(goal.colour)] }),
  ];
  return said.filter(Boolean).join('. ');
}

/** What went where since the last position shown. @param {View} view */
function useMoves(view) {
  const before = useRef(view);
  return useMemo(() => {
    const moves = movesBetween(before.current, view);
    before.current = view;
    return moves;
  }, [view]);
}

/**
 * Who has won the die of a cell in the last step; nobody wins those that a tie costs (WUE-7).
 * @param {TableProps['steps']} steps
 */
function winnerOf(steps) {
  const last = steps.at(-1);
  const fights = (last && movedBy(last, steps.at(-2))?.fights) ?? [];
  const won = fights.flatMap(({ fighters: [first, ...others] }) =>
    first.gone ? [] : others.filter(({ gone }) => gone).map(({ cell }) => /** @type {const} */ ([cell, first.seat])),
  );
  const seats = new Map(won);
  return (/** @type {number} */ cell) => seats.get(cell);
}

/**
 * The fights since I moved last, of one round at most, where their views are known; the latest first.
 * @param {TableProps['steps']} steps
 * @param {number | null} me
 * @param {number} seats
 */
function lastFights(steps, me, seats) {
  const fights = [];
  for (let at = steps.length - 1, moves = 0; at > 0 && moves < seats; at--) {
    const { seat, text } = steps[at];
    if (!/^(tip|pose|fight) /.test(text ?? '')) continue;
    if (seat === me && moves > 0) break;
    fights.push(...(movedBy(steps[at], steps[at - 1])?.fights ?? []));
    moves += Number(!text?.startsWith('fight'));
  }
  return fights.slice(0, MOST_FIGHTS);
}

/**
 * @param {View} view
 * @param {Turn} turn
 * @param {readonly string[]} names
 * @param {TableProps['t']} t
 * @returns {Place[]}
 */
function placesOf(view, turn, names, t) {
  const { plan, picked } = turn;
  if (view.phase === FIGHTING) return fightsToChoose(view, turn, names, t);
  if (picked === null) {
    return /** @type {number[]} */ (view.owner).flatMap((owner, cell) =>
      owner === view.turn + 1 ? [{ cell, label: t('wue.pick') }] : [],
    );
  }
  return turn.ways.map(({ action, way, cell, faces }) => {
    const values = { way: t(`wue.way.${way}`), faces: poseText(t, faces, view.turn, true) };
    return {
      cell,
      faces,
      colour: COLOURS[view.turn],
      label: t(plan?.action === action ? 'wue.tip.again' : 'wue.tip.label', values),
    };
  });
}

/**
 * The funnels in which a fight would break out.
 * @param {View} view
 * @param {Turn} turn
 * @param {readonly string[]} names
 * @param {TableProps['t']} t
 * @returns {Place[]}
 */
function fightsToChoose(view, turn, names, t) {
  return turn.fights.map((text, at) => {
    const cell = cellOf(text);
    const all = fighters(view, cell)
      .map(({ seat, face }) => t('wue.fighter', { name: names[seat], face }))
      .join(', ');
    return {
      cell,
      mark: String(at + 1),
      label: t(turn.plan?.action === `fight ${text}` ? 'wue.fight.again' : 'wue.fight.label', { all }),
    };
  });
}

/**
 * @param {View} view
 * @param {Turn} turn
 * @param {TableProps['t']} t
 * @returns {import('../../../web/table/table.js').Button[]}
 */
function buttons(view, turn, t) {
  const { plan, picked } = turn;
  const word = plan?.action.split(' ')[0] ?? (view.phase === FIGHTING ? 'fight' : 'move');
  const done = {
    text: plan?.action ?? '',
    label: t(`wue.do.${word}`),
    primary: true,
    disabled: !plan || turn.meant !== plan.action,
    press: turn.confirm,
  };
  const open = plan || (picked !== null && view.phase === PICKING);
  return open ? [done, { label: t(plan ? 'wue.back' : 'wue.other'), press: turn.back }] : [done];
}

/** @param {View} view @param {Turn} turn @param {readonly string[]} names @param {TableProps['t']} t */
function sayNow(view, turn, names, t) {
  const { plan, picked } = turn;
  if (view.phase === FIGHTING && !plan) return t('wue.say.fight');
  if (plan?.action.startsWith('tip') && picked !== null) {
    const { to, faces, fights } = tippedBy(view, plan.position.view, picked, plan.action.split(' ')[1]);
    const lies = t('wue.say.tip', { cell: atPlace(t, to, view.lattice), faces: poseText(t, faces, view.turn, true) });
    const choice = plan.position.view.phase === FIGHTING ? [t('wue.say.fights')] : [];
    return [lies, ...fights.map((fight) => fightText(t, fight, names, view.lattice)), ...choice].join(' ');
  }
  if (plan?.action.startsWith('pose'))
    return t('wue.say.pose', { faces: poseText(t, [...plan.action.split(' ')[1]].map(Number), view.turn, true) });
  if (plan)
    return foughtIn(view, plan.position.view, cellOf(plan.action.split(' ')[1]))
      .map((fight) => fightText(t, fight, names, view.lattice))
      .join(' ');
  return t(picked === null ? 'wue.say.pick' : turn.ways.length ? 'wue.say.move' : 'wue.say.turn');
}
