/** The table of Raffzahn: the pyramid from my own side, the turquoise die, and dice to grab while the throw is on. */
import { complete } from '../../../web/components/needs.js';
import { later } from '../../../web/components/when-needed.js';
import { Die } from '../../../web/components/die.js';
import { SHORTCUTS as PILE_KEYS } from '../../../web/pyramid/keys.js';
import { cellNamed, CELLS, POSES, SIDE_OF_SEAT } from '../../../web/pyramid/lattice.js';
import { placed } from '../../../web/pyramid/places.js';
import { Pile } from '../../../web/pyramid/pile.js';
import { useDecision } from '../../../web/table/decision.js';
import { useClaims, useKey, useRaceMoment } from '../../../web/table/race.js';
import { story } from '../../../web/table/story.js';
import { summary } from '../../../web/table/summary.js';
import { GameTable } from '../../../web/table/table.js';
import { html, useMemo, useRef } from '../../../web/vendor/preact.js';
import { option, PHASE } from './facts.js';

/** @typedef {import('../../../web/types.js').TableProps<import('./facts.js').View>} TableProps */
/** @typedef {import('./facts.js').View} View */
/** @typedef {import('../../../web/pyramid/types.js').PileDie} PileDie */

const GRACE_MS = 350; // so long nobody can have seen that somebody said Stop
const MIXED = /** @type {const} */ (['red', 'yellow', 'pearl']);
const OF_A_COLOUR = CELLS.length / MIXED.length;
/** [cell] -> the colour of its die, mixed but always the same: colours do not matter here */
const COLOUR_OF = CELLS.map((_, cell) => MIXED[Math.floor(((cell * 37) % CELLS.length) / OF_A_COLOUR)]);

export const Rules = later(async () => (await complete(import('./rules.js'))).Rules);
export const Summary = summary('raffzahn');
export const SHORTCUTS = [{ keys: 'S', text: 'raffzahn.keys.turn' }, ...PILE_KEYS];

const told = story({ values: placed, silent: ['throw'] });

/**
 * Beside what is said, that a throw has stopped by itself, and that a late hand was empty.
 * @type {import('../../../web/types.js').Sentence<import('./facts.js').View>}
 */
export const sentence = (step, context) => {
  const { before, after, t } = context;
  if (step.text === 'late' && before && before.taken[step.seat] < 2 * option.penalty(before))
    return t('told.raffzahn.late-poor', { name: context.names[step.seat] });
  const said = told(step, context);
  const stopped =
    !step.events &&
    after &&
    after.plies === step.version &&
    after.phase === PHASE.ready &&
    step.text !== 'stop' &&
    /^(take|die)/.test(step.text ?? '');
  return stopped ? `${said} ${t('told.raffzahn.over')}` : said;
};

/** @param {TableProps} props */
export default function Table(props) {
  const { view, me, t, settings, steps, match } = props;
  const decision = useDecision(props);
  const claim = useClaims(props, decision);
  const stoppedAt = useMoment(view.phase === PHASE.stopped);
  const dice = useMemo(() => diceOf(view, me), [view, me]);
  const late = useMemo(() => lateSince(steps), [steps]);
  const taker = useMemo(() => takerOf(steps), [steps]);
  const mine = decision.mine && view.turn === me;
  const call = mine ? callOf(view.phase) : null;
  const look = (/** @type {number} */ seat) => ({
    score: view.taken[seat],
    turn: view.phase >= PHASE.falling && view.turn === seat,
    note: late.includes(seat) ? t('raffzahn.late') : noteOf(view, seat, t),
    more: html`<${Heap} count=${view.taken[seat]} t=${t} />`,
  });
  const grab = (/** @type {number} */ cell) => {
    if (!decision.mine) return;
    if (performance.now() - stoppedAt.current < GRACE_MS) decision.tell(t('race.over'));
    else claim(`take ${CELLS[cell].join()}`);
  };
  useKey('s', call && (() => claim(call)));
  useRaceMoment(`${view.turn} ${view.phase}`, decision, steps);
  return html`<${GameTable} ...${props} decision=${decision} seat=${look} say=${say(props)}
      hand=${html`<${Turquoise} view=${view} t=${t} over=${match.over} />`}
      buttons=${call ? [{ text: call, label: t(`raffzahn.${call}`), primary: true, press: () => claim(call) }] : []}>
    <${Pile} size=${option.lattice(view)} dice=${dice} places=${[]} taker=${taker} atOnce=${true} onPick=${grab}
        side=${me === null ? null : SIDE_OF_SEAT[me]}
        describe=${(/** @type {number} */ cell) => (view.covered[cell] ? '' : t('raffzahn.free'))}
        label=${t('raffzahn.pile')} t=${t} settings=${settings} />
  <//>`;
}

/** What who has the turquoise die may say now. @param {number} phase @returns {'throw' | 'stop' | null} */
function callOf(phase) {
  if (phase === PHASE.taking) return 'stop';
  return phase === PHASE.ready || phase === PHASE.stopped ? 'throw' : null;
}

/**
 * The dice that lie there. Who plays reads only the faces toward his own side (RAF-1), who watches all.
 * @param {View} view @param {number | null} me
 * @returns {PileDie[]}
 */
function diceOf(view, me) {
  return CELLS.flatMap((_, cell) => {
    const pose = view.pose[cell];
    if (!pose) return [];
    const faces =
      me === null ? POSES[pose - 1] : POSES[pose - 1].map((face, side) => (side === SIDE_OF_SEAT[me] ? face : 0));
    return [{ cell, colour: COLOUR_OF[cell], faces }];
  });
}

/**
 * Who took the die of a cell in this throw; nobody where none was taken.
 * @param {readonly import('../../../web/types.js').Step<import('./facts.js').View>[]} steps
 */
function takerOf(steps) {
  const taken = new Map();
  for (let at = steps.length - 1; at >= 0 && steps[at].text !== 'throw'; at--) {
    const { text, seat } = steps[at];
    if (text?.startsWith('take ')) taken.set(cellNamed(text), seat);
  }
  return (/** @type {number} */ cell) => taken.get(cell);
}

/**
 * Who has grabbed too late since the last throw.
 * @param {readonly import('../../../web/types.js').Step<import('./facts.js').View>[]} steps
 */
function lateSince(steps) {
  const seats = [];
  for (let at = steps.length - 1; at >= 0 && steps[at].text !== 'throw'; at--)
    if (steps[at].text === 'late') seats.push(steps[at].seat);
  return seats;
}

/** @param {View} view @param {number} seat @param {TableProps['t']} t */
function noteOf(view, seat, t) {
  const throws = view.turn === seat && view.phase >= PHASE.falling && view.phase <= PHASE.taking;
  return throws ? t('plain.throws') : t('raffzahn.taken', { n: view.taken[seat] });
}

/** @param {TableProps} props */
function say({ view, me, seats, t }) {
  const whose = view.turn === me ? '.mine' : '';
  const values = { name: seats[view.turn]?.name ?? '', number: view.number };
  if (view.phase === PHASE.taking) return t(`raffzahn.say.grab${whose}`, values);
  if (view.phase === PHASE.stopped) return t(`raffzahn.say.stopped${whose}`, values);
  if (view.phase === PHASE.ready) return t(`raffzahn.say.ready${whose}`, values);
  return t(view.phase === PHASE.falling ? 'raffzahn.say.rolling' : 'raffzahn.say.wait');
}

/**
 * The turquoise die, large: the number that all look for.
 * @param {{view: View, t: TableProps['t'], over: boolean}} props
 */
function Turquoise({ view, t, over }) {
  const shown = view.number;
  const words = shown ? t('raffzahn.number', { number: shown }) : t('raffzahn.number.none');
  return html`<div
      class=${`race-die ${shown ? 'race-die-on' : ''} ${view.phase === PHASE.stopped ? 'race-die-stopped' : ''}`}
      role="img" aria-label=${over ? t('over') : words}>
    <${Die} key=${`${view.turn} ${shown}`} face=${shown} colour="turquoise" /></div>`;
}

/** What somebody has taken, as a heap of small dice. @param {{count: number, t: TableProps['t']}} props */
function Heap({ count, t }) {
  return html`<span class="race-heap" role="img" aria-label=${t('raffzahn.taken', { n: count })}>
    ${Array.from({ length: count }, (_, at) => html`<i key=${at} />`)}</span>`;
}

/** When this last became true, by the clock of the page. @param {boolean} is */
function useMoment(is) {
  const since = useRef(-Infinity);
  const was = useRef(is);
  if (is && !was.current) since.current = performance.now();
  was.current = is;
  return since;
}
