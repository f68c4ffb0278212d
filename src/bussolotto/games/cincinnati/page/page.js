/** The table of Cincinnati: three tables to choose in secret, five dice of my own, duels as a scene. */
import { complete } from '../../../web/components/needs.js';
import { later } from '../../../web/components/when-needed.js';
import { Tray } from '../../../web/cup/tray.js';
import { DICE, KEEPS } from '../../../web/table/keeps.js';
import { CHANCE, firstWord } from '../../../web/line/steps.js';
import { useDecision } from '../../../web/table/decision.js';
import { story } from '../../../web/table/story.js';
import { summary } from '../../../web/table/summary.js';
import { GameTable } from '../../../web/table/table.js';
import { html } from '../../../web/vendor/preact.js';
import { BOUGHT, KINDS, PHASE, TABLES } from './facts.js';
import { handName, sumOf } from './hands.js';
import { useTableKeys } from './keys.js';
import { useOwnDice } from './own-dice.js';
import { diceOf, moneyOf, tablesOf } from './position.js';
import { moves } from './moves.js';
import { Room } from './scene.js';

/** @typedef {import('../../../web/types.js').TableProps<import('./facts.js').View>} TableProps */
/** @typedef {import('./facts.js').View} View */
/** @typedef {import('./own-dice.js').OwnDice} OwnDice */

const told = story({
  values: (step, context) => ({ cards: firstWord(step) === 'card' ? cardsIn(context) : '' }),
});

export { whose } from './throw.js';
export const Rules = later(async () => (await complete(import('./rules.js'))).Rules);
export { SHORTCUTS } from './keys.js';
export const HAND = true;
/** Duels ask for the same as tables, for another end. */
export const NOTES = [
  { word: 'duel-keep', fits: duels(PHASE.keeping) },
  { word: 'duel-ask', fits: duels(PHASE.asking) },
];
export const Summary = summary('cincinnati', (_, scores) => scores.map((thousands) => 1000 * thousands));

/**
 * Dice are told with the names of those who rolled them.
 * @type {import('../../../web/types.js').Sentence<import('./facts.js').View>}
 */
export const sentence = (step, context) => {
  if (step.text === 'keep') return context.t('told.cincinnati.keep-none', { name: context.names[step.seat] });
  const plain = told(step, context);
  return plain && step.seat === CHANCE && step.text?.startsWith('die') ? rolls(context) || plain : plain;
};

/** @param {number} phase @returns {import('../../../web/types.js').Note['fits']} */
function duels(phase) {
  return (view, mine) => mine && Boolean(view.duelling) && view.phase === phase;
}

/**
 * The cards that have just come, as they stand on the tables.
 * @param {import('../../../web/types.js').SentenceContext<View>} context
 */
function cardsIn({ steps, index, after, t }) {
  const first = steps.findLastIndex(
    ({ seat, text }, at) => at < index && !(seat === CHANCE && text?.startsWith('card')),
  );
  const kinds = steps.slice(first + 1, index + 1).map(({ text }) => KINDS.indexOf(text?.split(' ')[1] ?? ''));
  return kinds.map((kind) => cardName(kind, after, t)).join(', ');
}

/**
 * A card by its kind: its money in full, or what it brings.
 * @param {number} kind @param {View | null} view where that is known @param {TableProps['t']} t
 */
const cardName = (kind, view, t) => {
  const money = moneyOf(kind);
  if (money) return t('cin.money', { n: money * 1000 });
  return KINDS[kind] === 'token' && view
    ? t('cin.card.token', { n: view.tokens_a_card })
    : t(`cin.kind.${KINDS[kind]}`);
};

/** Who has rolled what. @param {import('../../../web/types.js').SentenceContext<import('./facts.js').View>} context */
function rolls({ steps, index, after, names, t }) {
  if (!after) return '';
  const first = steps.findLastIndex((step, at) => at < index && step.seat !== CHANCE) + 1;
  const before = steps[first]?.before;
  if (!before) return ''; // nobody knows who held which dice until then
  const changed = names
    .map((_, seat) => seat)
    .filter((seat) => diceOf(after, seat)?.length === DICE && after.dice[seat] !== before.dice[seat]);
  return changed
    .map((seat) =>
      t('told.cincinnati.rolls', {
        name: names[seat],
        dice: KEEPS[after.dice[seat]].join(' '),
        hand: t(`hand.${handName(KEEPS[after.dice[seat]])}`),
      }),
    )
    .join(' · ');
}

/** @param {TableProps} props */
export default function Table(props) {
  const { view, t, lang, me, seats, match } = props;
  const decision = useDecision(props);
  const own = useOwnDice(view, me, decision.mine && view.phase === PHASE.keeping, decision.sending);
  const choosing = decision.mine && view.phase === PHASE.choosing;
  const offered = buttons(props, own);
  useTableKeys({ own, decision, offered });
  const look = (/** @type {number} */ seat) => ({
    score: view.wealth[seat] * 1000,
    more: html`<span class="cin-owned">${t('cin.tokens', { n: view.tokens[seat] })}
      ${view.duels[seat] > 0 && html` · <span class="cin-duels">${t('cin.duels', { n: view.duels[seat] })}</span>`}</span>`,
  });
  return html`<${GameTable} ...${props} decision=${decision} seat=${look} say=${say(props)} moves=${moves}
      buttons=${offered}
      hand=${
        me !== null &&
        html`<${Hand} view=${view} me=${me} own=${own} falling=${props.falling} motion=${props.settings.tumble}
          why=${decision.why} t=${t} />`
      }>
    <${Room} view=${view} held=${props.held} done=${props.done} options=${match.options} seats=${seats} t=${t} lang=${lang} me=${me}
        why=${decision.why} choose=${choosing ? (/** @type {number} */ table) => decision.play(`table ${TABLES[table]}`) : null} />
  <//>`;
}

/** @param {TableProps} props */
function say({ view, t, match }) {
  if (view.phase === PHASE.keeping) return t(view.roll_number === BOUGHT ? 'cin.say.keep-bought' : 'cin.say.keep');
  return t(`cin.say.${view.phase}`, { worth: 1000 * Number(match.options.token_worth) });
}

/** @param {TableProps} props @param {OwnDice} own @returns {import('../../../web/table/table.js').Button[]} */
function buttons({ view, t, me, seats, legal }, own) {
  if (view.phase === PHASE.choosing)
    return tablesOf(view).map((table) => ({
      text: `table ${TABLES[table]}`,
      label: t('cin.go', { table: TABLES[table] }),
    }));
  if (view.phase === PHASE.asking)
    return [
      { text: 'buy', label: t('cin.buy', { n: view.tokens[me ?? view.turn] }) },
      { text: 'pass', label: t('cin.pass') },
    ];
  if (view.phase === PHASE.naming) {
    return seats
      .filter(({ seat }) => seat !== view.lead)
      .map(({ seat, name }) => ({ text: `duel ${seat}`, label: html`<span translate=${false}>${name}</span>` }));
  }
  if (view.phase !== PHASE.keeping) return [];
  const all = own.chosen.length === DICE;
  const text = ['keep', ...own.chosen].join(' ');
  const label = all
    ? t('cin.keep.all')
    : own.chosen.length
      ? t('cin.keep', { n: DICE - own.chosen.length })
      : t('cin.keep.none');
  const forbidden = all && view.roll_number === BOUGHT && Boolean(legal);
  return [{ text, label, primary: true, disabled: forbidden }];
}

/**
 * My own dice in their tray, to be kept by a tap.
 * @param {{view: View, me: number, own: OwnDice, falling: boolean, motion: boolean, why: (action: string) => void,
 *     t: TableProps['t']}} props `why`: tells why nothing can be done with them
 */
function Hand({ view, me, own, falling, motion, why, t }) {
  const name = handName(own.faces);
  const pips = t('cin.pips', { n: sumOf(own.faces) });
  const secret = view.phase === PHASE.choosing || view.phase === PHASE.hiding;
  const dice = own.faces.length === DICE ? own.dice : [];
  const describe = (/** @type {number | string} */ id) =>
    t(own.may ? 'cin.die.keep' : 'cin.die', { face: own.dice.find((die) => die.id === id)?.face ?? 0 });
  return html`<div class="cin-mine" data-steady>
    <div class="cin-tray" onClick=${own.may ? undefined : () => why('keep')}>
      <${Tray} dice=${dice.map(({ id, face }) => ({ id, face, secret, kept: own.kept.includes(id) }))}
          throwing=${own.throwing}
          mine=${own.may} onTap=${own.may ? (/** @type {number | string} */ id) => own.toggle(Number(id)) : undefined}
          describe=${describe} motion=${motion} t=${t} label=${t('cin.my-dice')} /></div>
    <p class="cin-called">${name && !falling ? calledMine({ view, me, name, pips, t }) : '\u00a0'}
      ${secret && dice.length ? ` · ${t('cin.only-you')}` : ''}</p>
  </div>`;
}

/**
 * What my dice are called: as it counts at my table, both before I have chosen one.
 * @param {{view: View, me: number, name: string, pips: string, t: TableProps['t']}} props
 */
function calledMine({ view, me, name, pips, t }) {
  const last = view.chosen[me] === TABLES.length && !view.duelling;
  if (last) return pips;
  return view.chosen[me] === 0 ? `${t(`hand.${name}`)}, ${pips}` : t(`hand.${name}`);
}
