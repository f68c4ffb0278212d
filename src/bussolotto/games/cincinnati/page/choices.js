/** The tables in the lab: how often each is chosen and each face kept, or how much depends on that. */
import { Die } from '../../../web/components/die.js';
import { FACES, keeping } from '../../../web/table/keeps.js';
import { html } from '../../../web/vendor/preact.js';
import { TABLES } from './facts.js';

/** @typedef {{action: string}} Action */
/** @typedef {{value: number | null, part: number, text: string}} Heat */
/** @typedef {(places: ReadonlyMap<any, readonly Action[]>) => Map<any, Heat>} Heats */

const NONE = { value: null, part: 0, text: '' };

/** @param {{actions: readonly Action[], heat: Heats}} props */
export default function Choices({ actions, heat }) {
  const named = (/** @type {string} */ text) => actions.filter(({ action }) => action === text);
  const tables = [...TABLES].filter((table) => named(`table ${table}`).length); // three players have no table B
  const of = heat(new Map(tables.map((table) => [table, named(`table ${table}`)])));
  const kept = heat(new Map(FACES.map((face) => [face, keeping(actions, face)])));
  return html`<ul class="lab-places">${tables.map(
    (table) => html`<${Place} key=${table} heat=${of.get(table)}><b>${table}</b><//>`,
  )}</ul>
    <ul class="lab-places">${FACES.map(
      (face) => html`<${Place} key=${face} heat=${kept.get(face)}>
        <span class="visually-hidden">${face}</span><${Die} face=${face} /><//>`,
    )}</ul>`;
}

/** @param {{heat?: Heat, children?: any}} props */
const Place = ({ heat: { value, part, text } = NONE, children }) =>
  html`<li class=${value === null ? 'lab-unknown' : ''} style=${`--part:${part.toFixed(3)}`}>${children}
    <span class="number">${text}</span></li>`;
