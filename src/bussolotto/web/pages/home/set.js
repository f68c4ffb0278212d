/** Setting a table of a game, or of an evening: all that can be chosen before a match. */
import { useLoad } from '../../components/load.js';
import { needs } from '../../components/needs.js';
import { useShell } from '../../components/shell.js';
import { get } from '../../line/api.js';
import { html } from '../../vendor/preact.js';
import { EveningSetup } from '../setup/evening.js';
import { Setup } from '../setup/setup.js';
import { facts } from './facts.js';

/** @typedef {import('../../types.js').Game} Game */

needs(['later-home', 'later-shelf']);

const SHEETS = 10; // the newest, which an evening is offered

/** @param {{game: Game}} props */
export function Set({ game }) {
  const { t } = useShell();
  const [about, author] = [`game.${game.name}.about`, `game.${game.name}.author`];
  return html`<p class="muted">${t.has(author) && html`${t(author)} · `}${facts(t, game)}</p>
    ${t.has(about) && html`<p>${t(about)}</p>`}
    <${Setup} game=${game} />`;
}

/** The newest rule sheets can be part of it, too. @param {{games: readonly Game[], kinds: import('../setup/evening.js').Kinds}} props */
export function Evening({ games, kinds }) {
  const { t } = useShell();
  const { value } = useLoad(() => /** @type {Promise<Game[]>} */ (get(`/api/games?sheets=${SHEETS}`)));
  return html`<p>${t('evening.about')}</p><${EveningSetup} games=${value ?? games} kinds=${kinds} />`;
}
