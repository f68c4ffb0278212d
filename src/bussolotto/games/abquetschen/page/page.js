/** The table of Abquetschen: roll, build that many dice as a draft that can be undone, then let it stand. */
import { complete } from '../../../web/components/needs.js';
import { later } from '../../../web/components/when-needed.js';
import { cellAt, cellText, facesOfAny } from '../../../web/pyramid/lattice.js';
import { Pile } from '../../../web/pyramid/pile.js';
import { placed } from '../../../web/pyramid/places.js';
import { useSeatColours } from '../../../web/pyramid/seat-colours.js';
import { FaceToken } from '../../../web/pyramid/token.js';
import { useDecision } from '../../../web/table/decision.js';
import { useDraft } from '../../../web/table/draft.js';
import { story } from '../../../web/table/story.js';
import { summary } from '../../../web/table/summary.js';
import { GameTable } from '../../../web/table/table.js';
import { html, useMemo } from '../../../web/vendor/preact.js';
import { COLOURS, option, PHASE } from './facts.js';
import { moves } from './moves.js';

/** @typedef {import('../../../web/types.js').TableProps<import('./facts.js').View>} TableProps */
/** @typedef {import('./facts.js').View} View */
/** @typedef {ReturnType<typeof useDraft<import('./facts.js').View>>} Draft */

/** @param {number} seat */
const colourOf = (seat) => /** @type {import('../../../web/pyramid/types.js').Colour} */ (COLOURS[seat]);
const { opening: OPENING, building: BUILDING, choosing: CHOOSING, adding: ADDING } = PHASE;
const told = story({ values: placed });

export const Rules = later(async () => (await complete(import('./rules.js'))).Rules);
export const Summary = summary('abquetschen', (/** @type {import('../../../web/types.js').Frame<View>} */ { view }) =>
  view.reserve.slice(0, view.seats).map((left) => option.stock(view) - left),
);

/**
 * Dice that are built in one go are told together.
 * @type {import('../../../web/types.js').Sentence<import('./facts.js').View>}
 */
export const sentence = (step, context) => {
  if (!isPlace(step)) return told(step, context);
  const { steps, index, names, t } = context;
  if (isPlace(steps[index + 1]) && steps[index + 1].seat === step.seat) return '';
  if (context.after && isBuilding(context.after, step.seat)) return '';
  const first = steps.findLastIndex((other, at) => at < index && !(isPlace(other) && other.seat === step.seat));
  return t('told.abquetschen.built', { name: names[step.seat], n: index - first });
};

/** @param {import('../../../web/types.js').Step<import('./facts.js').View> | undefined} step */
const isPlace = (step) => Boolean(step?.text?.startsWith('place '));

/** Has this seat dice of this build still to place? @param {View} view @param {number} seat */
const isBuilding = ({ phase, turn }, seat) => turn === seat && (phase === BUILDING || phase === ADDING);

/** @param {TableProps} props */
export default function Table(props) {
  const { view, t, me } = props;
  useSeatColours(props.game);
  const decision = useDecision(props);
  const draft = useDraft(props, decision);
  const drafted = useMemo(() => new Set(draft.actions.map(cellOf)), [draft.actions]);
  const dice = useMemo(() => diceOf(draft.view, view), [draft.view, view]);
  const look = (/** @type {number} */ seat) => ({
    score: option.stock(view) - draft.view.reserve[seat],
    turn: view.phase >= OPENING && view.turn === seat,
    more: html`<${Reserve} left=${draft.view.reserve[seat]} t=${t} />`,
  });
  const pick = (/** @type {number} */ cell) => {
    const word = view.phase === OPENING ? 'open' : 'place';
    const action = `${word} ${cellText(cell)}`;
    if (draft.can(action)) draft.add(action);
    else if (draft.actions.length && cellOf(/** @type {string} */ (draft.actions.at(-1))) === cell) draft.undo();
    else if (drafted.has(cell)) decision.tell(t('abq.undo-last'));
    else if (!decision.mine || !draft.actions.length) decision.why(action);
    else draft.add(action); // the server says why not
  };
  return html`<${GameTable} ...${props} decision=${decision} seat=${look} say=${say(view, draft, t)} moves=${moves}
      buttons=${buttons(view, draft, decision, t)}
      hand=${html`<${Roll} view=${draft.view} rolled=${view.roll} falling=${props.falling} t=${t} />`}>
    <${Pile} t=${t} settings=${props.settings} label=${t('abq.pile')} size=${option.lattice(view)} dice=${dice}
        places=${placesOf(draft, me, t)}
        silent=${true} busy=${decision.busy} onPick=${pick} />
  <//>`;
}

/** The cell that an action names. @param {string} action */
const cellOf = (action) => cellAt(action.split(' ')[1].split(',').map(Number)) ?? -1;

/**
 * The pile, dice of the draft as new ones.
 * @param {View} shown
 * @param {View} now
 * @returns {import('../../../web/pyramid/types.js').PileDie[]}
 */
function diceOf(shown, now) {
  return shown.owner.flatMap((/** @type {number} */ owner, /** @type {number} */ cell) =>
    owner
      ? [
          {
            cell,
            colour: colourOf(owner - 1),
            faces: facesOfAny(cell),
            seat: owner - 1,
            look: now.owner[cell] ? undefined : /** @type {const} */ ('new'),
          },
        ]
      : [],
  );
}

/**
 * Where the next die may go.
 * @param {Draft} draft
 * @param {number | null} me
 * @param {TableProps['t']} t
 * @returns {import('../../../web/pyramid/types.js').Place[]}
 */
function placesOf(draft, me, t) {
  const places = (/** @type {string} */ word) =>
    draft.after(word).map((text) => ({
      cell: cellAt(text.split(',').map(Number)) ?? -1,
      label: t(`abq.${word}`),
      colour: colourOf(me ?? 0),
    }));
  return [...places('open'), ...places('place')];
}

/** Is every die of this build placed? @param {View} view @param {Parameters<typeof say>[1]} draft */
const isDone = (view, draft) =>
  draft.actions.length > 0 &&
  (view.phase === OPENING || (draft.view.phase !== BUILDING && draft.view.phase !== ADDING)) &&
  !draft.after('bonus').length;

/**
 * @param {View} view @param {Draft} draft @param {import('../../../web/table/decision.js').Decision} decision @param
 *     {TableProps['t']} t
 * @returns {import('../../../web/table/table.js').Button[]}
 */
function buttons(view, draft, decision, t) {
  const bonus = draft.after('bonus').map((number) => {
    const text = `bonus ${number}`;
    return { text, label: t('abq.bonus', { n: Number(number) }), press: () => draft.add(text) };
  });
  const stand = { label: t('abq.confirm'), primary: true, press: draft.confirm, disabled: !isDone(view, draft) };
  const undo = { label: t('abq.undo'), press: draft.undo, disabled: !draft.actions.length };
  return bonus.length ? [...bonus, undo] : decision.mine ? [stand, undo] : [];
}

/** @param {View} view @param {Pick<Draft, 'view' | 'actions' | 'after'>} draft @param {TableProps['t']} t */
export function say(view, draft, t) {
  if (isDone(view, draft)) return t('abq.say.done');
  if (draft.view.phase === CHOOSING) return t('abq.say.bonus');
  if (view.phase === OPENING) return t('abq.say.open');
  const left = draft.view.roll - draft.view.laid;
  return left > 0 ? t('abq.say.build', { n: left }) : ''; // all is built: it goes on at once
}

/**
 * The turquoise die, and how much of it is built, once it lies.
 * @param {{view: View, rolled: number, falling: boolean, t: TableProps['t']}} props
 */
function Roll({ view, rolled, falling, t }) {
  const left = rolled && !falling ? view.roll - view.laid : 0;
  return html`<span class="abq-roll" role="img"
      aria-label=${rolled ? t('abq.rolled', { n: rolled }) : t('abq.rolled.none')}>
    ${rolled && rolled <= 6 ? html`<${FaceToken} colour="turquoise" face=${rolled} />` : html`<i />`}
    <span aria-hidden="true">${left > 0 ? t('abq.left', { n: left }) : '\u00a0'}</span>
  </span>`;
}

/** @param {{left: number, t: TableProps['t']}} props */
function Reserve({ left, t }) {
  return html`<span class="abq-reserve">${t('abq.reserve', { n: left })}</span>`;
}
