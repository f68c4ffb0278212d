/** Setting a table: how many seats, who sits in them, which house rules, who may find it. */
import { excuse, useShell } from '../../components/shell.js';
import { html, useRef, useState } from '../../vendor/preact.js';
import { Bots } from './bots.js';
import { Chat } from './chat.js';
import { Choice } from './choice.js';
import { ClockChoice } from './clock.js';
import { RealDice, ServerDice } from './dice.js';
import { showWrong } from './number.js';
import { Numbers, Options } from './options.js';
import { Presets } from './presets.js';
import { Way } from './way.js';
import { asksBots, atOnce, botsFor, firstWish, hasHints, isFull, openTable } from './wish.js';

/** @typedef {import('../../types.js').Game} Game */
/** @typedef {import('./types.js').Wish} Wish */
/** @typedef {import('./types.js').Part} Part */

const VISIBILITIES = ['open', 'link', 'closed'];
const HINTS = /** @type {const} */ (['bots', 'always', 'never']);

/** @param {{game: Game, first?: Partial<Wish>}} props `first`: what is wished for to begin with */
export function Setup({ game, first = {} }) {
  const { t, go, settings } = useShell();
  const [wish, set] = useState(() => /** @type {Wish} */ ({ ...firstWish(game), ...first }));
  const [problem, fail] = useState('');
  const [busy, work] = useState(false);
  const form = useRef(/** @type {HTMLFormElement | null} */ (null));
  const change = (/** @type {Partial<Wish>} */ news) => set((now) => ({ ...now, ...news }));
  const part = { game, wish, change };

  const open = async (/** @type {boolean} */ bots) => {
    if (showWrong(form.current)) return;
    work(true);
    try {
      const hints = hasHints(game, settings.hints, bots && atOnce(wish) === 1);
      go(await openTable({ ...wish, hints }, bots ? botsFor(wish, game) : []));
    } catch (refusal) {
      fail(excuse(t, refusal));
      work(false);
    }
  };

  return html`<form class="setup" ref=${form} novalidate onSubmit=${(/** @type {Event} */ event) => {
    event.preventDefault();
    open(false);
  }}>
    <${Choice} legend=${t('setup.seats')} name=${`${game.name}-seats`} values=${game.seats} value=${wish.seats}
        pick=${(/** @type {number} */ seats) => part.change({ seats })}
        say=${(/** @type {number} */ count) => count} class="numbers" />
    <${Way} ...${part} />
    <${RealDice} ...${part} />
    <details class="setup-more">
      <summary>${t('setup.more')}</summary>
      <${Presets} ...${part} />
      <${Options} ...${part} />
      <${Visibility} ...${part} />
      <${Chat} ...${part} />
      <${Bots} ...${part} />
      <${Hints} game=${game} />
      <${ServerDice} ...${part} />
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
