/** Setting a table: how many seats, who sits in them, which house rules, who may find it. */
import { post } from '../../line/api.js';
import { excuse, useShell } from '../../components/shell.js';
import { html, useEffect, useRef, useState } from '../../vendor/preact.js';
import { Bots, botsFor } from './bots.js';
import { Chat } from './chat.js';
import { Choice } from './choice.js';
import { ClockChoice } from './clock.js';
import { RealDice } from './dice.js';
import { showWrong } from './number.js';
import { asPrinted, Numbers, Options } from './options.js';
import { Presets } from './presets.js';
import { asked, asksBots, atOnce, fits, isFull, placeOf, Way } from './way.js';
import { planned } from './ways.js';

/** @typedef {import('../../types.js').Game} Game */
/** @typedef {import('./types.js').Wish} Wish */
/** @typedef {import('./types.js').Part} Part */

const VISIBILITIES = ['open', 'link', 'closed'];
const HINTS = /** @type {const} */ (['bots', 'always', 'never']);

/**
 * @param {{game: Game, first?: Partial<Wish>, plan?: import('./types.js').Plan}} props `first`: what is wished for to
 *     begin
 *   with; `plan`: how it is played, where that is chosen for all games
 */
export function Setup({ game, first = {}, plan }) {
  const { t, go, settings } = useShell();
  const [own, set] = useState(() => ({ ...firstWish(game), ...first }));
  const [problem, fail] = useState('');
  const [busy, work] = useState(false);
  const form = useRef(/** @type {HTMLFormElement | null} */ (null));
  const wish = /** @type {Wish} */ (plan ? { ...own, ...planned(plan, game) } : own);
  const part = { game, wish, change: (/** @type {Partial<Wish>} */ news) => set({ ...wish, ...news }) };
  useEffect(() => {
    if (plan) part.change({ clock: null, seats: wish.device ? seatsFor(game, wish.names.length) : wish.seats });
  }, [plan?.way, wish.names.length]);

  const open = async (/** @type {boolean} */ bots) => {
    if (showWrong(form.current)) return;
    work(true);
    try {
      const table = await opened(wish, game, bots, settings.hints);
      go(placeOf(wish, table));
    } catch (refusal) {
      fail(excuse(t, refusal));
      work(false);
    }
  };

  const unfit = plan && unfitness(game, plan);
  if (unfit) return html`<p class="setup-unfit muted">${t(unfit, { n: Math.max(...game.seats) })}</p>`;
  return html`<form class="setup" ref=${form} novalidate onSubmit=${(/** @type {Event} */ event) => {
    event.preventDefault();
    open(false);
  }}>
    <${Choice} legend=${t('setup.seats')} name=${`${game.name}-seats`} values=${game.seats} value=${wish.seats}
        pick=${(/** @type {number} */ seats) => part.change({ seats })}
        say=${(/** @type {number} */ count) => count} class="numbers" />
    ${!plan && html`<${Way} ...${part} /><${RealDice} ...${part} />`}
    <details class="setup-more">
      <summary>${t('setup.more')}</summary>
      <${Presets} ...${part} />
      <${Options} ...${part} />
      <${Visibility} ...${part} />
      <${Chat} ...${part} />
      <${Bots} ...${part} />
      <${Hints} game=${game} />
      <${ClockChoice} ...${part} />
      <${Numbers} ...${part} />
    </details>
    <div class="setup-go">
      <button type="submit" class="primary" disabled=${busy}>${t(isFull(wish) ? 'way.begin' : 'setup.friends')}</button>
      ${
        game.players.length > 0 &&
        asksBots(wish) &&
        html`<button type="button" class="quiet" disabled=${busy}
            onClick=${() => open(true)}>
          ${t('setup.bots', { n: wish.seats - atOnce(wish) })}</button>`
      }
    </div>
    <p class="problem" role="alert">${problem}</p>
  </form>`;
}

/**
 * Open such a table, and begin if all are there.
 * @param {Wish} wish
 * @param {Game} game
 * @param {boolean} bots in all other seats?
 * @param {typeof HINTS[number]} hints at which tables there are any
 * @returns {Promise<string>} the name of the table
 */
async function opened(wish, game, bots, hints) {
  const { table } = await post('/api/tables', {
    ...asked(wish),
    bots: bots ? botsFor(wish, game) : [],
    hints: hasHints(game, hints, bots && atOnce(wish) === 1),
  });
  if (bots || isFull(wish)) await post(`/api/tables/${table}/start`);
  return table;
}

/**
 * Why it cannot be played so, as the key of a text; null if it can.
 * @param {Game} game
 * @param {import('./types.js').Plan} plan
 */
function unfitness(game, { way, names }) {
  if (!fits(game, way)) return `way.not.${way}`;
  return way === 'device' && names.length > Math.max(...game.seats) ? 'way.not.people' : null;
}

/** The fewest seats for so many people. @param {Game} game @param {number} people */
const seatsFor = (game, people) => game.seats.find((seats) => seats >= people) ?? Math.max(...game.seats);

/** @param {Game} game @returns {Wish} */
export function firstWish(game) {
  const seats = game.seats.includes(3) ? 3 : game.seats[0];
  return {
    game: game.name,
    seats,
    options: asPrinted(game),
    visibility: 'open',
    hints: false,
    pace: 'live',
    sit: 0,
    clock: null,
    chat: 'phrases',
    bots: [],
    device: false,
    names: [],
    dice: 'program',
    preset: null,
  };
}

/** @param {Part} props */
function Visibility({ game, wish, change }) {
  const { t } = useShell();
  return html`<${Choice} legend=${t('setup.visibility')} name=${`${game.name}-visibility`} values=${VISIBILITIES}
      value=${wish.visibility}
      pick=${(/** @type {string} */ visibility) => change({ visibility })}
      say=${(/** @type {string} */ value) => t(`visibility.${value}`)} hint=${t(`visibility.${wish.visibility}.hint`)}
  />`;
}

/** Where there are hints is remembered for all tables. @param {{game: Game}} props */
function Hints({ game }) {
  const { t, settings, set } = useShell();
  if (!game.hints) return null;
  return html`<${Choice} legend=${t('setup.hints')} name=${`${game.name}-hints`} values=${HINTS} value=${settings.hints}
      pick=${(/** @type {typeof HINTS[number]} */ hints) => set({ hints })}
      say=${(/** @type {string} */ value) => t(`setup.hints.${value}`)} hint=${t('setup.hints.text')} />`;
}

/**
 * Are there hints at a table of this game?
 * @param {Pick<Game, 'hints'>} game
 * @param {typeof HINTS[number]} where as it is set
 * @param {boolean} againstBots does one person play against bots alone?
 */
export const hasHints = (game, where, againstBots) =>
  game.hints && (where === 'always' || (where === 'bots' && againstBots));
