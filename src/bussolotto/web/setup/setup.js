/** Setting a table: how many seats, who sits in them, which house rules, who may find it. */
import { post } from '../api.js';
import { excuse, useShell } from '../shell.js';
import { html, useState } from '../vendor/preact.js';
import { Bots, botsFor } from './bots.js';
import { Chat } from './chat.js';
import { Choice, Switch } from './choice.js';
import { ClockChoice } from './clock.js';
import { RealDice } from './dice.js';
import { asPrinted, Numbers, Options } from './options.js';
import { Pace } from './pace.js';
import { Presets } from './presets.js';
import { asked, asksBots, atOnce, isFull, placeOf, Way } from './way.js';

/** @typedef {import('../types.js').Game} Game */
/** @typedef {{game: string, seats: number, options: Record<string, string>, visibility: string, hints: boolean, pace: 'live' | 'days', sit: number | null, chat: string, clock: import('../types.js').Clock | null,
 *   bots: {seat: number, player: string}[], device: boolean, names: string[], dice: 'program' | 'real', preset: string | null}} Wish what `POST /api/tables` is asked for */
/** @typedef {{game: Game, wish: Wish, change: (news: Partial<Wish>) => void}} Part what every part of the form is given */

const VISIBILITIES = ['open', 'link', 'closed'];

/** @param {{game: Game, first?: Partial<Wish>}} props `first`: what is wished for to begin with */
export function Setup({ game, first = {} }) {
  const { t, go } = useShell();
  const [wish, set] = useState(() => ({ ...firstWish(game), ...first }));
  const [problem, fail] = useState('');
  const [busy, work] = useState(false);
  const part = { game, wish, change: (/** @type {Partial<Wish>} */ news) => set({ ...wish, ...news }) };

  const open = async (/** @type {boolean} */ bots) => {
    work(true);
    try {
      const { table } = await post('/api/tables', { ...asked(wish), bots: bots ? botsFor(wish, game) : [] });
      if (bots || isFull(wish)) await post(`/api/tables/${table}/start`);
      go(placeOf(wish, table));
    } catch (refusal) {
      fail(excuse(t, refusal));
      work(false);
    }
  };

  return html`<form class="setup" onSubmit=${(/** @type {Event} */ event) => { event.preventDefault(); open(false); }}>
    <${Choice} legend=${t('setup.seats')} name=${`${game.name}-seats`} values=${game.seats} value=${wish.seats} pick=${(/** @type {number} */ seats) => part.change({ seats })}
      say=${(/** @type {number} */ count) => count} class="numbers" />
    <details class="setup-more">
      <summary>${t('setup.more')}</summary>
      <${Way} ...${part} />
      <${Presets} ...${part} />
      <${Options} ...${part} />
      <${RealDice} ...${part} />
      <${Visibility} ...${part} />
      <${Chat} ...${part} />
      <${Bots} ...${part} />
      <${Hints} ...${part} />
      <${Pace} ...${part} />
      <${ClockChoice} ...${part} />
      <${Numbers} ...${part} />
    </details>
    <div class="setup-go">
      <button type="submit" class="primary" disabled=${busy}>${t(isFull(wish) ? 'way.begin' : 'setup.friends')}</button>
      ${game.players.length > 0 && asksBots(wish) && html`<button type="button" class="quiet" disabled=${busy} onClick=${() => open(true)}>${t('setup.bots', { n: wish.seats - atOnce(wish) })}</button>`}
    </div>
    <p class="problem" role="alert">${problem}</p>
  </form>`;
}

/** @param {Game} game @returns {Wish} */
export function firstWish(game) {
  const seats = game.seats.includes(3) ? 3 : game.seats[0];
  return { game: game.name, seats, options: asPrinted(game), visibility: 'open', hints: false, pace: 'live', sit: 0, clock: null, chat: 'phrases', bots: [], device: false, names: [], dice: 'program', preset: null };
}

/** @param {Part} props */
function Visibility({ game, wish, change }) {
  const { t } = useShell();
  return html`<${Choice} legend=${t('setup.visibility')} name=${`${game.name}-visibility`} values=${VISIBILITIES} value=${wish.visibility}
    pick=${(/** @type {string} */ visibility) => change({ visibility })} say=${(/** @type {string} */ value) => t(`visibility.${value}`)} hint=${t(`visibility.${wish.visibility}.hint`)} />`;
}

/** @param {Part} props */
function Hints({ game, wish, change }) {
  const { t } = useShell();
  if (!game.hints) return null;
  return html`<${Switch} legend=${t('setup.hints')} name=${`${game.name}-hints`} label=${t('setup.hints.allowed')} on=${wish.hints}
    turn=${(/** @type {boolean} */ hints) => change({ hints })} hint=${t('setup.hints.text')} />`;
}
