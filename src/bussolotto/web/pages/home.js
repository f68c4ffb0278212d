/** Home: choose a game, go on with a match, join a table. */
import { get } from '../line/api.js';
import { BlockedPeople } from './parts/blocked.js';
import { Die } from '../components/die.js';
import { Header, HomeLink } from './parts/header.js';
import { Icon } from '../components/icon.js';
import { OpenTables } from './parts/lobby.js';
import { NameField, PersonalLink } from './parts/me.js';
import { Notices } from './parts/notices.js';
import { Quick } from './parts/quick.js';
import { EveningCard } from './setup/evening.js';
import { Setup } from './setup/setup.js';
import { FIRST_PLAN, Ways } from './setup/ways.js';
import { useEvery, useLoad } from '../components/load.js';
import { gameTitle, recordNames } from '../words/names.js';
import { needs } from '../components/needs.js';
import { useShell } from '../components/shell.js';
import { useTitle } from '../components/title.js';
import { html, useState } from '../vendor/preact.js';
import { Failed } from './missing.js';

/** @typedef {import('../types.js').OwnMatch} OwnMatch */
/** @typedef {import('../types.js').Game} Game */
/** @typedef {import('./setup/evening.js').Kinds} Kinds */

needs(['later-home']);

const LOOK_MS = 5000;

/** What can be played: every game, and what an evening of several may be. */
async function offered() {
  const [games, evenings] = await Promise.all([get('/api/games'), get('/api/evenings')]);
  return { games: /** @type {Game[]} */ (games), evenings: /** @type {Kinds} */ (evenings) };
}

export function Page() {
  const { t } = useShell();
  const offer = useLoad(offered);
  const matches = useLoad(() => /** @type {Promise<OwnMatch[]>} */ (get('/api/me/matches')));
  const [plan, set] = useState(FIRST_PLAN);
  useEvery(matches.again, LOOK_MS);
  const running = (matches.value ?? []).filter((match) => !match.over);
  useTitle('Bussolotto', running.some((match) => match.my_turn) ? t('turn.title') : null);
  if (offer.error) return html`<${Failed} problem=${offer.error} again=${offer.again} />`;
  const { games, evenings } = offer.value ?? { games: [], evenings: null };

  return html`<${Header} title=${html`<${HomeLink} />`} />
    <main id="main" class="home" tabindex="-1">
      <div class="home-head"><h1 class="home-title">${t('home.title')}</h1><${DiceRow} /></div>
      <${Ways} plan=${plan}
          change=${(/** @type {Partial<import('./setup/types.js').Plan>} */ news) => set({ ...plan, ...news })} />
      <div class="home-columns">
        <div class="home-games">
          <div id="matches"><${Matches} title=${t('home.continue')} matches=${running} />
            ${running.some(({ pace }) => pace === 'days') && html`<${Notices} />`}</div>
          <h2>${t('home.games')}</h2>
          <div class="home-cards">
            ${games.map((game) => html`<${GameCard} key=${game.name} game=${game} plan=${plan} />`)}
            ${evenings && html`<${EveningCard} key="evening" games=${games} kinds=${evenings} plan=${plan} />`}</div>
        </div>
        <div class="home-side">
          <${Quick} games=${games} />
          <${OpenTables} games=${games} />
          <${Matches} title=${t('home.past')} matches=${(matches.value ?? []).filter((match) => match.over)} />
          <section><h2>${t('home.open')}</h2>
            <p><a class="button quiet" href="/open"><${Icon} name="rules" /> ${t('home.open.button')}</a></p></section>
          <section class="home-me"><h2>${t('home.me')}</h2><${NameField} /><${PersonalLink} /></section>
          <${BlockedPeople} />
        </div>
      </div>
    </main>
    <footer class="foot"><p>${t('home.foot')}</p></footer>`;
}

/** Five dice on the table, for the eye only. */
function DiceRow() {
  return html`<div class="home-dice" aria-hidden="true">
    ${[3, 6, 1, 5, 2].map((face) => html`<${Die} face=${face} key=${face} />`)}</div>`;
}

/** @param {{game: Game, plan: import('./setup/types.js').Plan}} props */
function GameCard({ game, plan }) {
  const { t } = useShell();
  const about = `game.${game.name}.about`;
  const author = `game.${game.name}.author`;
  return html`<article class="game-card" aria-label=${gameTitle(t, game.name)}>
    <div class="game-card-head">
      <h3>${gameTitle(t, game.name)}</h3>
      ${t.has(author) && html`<p class="muted">${t(author)}</p>`}
    </div>
    ${t.has(about) && html`<p>${t(about)}</p>`}
    <${Setup} game=${game} plan=${plan} />
  </article>`;
}

/** @param {{title: string, matches: OwnMatch[]}} props */
function Matches({ title, matches }) {
  if (!matches.length) return null;
  return html`<section><h2>${title}</h2><ul class="list">
    ${matches.map((match) => html`<${MatchLine} key=${match.match} match=${match} />`)}
  </ul></section>`;
}

/** @param {{match: OwnMatch}} props */
function MatchLine({ match }) {
  const { t, lang } = useShell();
  const names = recordNames(t, match.names).join(', ');
  const started = new Date(typeof match.started === 'number' ? match.started * 1000 : match.started);
  const day = started.toLocaleString(lang, { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' });
  return html`<li class=${`line ${match.my_turn ? 'line-turn' : ''}`}>
    <span class="line-words"><strong>${gameTitle(t, match.game)}</strong>
      <span class="muted" translate=${false}>${names} · ${day}</span>
      ${match.turn_since && html`<span class="muted">${sinceWhen(t, lang, match)}</span>`}</span>
    ${match.over && html`<span class="line-note">${outcome(t, match)}</span>`}
    ${
      match.over
        ? html`<a class="button quiet" href=${`/r/${match.match}`} aria-label=${t('home.replay.of', { names })}>
          ${t('home.replay')}</a>`
        : html`<a class=${`button ${match.my_turn ? 'primary' : 'quiet'}`} href=${`/t/${match.table}`}>
          ${t(match.my_turn ? 'home.my-turn' : 'home.go-on')}</a>`
    }
  </li>`;
}

/**
 * Over days: whose turn it is, and since when.
 * @param {import('../types.js').Translate} t
 * @param {string} lang
 * @param {OwnMatch} match
 */
function sinceWhen(t, lang, { my_turn: mine, movers, turn_since: since }) {
  const when = new Date(1000 * Number(since)).toLocaleString(lang, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
  });
  return mine ? t('home.turn.mine', { when }) : t('home.turn.of', { name: recordNames(t, movers).join(', '), when });
}

/** @param {import('../types.js').Translate} t @param {OwnMatch} match */
function outcome(t, { returns, seat, seats, names }) {
  if (!returns) return '';
  if (seats.length > 1) return t('result.won', { name: names.filter((_, at) => returns[at] > 0).join(', ') });
  if (returns[seat] === 1) return t('outcome.won');
  return returns[seat] > 0 ? t('outcome.shared') : t('outcome.lost');
}
