/** The frame that a match and its replay share: header, the page of the game, a column or sheet beside it. */
import { gamePage, isPlain } from '../../games/pages.js';
import { useLoad, useStyleOf } from '../../components/load.js';
import { useScrollKeys } from '../../components/scroll.js';
import { gameTitle } from '../../words/names.js';
import { useShell } from '../../components/shell.js';
import { html } from '../../vendor/preact.js';
import { Header, HomeLink } from './header.js';

/**
 * @param {{page: import('../../types.js').GamePage | null, shown: import('../../types.js').TableProps, title: any,
 *     menu: any,
 *   buttons: any, over?: any, under?: any, children: any}} props `over`: what lies over the page; `under`: what stands
 *   under the
 *   game; children: hints and the drawer
 */
export function Frame({ page, shown, title, menu, buttons, over, under, children }) {
  const main = useScrollKeys(-1); // the link to the content leads here
  return html`<div class="table-page">
    <${Header} title=${title} menu=${menu} stage=${shown.match.over ? 'over' : 'on'}>${buttons}<//>
    ${over}
    <div class="table-room">
      <main id="main" class=${`table-main ${under ? 'with-scrubber' : ''}`} tabindex="-1" ref=${main}>
        ${page && html`<${page.default} ...${shown} />`}
        ${under}
      </main>
      ${children}
    </div>
  </div>`;
}

/** @param {{game: string, under: any, more?: string}} props `more`: what a phone leaves out */
export function TableTitle({ game, under, more }) {
  const { t } = useShell();
  return html`<${HomeLink} /><div class="table-title"><h1>${gameTitle(t, game)}</h1><p class="top-under">${under}${
    more && html`<span class="top-more"> · ${more}</span>`
  }</p></div>`;
}

/**
 * The module of a game's page; null while it comes.
 * @param {import('../../types.js').Game} game @param {boolean} [plain] is it played on the plain page?
 */
export function useGamePage(game, plain = isPlain(game)) {
  useStyleOf(plain ? null : game.page);
  const { value, error } = useLoad(() => gamePage(game, plain), [game.name, plain]);
  if (error) throw error; // said in the place of this page
  return value;
}
