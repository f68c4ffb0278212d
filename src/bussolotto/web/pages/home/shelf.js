/** The shelf: every game with a picture of its table, what it is, and three ways on. */
import { Die } from '../../components/die.js';
import { Icon } from '../../components/icon.js';
import { useShell } from '../../components/shell.js';
import { html } from '../../vendor/preact.js';
import { gameTitle } from '../../words/names.js';
import { facts } from './facts.js';
import { PlayNow } from './play-now.js';

/** @typedef {import('../../types.js').Game} Game */
/** @typedef {(game: Game, part: 'set' | 'how') => void} Open what is opened beside the shelf */

/** @param {{games: readonly Game[], open: Open, children: any}} props `children`: what stands after the games */
export const Shelf = ({ games, open, children }) =>
  html`<div class="shelf">
    ${games.map((game) => html`<${GameCard} key=${game.name} game=${game} open=${open} />`)}${children}</div>`;

/** @param {{game: Game, open: Open}} props */
function GameCard({ game, open }) {
  const { t } = useShell();
  const title = `shelf-${game.name}`;
  const line = [`game.${game.name}.line`, `game.${game.name}.about`].find(t.has);
  /** @param {string} text @param {'set' | 'how'} part */
  const button = (text, part) => html`<button type="button" id=${`${title}-${part}`} class="quiet"
      aria-labelledby=${`${title}-${part} ${title}`} onClick=${() => open(game, part)}>${t(text)}</button>`;
  return html`<article class="shelf-card" aria-labelledby=${title}>
    <div class="shelf-face">
      <${Picture} path=${game.picture} />
      <div class="shelf-words">
        <h3><button type="button" class="shelf-open" id=${title} title=${t('setup.more')}
            onClick=${() => open(game, 'set')}>${gameTitle(t, game.name)}</button></h3>
        <p class="shelf-facts">${facts(t, game)}</p>
        ${line && html`<p>${t(line)}</p>`}
      </div>
    </div>
    <div class="shelf-go">
      <${PlayNow} game=${game} title=${title} />
      ${button('home.invite', 'set')}
      ${button('home.how', 'how')}
    </div>
  </article>`;
}

/** A game without a picture of its own shows dice on felt. @param {{path: string | null}} props */
export function Picture({ path }) {
  if (path) return html`<img class="shelf-picture" src=${path} alt="" width="480" height="300" decoding="async" />`;
  return html`<div class="shelf-picture shelf-dice" aria-hidden="true">
    ${[3, 6, 1].map((face) => html`<${Die} face=${face} key=${face} />`)}</div>`;
}

/** An evening of several games stands beside them. @param {{open: () => void}} props */
export function EveningCard({ open }) {
  const { t } = useShell();
  return html`<article class="shelf-card shelf-more" aria-labelledby="shelf-evening">
    <div class="shelf-face">
      <div class="shelf-picture shelf-dice" aria-hidden="true"><${Icon} name="dark" /></div>
      <div class="shelf-words">
        <h3><button type="button" class="shelf-open" id="shelf-evening" onClick=${open}>${t('evening.title')}</button></h3>
        <p>${t('home.evening')}</p>
      </div>
    </div>
    <div class="shelf-go">
      <button type="button" class="quiet" id="shelf-evening-go" aria-labelledby="shelf-evening-go shelf-evening"
          onClick=${open}>${t('home.plan')}</button></div>
  </article>`;
}

/** The puzzle of the day. @param {{solved: boolean}} props has who looks solved it? */
export function PuzzleCard({ solved }) {
  const { t } = useShell();
  return html`<article class="shelf-card shelf-more shelf-puzzle" aria-labelledby="shelf-puzzle">
    <div class="shelf-face">
      <div class="shelf-picture shelf-dice" aria-hidden="true"><${Icon} name=${solved ? 'check' : 'help'} /></div>
      <div class="shelf-words">
        <h3><a class="shelf-open" id="shelf-puzzle" href="/puzzle">${t('home.puzzle')}</a></h3>
        ${solved && html`<p class="shelf-facts">${t('home.puzzle.solved')}</p>`}
        <p>${t('home.puzzle.text')}</p>
      </div>
    </div>
    <div class="shelf-go">
      <a class="button quiet" id="shelf-puzzle-go" aria-labelledby="shelf-puzzle-go shelf-puzzle" href="/puzzle">
        ${t('home.puzzle.go')}</a></div>
  </article>`;
}
