/** My matches: those that run, and folded those that are over. */
import { Icon } from '../../components/icon.js';
import { recordNames, listedTitle } from '../../words/listed.js';
import { useSheetTitles } from '../../components/sheet-titles.js';
import { useShell } from '../../components/shell.js';
import { html } from '../../vendor/preact.js';
import { Notices } from '../parts/notices.js';

/** @typedef {import('../../types.js').OwnMatch} OwnMatch */

/** @param {{matches: readonly OwnMatch[]}} props */
export function Matches({ matches }) {
  const { t } = useShell();
  useSheetTitles(matches.map(({ game }) => game));
  const running = matches.filter(({ over }) => !over);
  const past = matches.filter(({ over }) => over);
  return html`<div id="matches">
    ${
      running.length > 0 &&
      html`<section><h2>${t('home.continue')}</h2><${Lines} matches=${running} />
        ${running.some(({ pace }) => pace === 'days') && html`<${Notices} />`}</section>`
    }
    ${
      past.length > 0 &&
      html`<details class="fold home-past">
        <summary><${Icon} name="log" /><h2>${t('home.past')}</h2> <span class="muted">${past.length}</span></summary>
        <${Lines} matches=${past} />
        <p><a class="home-file" href="/my-games"><${Icon} name="odds" /> ${t('home.mine')}</a></p></details>`
    }
  </div>`;
}

/** @param {{matches: readonly OwnMatch[]}} props */
const Lines = ({ matches }) =>
  html`<ul class="list">${matches.map((match) => html`<${MatchLine} key=${match.match} match=${match} />`)}</ul>`;

/** @param {{match: OwnMatch}} props */
function MatchLine({ match }) {
  const { t, lang } = useShell();
  const names = recordNames(t, match.names).join(', ');
  const started = new Date(typeof match.started === 'number' ? match.started * 1000 : match.started);
  const day = started.toLocaleString(lang, { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' });
  return html`<li class=${`line ${match.my_turn ? 'line-turn' : ''}`}>
    <span class="line-words"><strong>${listedTitle(t, match.game)}</strong>
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
 * @param {import('../../types.js').Translate} t
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

/** @param {import('../../types.js').Translate} t @param {OwnMatch} match */
function outcome(t, { returns, seat, seats, names }) {
  if (!returns) return '';
  if (seats.length > 1) return t('result.won', { name: names.filter((_, at) => returns[at] > 0).join(', ') });
  if (returns[seat] === 1) return t('outcome.won');
  return returns[seat] > 0 ? t('outcome.shared') : t('outcome.lost');
}
