/**
 * How people sit: each with a device of his own, tonight or over days, all round one, or round a screen with
 * telephones in their hands.
 */
import { needs } from '../../components/needs.js';
import { useShell } from '../../components/shell.js';
import { html } from '../../vendor/preact.js';
import { Choice } from './choice.js';
import { fits, peopleOf, sitting, wayOf, WAYS } from './wish.js';

/** @typedef {import('./types.js').Part} Part */

needs(['later-ways'], [new URL('./setup.css', import.meta.url)]);

const LONGEST = 40; // letters of a name

/** @param {Part & {ways?: readonly string[]}} props `ways`: those that there are */
export function Way({ game, wish, change, ways = WAYS }) {
  const { t, me } = useShell();
  const way = wayOf(wish);
  const pick = (/** @type {string} */ to) =>
    change({ ...sitting(to, namesFor(wish.seats, [me.name], t)), clock: null });
  return html`<${Choice} legend=${t('way.title')} name=${`${game.name}-way`}
      values=${ways.filter((one) => fits(game, one))}
      value=${way} pick=${pick} say=${(/** @type {string} */ one) => t(`way.${one}`)}
      hint=${t(game.race && way === 'online' ? 'way.race' : `way.${way}.hint`)} />
    ${
      way === 'device' &&
      html`<${People} name=${game.name} most=${wish.seats} people=${peopleOf(wish)}
          call=${(/** @type {string[]} */ names) => change({ names })} />`
    }`;
}

/**
 * How many round the device, and what they are called.
 * @param {{name: string, most: number, people: readonly string[], call: (people: string[]) => void}} props
 */
function People({ name, most, people, call }) {
  const { t } = useShell();
  const counts = Array.from({ length: Math.max(1, most - 1) }, (_, at) => Math.min(at + 2, most));
  const rename = (/** @type {number} */ place, /** @type {string} */ text) =>
    call(people.map((old, at) => (at === place ? text : old)));
  return html`<${Choice} legend=${t('way.people')} name=${`${name}-people`} values=${counts} value=${people.length}
      class="numbers"
      pick=${(/** @type {number} */ count) => call(namesFor(count, people, t))}
      say=${(/** @type {number} */ count) => count} />
    <div class="way-names">${people.map(
      (text, place) => html`<label class="field" key=${place}><span>${t('way.name', { n: place + 1 })}</span>
        <input type="text" value=${text} maxlength=${LONGEST} autocomplete="off" required translate=${false}
            onInput=${(/** @type {InputEvent} */ event) => rename(place, /** @type {HTMLInputElement} */ (event.target).value)}
            onChange=${(/** @type {Event} */ event) =>
              /** @type {HTMLInputElement} */ (event.target).value.trim() ||
              rename(place, t('way.player', { n: place + 1 }))}
        /></label>`,
    )}</div>`;
}

/**
 * So many names, as far as they are known.
 * @param {number} count
 * @param {readonly string[]} known
 * @param {import('../../types.js').Translate} t
 */
const namesFor = (count, known, t) =>
  Array.from({ length: count }, (_, at) => known[at] || t('way.player', { n: at + 1 }));
