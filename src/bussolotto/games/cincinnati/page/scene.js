/** The room: three tables with their cards and those who came to each, or two people in a duel. */
import { Advised } from '../../../web/components/advice.js';
import { Die } from '../../../web/components/die.js';
import { Avatar } from '../../../web/components/seats.js';
import { count } from '../../../web/table/keeps.js';
import { html, useContext } from '../../../web/vendor/preact.js';
import { handName, leading, meets, sumOf } from './hands.js';
import { BOUGHT, KINDS, PHASE, TABLES } from './facts.js';
import { cardsOn, diceOf, duellists, moneyOf, peopleAt, saidOf, tablesOf } from './position.js';

/** @typedef {import('../../../web/types.js').TableProps<import('./facts.js').View>} TableProps */
/** @typedef {import('./facts.js').View} View */
/**
 * @typedef {{view: View, held: View, done: import('../../../web/types.js').EventTold[],
 *   options: Record<string, string>, seats: TableProps['seats'], t: TableProps['t'], lang: string,
 *   why?: (action: string) => void}} Shared `why`: tells why I may not
 */

/**
 * @param {Shared & {me: number | null, choose: ((table: number) => void) | null}} props `choose`: I may go to a table
 *   now
 */
export function Room(props) {
  const { view, options, t } = props;
  const roll = view.roll_number >= BOUGHT ? t('cin.roll.bought') : t('cin.roll', { n: view.roll_number });
  return html`<div class="cin">
    <p class="cin-round">
      <strong>${t('cin.round', { n: view.round_number, of: options.rounds })}</strong> <span>
        ${view.phase > PHASE.dealing && view.phase < PHASE.naming ? roll : '\u00a0'}</span></p>
    ${
      view.duelling
        ? html`<${Duel} ...${props} />`
        : html`<ul class=${`cin-tables cin-tables-${tablesOf(view).length}`}>
            ${tablesOf(view).map((table) => html`<${GamblingTable} key=${table} ...${props} table=${table} />`)}</ul>`
    }
  </div>`;
}

/** @param {Shared & {table: number, me: number | null, choose: ((table: number) => void) | null}} props */
function GamblingTable(props) {
  const { view, done, t, table, choose, why, me } = props;
  const letter = TABLES[table];
  const taken = done.some(({ values }) => values.prize && values.table === letter);
  const cards = taken ? [] : cardsOn(view, table);
  const people = peopleAt(view, table);
  const advised = useContext(Advised);
  const meant = advised && (advised === `table ${letter}` || people.includes(me ?? -1));
  const head = html`<span class="cin-letter" translate=${false}>${letter}</span>
    <span class="cin-name"><strong translate=${false}>${t(`cin.table.${letter}`)}</strong>
      <span>${condition(table, props)}</span></span>`;
  return html`<li class="cin-table" data-table=${letter} data-advised=${meant ? '' : undefined}>
    ${
      choose
        ? html`<button type="button" class="cin-head" onClick=${() => choose(table)}>
          ${head}</button>`
        : html`<div class="cin-head" onClick=${() => why?.(`table ${letter}`)}>${head}</div>`
    }
    <ul class="cin-cards" aria-label=${t('cin.cards', { n: cards.length })}>
      ${cards.map((kind, at) => html`<${Card} key=${at} kind=${kind} ...${props} />`)}</ul>
    <ul class="cin-people" aria-label=${t(`cin.table.${letter}`)}>
      ${people.map(
        (seat) => html`<${Person} key=${seat} ...${props} seat=${seat} leads=${leaders(props).includes(seat)} />`,
      )}</ul>
  </li>`;
}

/** Who would clear a table with what lies there. @param {Shared & {table: number}} props */
function leaders({ view, held, table, options }) {
  const hands = peopleAt(view, table).map((seat) => ({ seat, faces: diceOf(held, seat) ?? [] }));
  return leading(table, hands, options).map(({ seat }) => seat);
}

/** What a table asks for, in words. @param {number} table @param {Shared} props */
function condition(table, { options, t }) {
  if (table === 0) return t(`cin.condition.A.${options.condition_a}`);
  return table === 1
    ? t(`cin.condition.B.${options.condition_b}`)
    : t('cin.condition.C', { n: Number(options.condition_c) });
}

/** @param {Shared & {kind: number}} props */
export function Card({ kind, options, t, lang }) {
  const money = moneyOf(kind);
  const said = money
    ? new Intl.NumberFormat(lang).format(money * 1000)
    : t(`cin.card.${KINDS[kind]}`, { n: Number(options.tokens_a_card) });
  return html`<li class=${`cin-card ${money ? 'cin-money' : `cin-${KINDS[kind]}`}`}>${said}</li>`;
}

/**
 * Somebody at a table, with their dice as far as they are known.
 * @param {Shared & {seat: number, table?: number, leads?: boolean}} props
 */
export function Person({ view, held, options, seats, seat, t, table, leads = false }) {
  const faces = diceOf(view, seat);
  const lying = diceOf(held, seat)?.join() === faces?.join(); // nothing is said of dice that are in the air
  const name = lying && faces && handName(faces);
  const good = name && table !== undefined && meets(table, faces, options);
  return html`<li class=${`cin-person ${good ? 'cin-good' : ''} ${leads ? 'cin-leads' : ''}`} data-row=${seat}>
    <${Avatar} seat=${seats[seat]} /><span class="cin-who" translate=${false}>${seats[seat].name}</span>
    <${Dice} faces=${faces} said=${saidOf(view, seat)} t=${t} />
    <span class="cin-hand">${leads && good && html`<strong class="cin-lead">${t('cin.leads')}</strong> `}
      ${name ? called(name, faces, table, t) : '\u00a0'}
      ${good && !leads && html` <span class="cin-check" role="img" aria-label=${t('cin.meets')}>✓</span>`}</span>
  </li>`;
}

/**
 * What counts at a table: at the last one the sum of the pips, else the name of the hand.
 * @param {string} name @param {readonly number[]} faces @param {number | undefined} table @param {TableProps['t']} t
 */
function called(name, faces, table, t) {
  if (table !== TABLES.length - 1) return t(`hand.${name}`);
  return t('cin.pips', { n: sumOf(faces) });
}

/**
 * Five dice in a row; those that will be rolled again are pale once that is said.
 * @param {{faces: number[] | null, said: number[] | null, t: TableProps['t']}} props
 */
function Dice({ faces, said, t }) {
  if (!faces) return html`<span class="cin-dice cin-covered" role="img" aria-label=${t('cin.covered')}><i /></span>`;
  const label = faces.length ? t('cin.dice', { dice: faces.join(' ') }) : t('cin.dice.none');
  return html`<span class="cin-dice" role="img"
      aria-label=${said ? `${label}, ${t('cin.keeps', { dice: said.join(' ') || '–' })}` : label}>
    ${faces.map(
      (face, at) => html`<span key=${at} class=${said && rolledAgain(faces, said, at) ? 'cin-pale' : ''}>
        <${Die} face=${face} /></span>`,
    )}</span>`;
}

/**
 * Is the die at this place one of those that are not kept?
 * @param {readonly number[]} faces
 * @param {readonly number[]} said
 * @param {number} at
 */
function rolledAgain(faces, said, at) {
  const before = faces.slice(0, at).filter((face) => face === faces[at]).length;
  return before >= count(said, faces[at]);
}

/** A duel as a scene of its own. @param {Shared} props */
function Duel(props) {
  const { view, t, seats } = props;
  const people = duellists(view);
  const stake =
    view.table < TABLES.length
      ? t('cin.duel.table', { table: TABLES[view.table] })
      : t('cin.duel.card', { name: seats[view.lead].name });
  return html`<section class="cin-duel" aria-label=${t('cin.duel')}>
    <h2>${t('cin.duel')}</h2><p class="muted">${stake}</p>
    ${
      view.table < TABLES.length &&
      html`<ul class="cin-stake" aria-label=${t('cin.cards', { n: cardsOn(view, view.table).length })}>
        ${cardsOn(view, view.table).map((kind, at) => html`<${Card} key=${at} kind=${kind} ...${props} />`)}</ul>`
    }
    <ul class="cin-duellists">${people.map((seat) => html`<${Person} key=${seat} ...${props} seat=${seat} />`)}</ul>
  </section>`;
}
