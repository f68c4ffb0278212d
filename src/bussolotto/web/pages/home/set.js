/** Setting a table of a game, or of an evening: all that can be chosen before a match. */
import { needs } from '../../components/needs.js';
import { useShell } from '../../components/shell.js';
import { html } from '../../vendor/preact.js';
import { EveningSetup } from '../setup/evening.js';
import { Setup } from '../setup/setup.js';
import { facts } from './facts.js';

/** @typedef {import('../../types.js').Game} Game */

needs(['later-home', 'later-shelf']);

/** @param {{game: Game}} props */
export function Set({ game }) {
  const { t } = useShell();
  const [about, author] = [`game.${game.name}.about`, `game.${game.name}.author`];
  return html`<p class="muted">${t.has(author) && html`${t(author)} · `}${facts(t, game)}</p>
    ${t.has(about) && html`<p>${t(about)}</p>`}
    <${Setup} game=${game} />`;
}

/** @param {{games: readonly Game[], kinds: import('../setup/evening.js').Kinds}} props */
export function Evening({ games, kinds }) {
  const { t } = useShell();
  return html`<p>${t('evening.about')}</p><${EveningSetup} games=${games} kinds=${kinds} />`;
}
