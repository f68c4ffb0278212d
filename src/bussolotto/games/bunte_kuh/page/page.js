/** The table of Bunte Kuh: three pearl dice, funnels to be found, a die to be turned as one likes. */
import { complete } from '../../../web/components/needs.js';
import { later } from '../../../web/components/when-needed.js';
import { Die } from '../../../web/components/die.js';
import { SHORTCUTS as PILE_KEYS } from '../../../web/pyramid/keys.js';
import { cellText, POSES } from '../../../web/pyramid/lattice.js';
import { Pile } from '../../../web/pyramid/pile.js';
import { useDecision } from '../../../web/table/decision.js';
import { useClaims, useKey, useRaceMoment } from '../../../web/table/race.js';
import { summary } from '../../../web/table/summary.js';
import { GameTable } from '../../../web/table/table.js';
import { html, useMemo, useState } from '../../../web/vendor/preact.js';
import { option, PHASE } from './facts.js';
import { moves } from './moves.js';
import { Poses } from './poses.js';
import { colourOf, diceOf, facesInto, funnelsOf, thrown } from './position.js';
import { sentence } from './words.js';

/** @typedef {import('../../../web/types.js').TableProps<import('./facts.js').View>} TableProps */
/** @typedef {import('./facts.js').View} View */
/** @typedef {import('../../../web/pyramid/types.js').Place} Place */
/**
 * @typedef {{moment: number, cell: number | null, pose: number | null}} Meant what I have picked, and in which moment
 */
/** @typedef {{props: TableProps, meant: Meant, mine: boolean}} Now `mine`: is it for me to place a die? */

const PICKING = [PHASE.calling, PHASE.searching, PHASE.choosing];

export const Rules = later(async () => (await complete(import('./rules.js'))).Rules);
export { sentence };
export const Summary = summary('bunte-kuh');
export const NOTES = [
  {
    word: 'turning',
    fits: (/** @type {View} */ view, /** @type {boolean} */ _, /** @type {number} */ me) =>
      view.phase === PHASE.turning && view.caller === me,
  },
];
export const SHORTCUTS = [{ keys: 'S', text: 'kuh.keys.show' }, ...PILE_KEYS];

/** @param {TableProps} props */
export default function Table(props) {
  const { view, me, t, settings } = props;
  const decision = useDecision(props);
  const moment = useRaceMoment(`${view.turn} ${view.phase}`, decision, props.steps);
  const claim = useClaims(props, decision);
  const [meant, mean] = useMeant(moment);
  const dice = useMemo(() => diceOf(view), [view]);
  const mine = decision.mine && view.caller === me;
  const now = { props, meant, mine };
  const offered = decision.mine
    ? buttons(now).map((button) => ({ ...button, press: () => claim(button.text ?? '') }))
    : [];
  const first = offered.find(({ primary, disabled }) => primary && !disabled);
  useKey('s', first ? first.press : null);
  const pick = (/** @type {number} */ cell) => {
    if (!decision.mine) return;
    if (view.phase === PHASE.turning && mine) mean({ cell: null, pose: ((meant.pose ?? -1) + 1) % POSES.length });
    else if (meant.cell === cell || !PICKING.includes(view.phase)) claim(`funnel ${cellText(cell)}`);
    else mean({ cell, pose: null });
  };
  const turning = view.phase === PHASE.turning && mine;
  return html`<${GameTable} ...${props} moves=${moves} decision=${decision}
      seat=${(/** @type {number} */ seat) => seatLook(props, seat)} say=${say(now)} buttons=${offered}
      hand=${
        turning
          ? html`<${Poses} chosen=${meant.pose} choose=${(/** @type {number} */ pose) => mean({ cell: null, pose })}
              colour=${colourOf(view, view.chosen - 1)} t=${t} />`
          : html`<${Pearls} view=${view} t=${t} />`
      }>
    <${Pile} size=${option.lattice(view)} dice=${dice} places=${placesOf(now)}
        chosen=${view.chosen ? view.chosen - 1 : meant.cell} onPick=${pick} label=${t('kuh.pile')} t=${t}
        settings=${settings} />
  <//>`;
}

/**
 * What I have picked counts for the moment in which I did.
 * @param {number} moment
 * @returns {[Meant, (next: Omit<Meant, 'moment'>) => void]}
 */
function useMeant(moment) {
  const [kept, keep] = useState(/** @type {Meant} */ ({ moment, cell: null, pose: null }));
  const meant = kept.moment === moment ? kept : { moment, cell: null, pose: null };
  return [meant, (next) => keep({ moment, ...next })];
}

/**
 * Every funnel can be picked, right or wrong; the one that is being filled shows the die as it would stand.
 * @param {Now} now
 * @returns {Place[]}
 */
function placesOf({ props: { view, t }, meant, mine }) {
  const named = (/** @type {number} */ cell) => t('kuh.funnel', { faces: facesInto(view, cell).join(', ') });
  if (view.phase === PHASE.turning) {
    const cell = view.chosen - 1;
    const faces = mine && meant.pose !== null ? POSES[meant.pose] : undefined;
    return [{ cell, label: mine ? t('kuh.turn') : named(cell), colour: colourOf(view, cell), faces }];
  }
  return PICKING.includes(view.phase) ? funnelsOf(view).map((cell) => ({ cell, label: named(cell), quiet: true })) : [];
}

/** @param {Now} now @returns {import('../../../web/table/table.js').Button[]} */
function buttons({ props: { view, me, t }, meant, mine }) {
  const has = (/** @type {number} */ bits) => me !== null && Boolean((bits >> me) & 1);
  const funnel = {
    text: meant.cell === null ? '' : `funnel ${cellText(meant.cell)}`,
    primary: true,
    disabled: meant.cell === null,
  };
  const decline = { text: 'decline', label: t('kuh.decline') };
  switch (view.phase) {
    case PHASE.ready:
      return view.turn === me ? [{ text: 'throw', label: t('kuh.throw'), primary: true }] : [];
    case PHASE.calling:
      return [
        { ...funnel, label: t('kuh.show') },
        { text: 'fiasco', label: t('kuh.fiasco') },
        ...(has(view.passed) ? [] : [{ text: 'pass', label: t('kuh.pass') }]),
      ];
    case PHASE.searching:
      return mine || has(view.passed)
        ? []
        : [
            { ...funnel, label: t('kuh.show') },
            { text: 'yield', label: t('kuh.yield') },
          ];
    case PHASE.choosing:
      return mine ? [{ ...funnel, label: t('kuh.choose') }, decline] : [];
    case PHASE.turning:
      return mine
        ? [
            {
              text: `pose ${POSES[meant.pose ?? 0].join('')}`,
              label: t('kuh.place'),
              primary: true,
              disabled: meant.pose === null,
            },
            decline,
          ]
        : [];
    default:
      return [];
  }
}

/** @param {Now} now */
function say({ props: { view, me, seats, t }, meant, mine }) {
  const passed = me !== null && (view.passed >> me) & 1;
  const values = { sum: thrown(view), name: seats[view.phase === PHASE.ready ? view.turn : view.caller]?.name ?? '' };
  switch (view.phase) {
    case PHASE.falling:
      return t('kuh.say.rolling');
    case PHASE.ready:
      return t(view.turn === me ? 'kuh.say.ready.mine' : 'kuh.say.ready', values);
    case PHASE.calling:
      return t(meant.cell !== null ? 'kuh.say.sure' : passed ? 'kuh.say.passed' : 'kuh.say.look', values);
    case PHASE.searching:
      return t(mine ? 'kuh.say.search.mine' : passed ? 'kuh.say.yielded' : 'kuh.say.search', values);
    case PHASE.choosing:
      return t(mine ? 'kuh.say.choose.mine' : 'kuh.say.choose', values);
    case PHASE.turning:
      return t(mine ? 'kuh.say.turn.mine' : 'kuh.say.turn', values);
    default:
      return t('kuh.say.wait');
  }
}

/** @param {TableProps} props @param {number} seat @returns {import('../../../web/table/table.js').SeatLook} */
function seatLook({ view, t }, seat) {
  const settling = view.phase >= PHASE.searching && view.phase <= PHASE.turning;
  const throws = view.phase >= PHASE.falling && view.phase <= PHASE.ready;
  const turn = settling ? view.caller === seat : throws && view.turn === seat;
  const passed = (view.passed >> seat) & 1;
  const note = turn
    ? t(settling ? 'kuh.called' : 'plain.throws')
    : t(passed ? 'kuh.passed' : 'kuh.hand', { n: view.hand[seat] });
  return {
    score: view.hand[seat],
    turn,
    note,
    more: html`<span class="race-heap" role="img" aria-label=${t('kuh.hand', { n: view.hand[seat] })}>
      ${Array.from({ length: view.hand[seat] }, (_, at) => html`<i key=${at} />`)}</span>`,
  };
}

/** The three pearl dice, large, and what they make together. @param {{view: View, t: TableProps['t']}} props */
function Pearls({ view, t }) {
  const sum = thrown(view);
  const words = sum ? t('kuh.pearls', { faces: view.pearl.join(', '), sum }) : t('kuh.pearls.none');
  return html`<div class=${`kuh-pearls ${sum ? 'kuh-thrown' : ''}`} role="img" aria-label=${words}>
    ${view.pearl.map((/** @type {number} */ face, /** @type {number} */ at) => html`<${Die} key=${at} face=${face} />`)}
    <b class="number">${sum || '\u00a0'}</b>
  </div>`;
}
