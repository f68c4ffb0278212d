/** How a game works: its rules as its page tells them, and on to a match. */
import { useShell } from '../../components/shell.js';
import { html } from '../../vendor/preact.js';
import { useGamePage } from '../parts/frame.js';
import { asUsual } from '../setup/wish.js';
import { Learn } from '../parts/learn.js';
import { PlayNow } from './play-now.js';

/** @typedef {import('../../types.js').Game} Game */

/** @param {{game: Game, open: (game: Game, part: 'set') => void}} props */
export function How({ game, open }) {
  const { t, lang } = useShell();
  const page = useGamePage(game, !game.page);
  return html`
    <${Learn} game=${game} class="" />
    ${page?.Rules && html`<${page.Rules} game=${game} t=${t} lang=${lang} options=${asUsual(game)} />`}
    <div class="shelf-go">
      <${PlayNow} game=${game} title="sheet-title" />
      <button type="button" class="quiet" onClick=${() => open(game, 'set')}>${t('home.invite')}</button></div>`;
}
