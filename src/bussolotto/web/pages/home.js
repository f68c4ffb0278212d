/** Home: my matches, the shelf of games, company. */
import { get } from '../line/api.js';
import { Die } from '../components/die.js';
import { Icon } from '../components/icon.js';
import { needs } from '../components/needs.js';
import { useEvery, useLoad } from '../components/load.js';
import { useShell } from '../components/shell.js';
import { useTitle } from '../components/title.js';
import { html, useLayoutEffect, useRef, useState } from '../vendor/preact.js';
import { Company } from './home/company.js';
import { Matches } from './home/matches.js';
import { Sheet } from './home/sheet.js';
import { EveningCard, PuzzleCard, Shelf } from './home/shelf.js';
import { Coming, Failed } from './missing.js';
import { Header, HomeLink } from './parts/header.js';

/** @typedef {import('../types.js').OwnMatch} OwnMatch */
/** @typedef {import('../types.js').Game} Game */
/** @typedef {import('./setup/evening.js').Kinds} Kinds */
/**
 * @typedef {{games: Game[], evenings: Kinds, lab: boolean, sheets: boolean, solved: boolean}} Offer
 *     `lab`, `sheets`: are there any on this server? `solved`: is the puzzle of the day?
 */

needs(['later-home', 'later-shelf', 'later-evening'], [new URL('./home/home.css', import.meta.url)]);

const LOOK_MS = 5000;

/** What can be played: every game, and what an evening of several may be. */
async function offered() {
  const asked = ['/api/games', '/api/evenings', '/api/lab', '/api/me/puzzles'].map(get);
  const [games, evenings, { on, sheets }, { today }] = await Promise.all(asked);
  return /** @type {Offer} */ ({ games, evenings, lab: on, sheets, solved: today });
}

/** All of it stands at once, so that nothing moves. */
export function Page() {
  const offer = useLoad(offered);
  const matches = useLoad(() => /** @type {Promise<OwnMatch[]>} */ (get('/api/me/matches')));
  useEvery(matches.again, LOOK_MS);
  if (offer.error) return html`<${Failed} problem=${offer.error} again=${offer.again} />`;
  if (!offer.value || !(matches.value || matches.error)) return html`<${Coming} />`;
  return html`<${Home} ...${offer.value} matches=${matches.value ?? []} />`;
}

/** @param {Offer & {matches: OwnMatch[]}} props */
function Home({ games, evenings, lab, sheets, solved, matches }) {
  const { t } = useShell();
  const sheet = useSheet();
  const kept = useLoad(() => get('/api/retention'));
  useTitle('Bussolotto', matches.some((match) => !match.over && match.my_turn) ? t('turn.title') : null);
  return html`<${Header} title=${html`<${HomeLink} />`} />
    <main id="main" class="home" tabindex="-1">
      <div class="home-head"><h1 class="home-title">${t('home.title')}</h1><${DiceRow} /></div>
      <${Matches} matches=${matches} />
      <h2 class="visually-hidden">${t('home.games')}</h2>
      <${Shelf} games=${games} open=${(/** @type {Game} */ game, /** @type {'set' | 'how'} */ part) => sheet.show({ part, game })}>
        <${EveningCard} open=${() => sheet.show({ part: 'evening', games, kinds: evenings })} />
        <${PuzzleCard} solved=${solved} /><//>
      <${Company} games=${games} />
    </main>
    ${
      sheet.shown &&
      html`<${Sheet} shown=${sheet.shown} close=${sheet.close}
          open=${(/** @type {Game} */ game, /** @type {'set' | 'how'} */ part) => sheet.turn({ part, game })} />`
    }
    <footer class="foot">
      <a class="home-file" href="/open"><${Icon} name="rules" /> ${t('home.open.button')}</a>
      ${sheets && html`<a class="home-file" href="/sheets"><${Icon} name="dice" /> ${t('home.sheets')}</a>`}
      ${lab && html`<a class="home-file" href="/lab"><${Icon} name="odds" /> ${t('home.lab')}</a>`}
      <p>${t('home.foot')}</p>
      ${kept.value && html`<p>${keptFor(t, kept.value.match_days)}</p>`}</footer>`;
}

/** For how long finished matches are kept. @param {import('../types.js').Translate} t @param {number | null} days */
const keptFor = (t, days) => (days === null ? t('home.kept') : t('home.kept.days', { n: days }));

/** What is opened beside the shelf; who closes it gets the focus back where he was. */
function useSheet() {
  const [shown, turn] = useState(/** @type {import('./home/sheet.js').Shown | null} */ (null));
  const opener = useRef(/** @type {HTMLElement | null} */ (null));
  const show = (/** @type {import('./home/sheet.js').Shown} */ next) => {
    opener.current = /** @type {HTMLElement | null} */ (document.activeElement);
    turn(next);
  };
  const close = () => turn(null);
  useLayoutEffect(() => {
    if (!shown) opener.current?.focus();
  }, [shown]);
  return { shown, show, turn, close };
}

/** Five dice on the table, for the eye only. */
function DiceRow() {
  return html`<div class="home-dice" aria-hidden="true">
    ${[3, 6, 1, 5, 2].map((face) => html`<${Die} face=${face} key=${face} />`)}</div>`;
}
