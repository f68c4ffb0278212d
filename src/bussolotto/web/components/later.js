/** What only some tables show: fetched when this one does, and kept from then on. */
import { html, useEffect, useState } from '../vendor/preact.js';

/** @typedef {import('../pages/play.js').AtTable & {seats: import('../types.js').Seat[]}} Props */
/** @typedef {(props: any) => any} Component */

/** @param {Props} props */
export const Clocks = (props) => html`<${Later} needed=${Boolean(props.table.clock)} load=${() => import('./clock.js').then((part) => part.Clocks)} ...${props} />`;

/** What a table plays by, before one sits down. @param {Pick<Props, 'table' | 'game'>} props */
export const HouseRules = (props) => html`<${Later} needed load=${() => import('../pages/house-rules.js').then((part) => part.HouseRules)} ...${props} />`;

/** What the clock of a table is, before one sits down. @param {Pick<Props, 'table'>} props */
export const ClockRule = (props) => html`<${Later} needed load=${() => import('./clock.js').then((part) => part.Rule)} ...${props} />`;

/** Who is away, has left or is back; `log` shows what happened, where that can be shown. @param {Props & {log?: () => void}} props */
export const Company = (props) => html`<${Later} needed=${isUneven(props.table)} load=${() => import('./away.js').then((part) => part.Company)} ...${props} />`;

/** What is to be played on an evening. @param {Pick<Props, 'table'>} props */
export const EveningPlan = (props) => html`<${Later} needed=${Boolean(props.table.evening)} load=${() => import('./score.js').then((part) => part.Programme)} ...${props} />`;

/** On to the next game of an evening. @param {Pick<Props, 'table'> & {large?: boolean}} props */
export const EveningNext = (props) => html`<${Later} needed load=${() => import('./score.js').then((part) => part.Next)} ...${props} />`;

/** Talk while people wait. @param {Omit<Props, 'seats'>} props */
export const Talking = (props) => html`<${Later} needed=${others(props.table).length > 0 || props.known.said.length > 0} load=${() => import('./talk-later.js').then((part) => part.Talking)} ...${props} />`;

/** At a table over days: where to be told of one's turns. @param {Pick<Props, 'table'>} props */
export const TellMe = (props) => html`<${Later} needed=${props.table.pace === 'days' && props.table.me.seat !== null && props.table.state !== 'over'} load=${() => import('./notices.js').then((part) => part.Notices)} />`;

/** What was done without a line and not played. @param {any} props */
export const Returned = (props) => html`<${Later} needed=${props.returned.length > 0} load=${() => import('./returned.js').then((part) => part.Returned)} ...${props} />`;

/** The other people at a table. @param {Props['table']} table */
export const others = ({ seats, me }) => seats.filter(({ kind, seat }) => kind === 'person' && seat !== me.seat && !me.seats?.includes(seat));

/** @param {Props['table']} table */
const isUneven = ({ seats, me }) => seats.some(({ left, away }) => left || away) || Boolean(me.stand_in);

/** @param {{needed: boolean, load: () => Promise<Component>} & Record<string, any>} props */
function Later({ needed, load, ...props }) {
  const [part, keep] = useState(/** @type {Component | null} */ (null));
  useEffect(() => {
    if (needed && !part) load().then((found) => keep(() => found), () => {}); // without it one can play on
  }, [needed]);
  return part && html`<${part} ...${props} />`;
}
