/**
 * How people sit: each with a device of his own, tonight or over days, all round one, or round a screen with
 * telephones in their hands.
 */
import { needs } from '../../components/needs.js';
import { useShell } from '../../components/shell.js';
import { html } from '../../vendor/preact.js';
import { Choice } from './choice.js';

/** @typedef {import('./types.js').Part} Part */
/** @typedef {import('./types.js').Wish} Wish */
/** @typedef {Pick<Wish, 'device' | 'sit' | 'names' | 'pace'>} Sitting */

needs(['later-ways'], [new URL('./setup.css', import.meta.url)]);

export const WAYS = ['online', 'device', 'screen', 'days'];
const FIT_FOR_RACES = ['online', 'screen'];
const LONGEST = 40; // letters of a name

/** @param {Sitting} wish */
const wayOf = ({ device, sit, pace }) => {
  if (device) return 'device';
  if (sit === null) return 'screen';
  return pace === 'days' ? 'days' : 'online';
};

/** @param {string} way @param {readonly string[]} people those round one device @returns {Sitting} */
export const sitting = (way, people) => ({
  device: way === 'device',
  sit: way === 'online' || way === 'days' ? 0 : null,
  pace: way === 'days' ? 'days' : 'live',
  names: way === 'device' ? [...people] : [],
});

/** @param {{race: boolean}} game @param {string} way */
export const fits = (game, way) => !game.race || FIT_FOR_RACES.includes(way);

/** How many sit as soon as the table is open. @param {Wish} wish */
export const atOnce = (wish) => ({ online: 1, days: 1, screen: 0, device: peopleOf(wish).length })[wayOf(wish)];

/** Is everybody there whom the table waits for? @param {Wish} wish */
export const isFull = (wish) => wish.device && atOnce(wish) === wish.seats;

/** May bots be asked before it is open? On a screen that is done where all see it. @param {Wish} wish */
export const asksBots = (wish) => wayOf(wish) !== 'screen' && atOnce(wish) < wish.seats;

/** The wish as the server wants it. @param {Wish} wish @returns {Wish} */
export const asked = (wish) => ({ ...wish, names: peopleOf(wish), countdown: true });

/** Where such a table is looked at. @param {Wish} wish @param {string} table */
export const placeOf = (wish, table) => `/${wayOf(wish) === 'screen' ? 's' : 't'}/${table}`;

/** @param {Pick<Wish, 'device' | 'names' | 'seats'>} wish */
const peopleOf = ({ device, names, seats }) => (device ? names.slice(0, seats) : []);

/** @param {Part} props */
export function Way({ game, wish, change }) {
  const { t, me } = useShell();
  const way = wayOf(wish);
  const pick = (/** @type {string} */ to) =>
    change({ ...sitting(to, namesFor(wish.seats, [me.name], t)), clock: null });
  return html`<${Choice} legend=${t('way.title')} name=${`${game.name}-way`}
      values=${WAYS.filter((one) => fits(game, one))}
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
export function People({ name, most, people, call }) {
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
export const namesFor = (count, known, t) =>
  Array.from({ length: count }, (_, at) => known[at] || t('way.player', { n: at + 1 }));
