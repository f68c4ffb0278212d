/** Which bot plays in which seat, for who begins against bots at once. */
import { allPlayers, levelsOf } from '../../words/levels.js';
import { playerName } from '../../words/names.js';
import { needs } from '../../components/needs.js';
import { useShell } from '../../components/shell.js';
import { html } from '../../vendor/preact.js';
import { asksBots, botsFor } from './wish.js';

needs(['later-lobby']);

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
          ${allPlayers(game).map(
            (name) => html`<option key=${name} value=${name} selected=${name === player}>
              ${playerName(t, name)}</option>`,
          )}
        </select></label>`,
    )}</div>
    ${levelsOf(game).map((level) => html`<p class="muted" key=${level}>${t(levelKey(game, level))}</p>`)}
    <p class="muted">${t('setup.players.hint')}</p>
  </fieldset>`;
}

/** The sentence on a level; in a race it is how fast a bot is. @param {import('../../types.js').Game} game @param {string} level */
export const levelKey = (game, level) => `setup.${game.race ? 'pace' : 'level'}.${level}`;
