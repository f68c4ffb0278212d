/** How people sit: each with a device of his own, all round one, or round a screen with telephones in their hands. */
import { learn } from '../i18n.js';
import { useShell } from '../shell.js';
import { html } from '../vendor/preact.js';
import { Choice } from './choice.js';

/** @typedef {import('./setup.js').Part} Part */
/** @typedef {import('./setup.js').Wish} Wish */

await learn('later-ways');

const WAYS = ['online', 'device', 'screen'];
const LONGEST = 40; // letters of a name

/** @param {Wish} wish */
const wayOf = ({ device, sit }) => (device ? 'device' : sit === null ? 'screen' : 'online');

/** How many sit as soon as the table is open. @param {Wish} wish */
export const atOnce = (wish) => ({ online: 1, screen: 0, device: peopleOf(wish).length })[wayOf(wish)] ?? 0;

/** Is everybody there whom the table waits for? @param {Wish} wish */
export const isFull = (wish) => wish.device && atOnce(wish) === wish.seats;

/** May bots be asked before it is open? On a screen that is done where all see it. @param {Wish} wish */
export const asksBots = (wish) => wayOf(wish) !== 'screen' && atOnce(wish) < wish.seats;

/** The wish as the server wants it. @param {Wish} wish @returns {Wish} */
export const asked = (wish) => ({ ...wish, names: peopleOf(wish) });

/** Where such a table is looked at. @param {Wish} wish @param {string} table */
export const placeOf = (wish, table) => `/${wayOf(wish) === 'screen' ? 's' : 't'}/${table}`;

/** @param {Wish} wish */
const peopleOf = ({ device, names, seats }) => (device ? names.slice(0, seats) : []);

/** @param {Part} props */
export function Way({ game, wish, change }) {
  const { t, me } = useShell();
  const way = wayOf(wish);
  const pick = (/** @type {string} */ to) => change({
    device: to === 'device', sit: to === 'online' ? 0 : null, names: to === 'device' ? namesFor(wish.seats, [me.name], t) : [],
  });
  return html`<${Choice} legend=${t('way.title')} name=${`${game.name}-way`} values=${WAYS.filter((one) => one !== 'device' || !game.race)}
      value=${way} pick=${pick} say=${(/** @type {string} */ one) => t(`way.${one}`)} hint=${t(game.race && way === 'online' ? 'way.race' : `way.${way}.hint`)} />
    ${way === 'device' && html`<${People} game=${game} wish=${wish} change=${change} />`}`;
}

/** How many round the device, and what they are called. @param {Part} props */
function People({ game, wish, change }) {
  const { t } = useShell();
  const people = peopleOf(wish);
  const counts = Array.from({ length: Math.max(1, wish.seats - 1) }, (_, at) => Math.min(at + 2, wish.seats));
  const name = (/** @type {number} */ place, /** @type {string} */ text) => change({ names: people.map((old, at) => (at === place ? text : old)) });
  return html`<${Choice} legend=${t('way.people')} name=${`${game.name}-people`} values=${counts} value=${people.length} class="numbers"
      pick=${(/** @type {number} */ count) => change({ names: namesFor(count, people, t) })} say=${(/** @type {number} */ count) => count} />
    <div class="way-names">${people.map((text, place) => html`<label class="field" key=${place}><span>${t('way.name', { n: place + 1 })}</span>
      <input type="text" value=${text} maxlength=${LONGEST} autocomplete="off" required translate=${false}
        onInput=${(/** @type {InputEvent} */ event) => name(place, /** @type {HTMLInputElement} */ (event.target).value)}
        onChange=${(/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).value.trim() || name(place, t('way.player', { n: place + 1 }))} /></label>`)}</div>`;
}

/** So many names, as far as they are known. @param {number} count @param {readonly string[]} known @param {import('../types.js').Translate} t */
const namesFor = (count, known, t) => Array.from({ length: count }, (_, at) => known[at] || t('way.player', { n: at + 1 }));
