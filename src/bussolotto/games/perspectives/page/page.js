/** The table of Perspectives: all roll at once, take what shows one of two numbers, and build. */
import { complete } from '../../../web/components/needs.js';
import { later } from '../../../web/components/when-needed.js';
import { Die } from '../../../web/components/die.js';
import { SHORTCUTS as PILE_KEYS } from '../../../web/pyramid/keys.js';
import { cellText, FACES } from '../../../web/pyramid/lattice.js';
import { Pile } from '../../../web/pyramid/pile.js';
import { useSeatColours } from '../../../web/pyramid/seat-colours.js';
import { useDecision } from '../../../web/table/decision.js';
import { useClaims, useKey, useRaceMoment } from '../../../web/table/race.js';
import { summary } from '../../../web/table/summary.js';
import { GameTable } from '../../../web/table/table.js';
import { html, useMemo, useState } from '../../../web/vendor/preact.js';
import { PHASE } from './facts.js';
import { Hand, Lead } from './hand.js';
import { colourOf, diceOf, holdsOf, hollowsOf } from './position.js';
import { sentence } from './words.js';

/** @typedef {import('../../../web/types.js').TableProps<import('./facts.js').View>} TableProps */
/** @typedef {import('./facts.js').View} View */

export { whose } from './throw.js';
export const Rules = later(async () => (await complete(import('./rules.js'))).Rules);
export { sentence };
export const Summary = summary(
  'perspectives',
  (/** @type {import('../../../web/types.js').Frame<View>} */ { view }) => [...view.added],
);
export const SHORTCUTS = [{ keys: '1 – 6', text: 'per.keys.face' }, { keys: 'S', text: 'per.keys.turn' }, ...PILE_KEYS];

/** @param {TableProps} props */
export default function Table(props) {
  const { view, me, seats, t, settings } = props;
  useSeatColours(props.game);
  const decision = useDecision(props);
  const moment = useRaceMoment(`${view.turn} ${view.phase} ${view.placer}`, decision, props.steps);
  const claim = useClaims(props, decision);
  const [taken, take] = useTaken(view, me, moment);
  const dice = useMemo(() => diceOf(view), [view]);
  const places = useMemo(
    () => hollowsOf(view).map((cell) => ({ cell, label: t('per.place'), quiet: true })),
    [view, t],
  );
  const call = decision.mine ? callOf(view, me) : null;
  useKey('s', call && (() => claim(call)));
  FACES.forEach((face) =>
    useKey(String(face), decision.mine && me !== null && view.shown[me][face - 1] ? () => take(face) : null),
  );
  const pick = (/** @type {number} */ cell) => {
    if (!decision.mine || me === null) return;
    const by = placing(view, me, taken);
    if (by) claim(`${by} ${cellText(cell)}`);
    else if (taken) decision.refuse('neither', { shown: taken, turquoise: view.number, handicap: view.handicap[me] });
    else decision.tell(t('per.first'));
  };
  const describe = (/** @type {number} */ cell) =>
    view.owner[cell] ? t('per.owner', { name: seats[view.owner[cell] - 1].name }) : '';
  return html`<${GameTable} ...${props} decision=${decision}
      seat=${(/** @type {number} */ seat) => seatLook(props, seat)} say=${say(props, taken)}
      hand=${html`<${Lead} view=${view} me=${me} seats=${seats} t=${t} />
        ${
          me !== null &&
          html`<${Hand} view=${view} me=${me} taken=${taken} take=${decision.mine ? take : null} t=${t}
          />`
        }`}
      buttons=${call ? [{ text: call, label: t(`per.${call}`), primary: call !== 'stop', press: () => claim(call) }] : []}>
    <${Pile} dice=${dice} places=${decision.mine && view.phase >= PHASE.placing ? places : []} atOnce=${true} onPick=${pick}
        describe=${describe} label=${t('per.pile')} t=${t} settings=${settings} />
  <//>`;
}

/**
 * The number of the die I have taken up, while I have one of it and the round lasts.
 * @param {View} view @param {number | null} me @param {number} moment
 * @returns {[number, (face: number) => void]}
 */
function useTaken(view, me, moment) {
  const [kept, keep] = useState({ moment, face: 0 });
  const has = me !== null && kept.face > 0 && view.shown[me][kept.face - 1] > 0;
  return [kept.moment === moment && has ? kept.face : 0, (face) => keep({ moment, face })];
}

/**
 * The one word that I may say now. The button for Stop is plain: the accent is as yellow as one player's dice, and
 * while dice are placed, what to do first is in my hand.
 * @param {View} view
 * @param {number | null} me
 * @returns {'throw' | 'stop' | 'done' | null}
 */
function callOf(view, me) {
  if (view.phase === PHASE.placing) return 'stop';
  if (view.phase === PHASE.throwing && view.turn === me) return 'throw';
  return view.phase === PHASE.granting && view.placer === me ? 'done' : null;
}

/**
 * What putting a die somewhere is now: by the turquoise die, by my handicap die, a bonus die, or none of them.
 * The rules do not ask which die it is, so that the one taken up shows one of the two numbers is seen to here.
 * @param {View} view @param {number} me @param {number} taken
 * @returns {'turquoise' | 'handicap' | 'bonus' | null}
 */
function placing(view, me, taken) {
  if (view.phase !== PHASE.placing) return 'bonus';
  if (!taken) return null;
  if (taken === view.number) return 'turquoise';
  return taken === view.handicap[me] ? 'handicap' : null;
}

/** @param {TableProps} props @param {number} taken */
function say({ view, me, seats, t }, taken) {
  const name = seats[view.phase === PHASE.granting ? view.placer : view.turn]?.name ?? '';
  switch (view.phase) {
    case PHASE.drawing:
      return t('per.say.wait');
    case PHASE.throwing:
      return t(view.turn === me ? 'per.say.ready.mine' : 'per.say.ready', { name });
    case PHASE.falling:
      return t('per.say.rolling');
    case PHASE.granting:
      return t(view.placer === me ? 'per.say.bonus.mine' : 'per.say.bonus', { name, n: view.to_place });
    default:
      return placingWords(view, me, taken, t);
  }
}

/** @param {View} view @param {number | null} me @param {number} taken @param {TableProps['t']} t */
function placingWords(view, me, taken, t) {
  if (me === null) return t('per.say.watch', { number: view.number });
  if (taken) return t('per.say.put');
  const same = view.handicap[me] === view.number;
  return t(same ? 'per.say.pick.same' : 'per.say.pick', { number: view.number, handicap: view.handicap[me] });
}

/** @param {TableProps} props @param {number} seat @returns {import('../../../web/table/table.js').SeatLook} */
function seatLook({ view, seats, t }, seat) {
  const of = holdsOf(view, seat);
  const number = view.handicap[of];
  const turn =
    view.phase === PHASE.granting ? view.placer === seat : view.phase === PHASE.throwing && view.turn === seat;
  const label = t(number ? 'per.held' : 'per.held.none', { name: seats[of].name, number });
  return {
    score: view.added[seat],
    turn,
    note:
      turn && view.phase === PHASE.throwing
        ? t('plain.throws')
        : t('per.stock', { n: view.hand[seat] + view.reserve[seat] }),
    more: html`<span class="per-held">
      <span class="per-die" role="img" aria-label=${label}>
        <${Die} face=${number} colour=${colourOf(of)} /></span></span>`,
  };
}
