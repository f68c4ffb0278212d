/** What only some tables show: fetched when this one does, and kept from then on. */
import { complete } from '../../components/needs.js';
import { stands } from '../../line/channel.js';
import { html } from '../../vendor/preact.js';
import { others } from './others.js';
import { Later } from '../../components/when-needed.js';

/** @typedef {import('./at-table.js').AtTable & {seats: import('../../types.js').Seat[]}} Props */

/** @param {Props} props */
export const Clocks = (props) =>
  html`<${Later} needed=${Boolean(props.table.clock)}
      load=${() => complete(import('./clock.js')).then((part) => part.Clocks)} ...${props} />`;

/** What a table plays by, before one sits down. @param {Pick<Props, 'table' | 'game'>} props */
export const HouseRules = (props) =>
  html`<${Later} needed
      load=${() => complete(import('../house-rules.js')).then((part) => part.HouseRules)} ...${props} />`;

/**
 * Who is away, has left or is back; `log` shows what happened, where that can be shown.
 * @param {Props & {log?: () => void}} props
 */
export const Company = (props) =>
  html`<${Later} needed=${isUneven(props.table)}
      load=${() => complete(import('./away.js')).then((part) => part.Company)} ...${props} />`;

/** What is to be played on an evening. @param {Pick<Props, 'table'>} props */
export const EveningPlan = (props) =>
  html`<${Later} needed=${Boolean(props.table.evening)}
      load=${() => complete(import('./score.js')).then((part) => part.Programme)} ...${props} />`;

/** On to the next game of an evening. @param {Pick<Props, 'table'> & {large?: boolean}} props */
export const EveningNext = (props) =>
  html`<${Later} needed load=${() => complete(import('./score.js')).then((part) => part.Next)} ...${props} />`;

/** Ready, and 3-2-1. @param {Props} props */
export const Start = (props) =>
  html`<${Later} needed=${props.table.ready !== null}
      load=${() => complete(import('./ready.js')).then((part) => part.Ready)} ...${props} />`;

/** Bots of a race can be asked to be slower. @param {Pick<Props, 'table' | 'game' | 'changed'>} props */
export const Slower = (props) =>
  html`<${Later} needed=${props.game.race}
      load=${() => complete(import('./slower.js')).then((part) => part.Slower)} ...${props} />`;

/** What is asked for at a practice table. @param {Props & {told?: import('../../wire.js').PracticeTold, mine: boolean}} props */
export const Practice = (props) =>
  html`<div class="practice-room"><${Later} needed
      load=${() => complete(import('./practice.js')).then((part) => part.practiceOf(props.game.name))} ...${props} /></div>`;

/** The practice table of a game, for who plays bots alone. @param {Pick<Props, 'table' | 'game'>} props */
export const Learn = ({ table, game }) =>
  game.practice &&
  !table.practice &&
  others(table).length === 0 &&
  html`<div class="learn-room"><${Later} needed
      load=${() => complete(import('./learn.js')).then((part) => part.Learn)} game=${game} /></div>`;

/** The link to a table, once it is asked for. @param {Pick<Props, 'table'>} props */
export const Link = ({ table }) =>
  html`<${Later} needed load=${() => complete(import('./handing.js')).then((part) => part.Link)} table=${table} />`;

/** Talk while people wait. @param {Omit<Props, 'seats'>} props */
export const Talking = (props) =>
  html`<${Later} needed=${others(props.table).length > 0 || props.known.said.length > 0}
      load=${() => complete(import('./talk-later.js')).then((part) => part.Talking)} ...${props} />`;

/** At a table over days: where to be told of one's turns. @param {Pick<Props, 'table'>} props */
export const TellMe = (props) =>
  html`<${Later} needed=${props.table.pace === 'days' && props.table.me.seat !== null && props.table.state !== 'over'}
      load=${() => complete(import('./notices.js')).then((part) => part.Notices)} />`;

/** What a decision is and what it is for, when it is there for the first time. @param {any} props */
export const Notes = (props) =>
  html`<${Later} load=${() => complete(import('./coach.js')).then((part) => part.Coach)} ...${props} />`;

/** How a race is judged, in the menu. @param {any} props */
export const RaceMenu = (props) =>
  html`<${Later} needed load=${() => complete(import('./fairness.js')).then((part) => part.RaceMenu)} ...${props} />`;

/** What was contested in a race, or that its lines are uneven. @param {any} props */
export const Fairness = (props) =>
  html`<${Later} needed=${Boolean(props.table.race?.uneven || props.known.contested)}
      load=${() => complete(import('./fairness.js')).then((part) => part.Fairness)} ...${props} />`;

/** From where the dice come. @param {Props} props */
export const Level = (props) =>
  html`<${Later} needed load=${() => stands.then(() => complete(import('./level.js'))).then((part) => part.Level)}
      ...${props} />`;

/** What this page has noticed about the dice. @param {Props} props */
export const DiceWarning = (props) =>
  html`<${Later} needed=${Boolean(props.known.dice?.warning || props.table.end)}
      load=${() => complete(import('./level.js')).then((part) => part.DiceWarning)} ...${props} />`;

/** For what a roll waits. @param {Props} props */
export const RollWaits = (props) =>
  html`<${Later} needed=${Boolean(props.known.dice?.waits)}
      load=${() => complete(import('./level.js')).then((part) => part.RollWaits)} ...${props} />`;

/** The photo finish. @param {any} props */
export const Finish = (props) =>
  html`<${Later} needed load=${() => complete(import('./fairness.js')).then((part) => part.Finish)} ...${props} />`;

/** The menu of a table. @param {any} props */
export const TableMenu = (props) =>
  html`<${Later} needed load=${() => complete(import('./menu.js')).then((part) => part.TableMenu)} ...${props} />`;

/** Who wants to end by agreement. @param {Props} props */
export const Offers = (props) =>
  html`<${Later} needed=${props.table.offers.length > 0}
      load=${() => complete(import('./menu.js')).then((part) => part.Offers)} ...${props} />`;

/** What one can do now. @param {any} props */
export const Help = (props) =>
  html`<${Later} needed asked load=${() => complete(import('./help.js')).then((part) => part.Help)} ...${props} />`;

/** How the match has ended. @param {any} props */
export const Result = (props) =>
  html`<${Later} needed asked load=${() => complete(import('./result.js')).then((part) => part.Result)} ...${props} />`;

/** What was done without a line and not played. @param {any} props */
export const Returned = (props) =>
  html`<${Later} needed=${props.returned.length > 0}
      load=${() => complete(import('./returned.js')).then((part) => part.Returned)} ...${props} />`;

/** @param {Props['table']} table */
const isUneven = ({ seats, me }) => seats.some(({ left, away }) => left || away) || Boolean(me.stand_in);
