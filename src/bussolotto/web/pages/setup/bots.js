/** Which bot plays in which seat, for who begins against bots at once. */
import { bestPlayer, playerName } from '../../words/names.js';
import { needs } from '../../components/needs.js';
import { useShell } from '../../components/shell.js';
import { html } from '../../vendor/preact.js';
import { asksBots, atOnce } from './way.js';

/** @typedef {import('./types.js').Wish} Wish */
/** @typedef {import('../../types.js').Game} Game */

needs(['later-lobby']);

/**
 * A bot for every seat that is free when the table is open: as chosen, else the best.
 * @param {Wish} wish
 * @param {Game} game
 */
export const botsFor = (wish, game) =>
  Array.from({ length: wish.seats - atOnce(wish) }, (_, index) => {
    const seat = atOnce(wish) + index;
    return { seat, player: wish.bots.find((bot) => bot.seat === seat)?.player ?? bestPlayer(game) };
  });

/** @param {import('./types.js').Part} props */
export function Bots({ game, wish, change }) {
  const { t } = useShell();
  if (!asksBots(wish) || game.players.length < 2) return null;
  const bots = botsFor(wish, game);
  const pick = (/** @type {number} */ seat, /** @type {string} */ player) =>
    change({ bots: bots.map((bot) => (bot.seat === seat ? { seat, player } : bot)) });
  return html`<fieldset class="setup-bots"><legend>${t('setup.players')}</legend>
    <div class="setup-number-grid">${bots.map(
      ({
        seat,
        player,
      }) => html`<label key=${seat} class="setup-number"><span>${t('setup.players.at', { place: seat + 1 })}</span>
        <select value=${player}
            onChange=${(/** @type {Event} */ event) => pick(seat, /** @type {HTMLSelectElement} */ (event.target).value)}>
          ${game.players.map(
            (name) => html`<option key=${name} value=${name} selected=${name === player}>
              ${playerName(t, name)}</option>`,
          )}
        </select></label>`,
    )}</div>
    <p class="muted">${t('setup.players.hint')}</p>
  </fieldset>`;
}
