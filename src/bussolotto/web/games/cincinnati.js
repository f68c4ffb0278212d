/** The table of Cincinnati: three tables to choose in secret, five dice of my own, duels as a scene. */
import { Die } from '../components/die.js';
import { count, KEEPS } from '../keeps.js';
import { useDecision } from '../table/decision.js';
import { Rules } from '../table/rules.js';
import { CHANCE, story } from '../table/story.js';
import { summary } from '../table/summary.js';
import { GameTable } from '../table/table.js';
import { html, useEffect, useRef, useState } from '../vendor/preact.js';
import { handName } from './cincinnati/hands.js';
import { BOUGHT, diceOf, PHASE, TABLES, tablesOf, worthOf } from './cincinnati/position.js';
import { Room } from './cincinnati/scene.js';

/** @typedef {import('../types.js').TableProps} TableProps */
/** @typedef {import('../types.js').View} View */
/** @typedef {import('../table/decision.js').Decision} Decision */
/** @typedef {ReturnType<typeof useKeep>} Keep */

const DICE = 5;
const told = story();

export { Rules };
export const Summary = summary('cincinnati', ({ view }) => view.wealth.slice(0, view.seats).map((/** @type {number} */ _, /** @type {number} */ seat) => worthOf(view, seat)));

/** Dice are told with the names of those who rolled them. @type {import('../types.js').Sentence} */
export const sentence = (step, context) => {
  if (step.text === 'keep') return context.t('told.cincinnati.keep-none', { name: context.names[step.seat] });
  const plain = told(step, context);
  return plain && step.seat === CHANCE && step.text?.startsWith('die') ? rolls(context) || plain : plain;
};

/** Who has rolled what. @param {import('../types.js').SentenceContext} context */
function rolls({ steps, index, after, names, t }) {
  if (!after) return '';
  const first = steps.findLastIndex((step, at) => at < index && step.seat !== CHANCE) + 1;
  const before = steps[first]?.before ?? null;
  const changed = names.map((_, seat) => seat).filter((seat) => diceOf(after, seat)?.length === DICE && after.dice[seat] !== before?.dice[seat]);
  return changed.map((seat) => t('told.cincinnati.rolls', { name: names[seat], dice: KEEPS[after.dice[seat]].join(' '), hand: t(`hand.${handName(KEEPS[after.dice[seat]])}`) })).join(' · ');
}

/** @param {TableProps} props */
export default function Table(props) {
  const { view, t, lang, me, seats } = props;
  const decision = useDecision(props);
  const keep = useKeep(view, me, decision.mine && view.phase === PHASE.keeping);
  const choosing = decision.mine && view.phase === PHASE.choosing;
  const money = new Intl.NumberFormat(lang);
  const look = (/** @type {number} */ seat) => ({
    score: money.format(view.wealth[seat] * 1000),
    more: html`<span class="cin-owned">${t('cin.tokens', { n: view.tokens[seat] })}${view.duels[seat] > 0 && ` · ${t('cin.duels', { n: view.duels[seat] })}`}</span>`,
  });
  return html`<${GameTable} ...${props} decision=${decision} seat=${look} say=${say(props)} buttons=${buttons(props, keep)}
      hand=${me !== null && html`<${Hand} view=${view} me=${me} keep=${keep} t=${t} />`}>
    <${Room} view=${view} seats=${seats} t=${t} lang=${lang} choose=${choosing ? (/** @type {number} */ table) => decision.play(`table ${TABLES[table]}`) : null} />
  <//>`;
}

/** @param {TableProps} props */
function say({ view, t }) {
  if (view.phase === PHASE.keeping) return t(view.roll_number === BOUGHT ? 'cin.say.keep-bought' : 'cin.say.keep');
  return t(`cin.say.${view.phase}`);
}

/** @param {TableProps} props @param {Keep} keep @returns {import('../table/table.js').Button[]} */
function buttons({ view, t, seats, legal }, keep) {
  if (view.phase === PHASE.choosing) return tablesOf(view).map((table) => ({ text: `table ${TABLES[table]}`, label: t('cin.go', { table: TABLES[table] }) }));
  if (view.phase === PHASE.asking) return [{ text: 'buy', label: t('cin.buy') }, { text: 'pass', label: t('cin.pass') }];
  if (view.phase === PHASE.naming) {
    return seats.filter(({ seat }) => seat !== view.lead).map(({ seat, name }) => ({ text: `duel ${seat}`, label: t('cin.challenge', { name }) }));
  }
  if (view.phase !== PHASE.keeping) return [];
  const all = keep.chosen.length === DICE;
  const text = ['keep', ...keep.chosen].join(' ');
  const label = all ? t('cin.keep.all') : keep.chosen.length ? t('cin.keep', { n: DICE - keep.chosen.length }) : t('cin.keep.none');
  const forbidden = all && view.roll_number === BOUGHT && Boolean(legal);
  return [{ text, label, primary: true, disabled: forbidden }];
}

/**
 * The dice that I mean to keep, as faces in ascending order. What I kept before is chosen to begin with.
 * @param {View} view @param {number | null} me @param {boolean} may
 */
function useKeep(view, me, may) {
  const faces = me === null ? [] : diceOf(view, me) ?? [];
  const key = `${view.round_number} ${view.duelling} ${view.roll_number} ${faces.join('')} ${view.tokens[me ?? 0]}`;
  const last = useRef(/** @type {number[]} */ ([]));
  const [places, choose] = useState(/** @type {number[]} */ ([]));
  useEffect(() => choose(view.roll_number > 2 || view.duelling ? placesOf(faces, last.current) : []), [key]);
  const chosen = may ? places.map((place) => faces[place]).sort((one, other) => one - other) : [];
  useEffect(() => {
    if (may) last.current = chosen;
  }, [chosen.join('')]);
  const toggle = (/** @type {number} */ place) => choose(places.includes(place) ? places.filter((other) => other !== place) : [...places, place]);
  return { may, faces, places, chosen, toggle };
}

/** Where dice with these faces lie. @param {readonly number[]} faces @param {readonly number[]} wanted */
function placesOf(faces, wanted) {
  return faces.flatMap((face, place) => (faces.slice(0, place).filter((other) => other === face).length < count(wanted, face) ? [place] : []));
}

/** My own dice, to be kept by a tap. @param {{view: View, me: number, keep: Keep, t: TableProps['t']}} props */
function Hand({ view, me, keep, t }) {
  const faces = diceOf(view, me) ?? [];
  const name = handName(faces);
  const secret = view.phase === PHASE.choosing || view.phase === PHASE.hiding;
  return html`<div class="cin-mine" role="group" aria-label=${t('cin.my-dice')}>
    <div class=${`cin-row ${secret ? 'cin-secret' : ''}`}>${Array.from({ length: DICE }, (_, place) => html`<${OwnDie} key=${place} face=${faces[place] ?? 0} place=${place} keep=${keep} t=${t} />`)}</div>
    <p class="cin-called">${name ? t(`hand.${name}`) : '\u00a0'}${secret && faces.length === DICE ? ` · ${t('cin.only-you')}` : ''}</p>
  </div>`;
}

/** @param {{face: number, place: number, keep: Keep, t: TableProps['t']}} props */
function OwnDie({ face, place, keep, t }) {
  const kept = keep.may && keep.places.includes(place);
  if (!keep.may || !face) return html`<span class=${`cin-own ${face ? '' : 'cin-blank'}`} role="img" aria-label=${face ? t('cin.die', { face }) : t('cin.die.none')}><${Die} face=${face} /></span>`;
  return html`<button type="button" class=${`cin-own ${kept ? 'cin-kept' : ''}`} aria-pressed=${kept} aria-label=${t('cin.die.keep', { face })}
    onClick=${() => keep.toggle(place)}><${Die} face=${face} /></button>`;
}
