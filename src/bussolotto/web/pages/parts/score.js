/** An evening of several games, at its table: which game this is, the running score, what stayed, and the next game. */
import { recordSeats } from './record-seats.js';
import { get, post } from '../../line/api.js';
import { useLoad } from '../../components/load.js';
import { useSheetTitles } from '../../components/sheet-titles.js';
import { listedTitle } from '../../words/listed.js';
import { gameTitle, isSheet } from '../../words/names.js';
import { optionName, optionValue } from '../../words/options.js';
import { needs } from '../../components/needs.js';
import { excuse, useShell } from '../../components/shell.js';
import { useTitle } from '../../components/title.js';
import { html, useEffect, useState } from '../../vendor/preact.js';
import { Header, HomeLink } from './header.js';
import { Icon } from '../../components/icon.js';
import { Avatar } from '../../components/seats.js';

/** @typedef {import('../../types.js').Table} Table */
/** @typedef {import('../../types.js').Seat} Seat */
/** @typedef {import('../../types.js').Evening} Evening */
/** @typedef {{table: Table & {evening: Evening}, seats: Seat[]}} Props */

needs(
  ['later-evening', 'later-options'],
  [new URL('./evening.css', import.meta.url), new URL('./result.css', import.meta.url)],
);

/** Which game of how many. @param {Pick<Props, 'table'>} props */
export function Place({ table }) {
  const { t } = useShell();
  return html`<span class="evening-at">
    ${t('evening.at', { n: table.evening.at + 1, of: table.evening.games.length })}</span>`;
}

/** @param {{toggle: () => void, open: boolean, narrow: boolean}} props */
export function ScoreButton({ toggle, open, narrow }) {
  const { t } = useShell();
  const name = t('drawer.evening');
  return html`<button type="button" class=${`quiet ${narrow ? '' : 'drawer-button'}`} data-drawer="evening"
      aria-expanded=${open} aria-label=${name} title=${name}
      onClick=${toggle}><${Icon} name="dark" /><span class=${narrow ? '' : 'drawer-label'}>${name}</span></button>`;
}

/** What the game found standing, until I have acted in it. @param {Pick<Props, 'table'> & {acted: boolean}} props */
export function Found({ table, acted }) {
  const { t, announce } = useShell();
  const [closed, close] = useState(false);
  const { pile } = table.evening;
  const text = pile ? pileLine(t, pile) : '';
  useEffect(() => {
    if (text && !acted) announce(text);
  }, [text]);
  if (!pile || acted || closed || table.state !== 'running') return null;
  return html`<div class="notice evening-found" role="group" aria-label=${text}><p>${text}</p>
    <button type="button" class="quiet" onClick=${() => close(true)}>${t('evening.found.close')}</button></div>`;
}

/** @param {import('../../types.js').Translate} t @param {NonNullable<Evening['pile']>} pile */
function pileLine(t, { stay, kept, filled, cleared }) {
  const told = [];
  if (stay && kept === stay) told.push(t('evening.pile.all', { n: stay }));
  else if (stay) told.push(kept ? t('evening.pile.some', { n: stay, kept }) : t('evening.pile.none', { n: stay }));
  if (filled) told.push(t('evening.pile.filled', { n: filled }));
  if (cleared) told.push(t('evening.pile.cleared', { n: cleared }));
  return told.join(' ');
}

/** The score game by game, and what is still to come. @param {{table: {evening: Evening}, seats: Seat[]}} props */
export function Score({ table, seats }) {
  const { t, lang } = useShell();
  const { games, points, totals, at, pile, score, shared } = table.evening;
  useSheetTitles(games.map(({ game }) => game));
  const number = new Intl.NumberFormat(lang, { maximumFractionDigits: 1 });
  return html`<div class="evening-scroll"><table class="evening-score">
    <caption class="visually-hidden">${t('evening.score.title')}</caption>
    <thead><tr><th scope="col">${t('evening.game')}</th>
      ${seats.map(
        (seat) => html`<th scope="col" key=${seat.seat}><${Avatar} seat=${seat} />
          <span class="visually-hidden" translate=${false}>${seat.name}</span></th>`,
      )}</tr></thead>
    <tbody>${games.map(
      ({ game }, place) => html`<tr key=${place} class=${place === at ? 'evening-now' : ''}
          aria-current=${place === at ? 'step' : undefined}>
        <th scope="row">${place + 1}. ${gameTitle(t, game)}
          ${place === at && !points[place] && html` <small>${t('evening.now')}</small>`}</th>
        ${seats.map(
          ({ seat }) => html`<td key=${seat}>
            ${points[place] ? number.format(points[place][seat]) : ''}</td>`,
        )}</tr>`,
    )}</tbody>
    <tfoot><tr><th scope="row">${t('evening.total')}</th>
      ${seats.map(({ seat }) => html`<td key=${seat}>${number.format(totals[seat])}</td>`)}</tr></tfoot>
  </table></div>
    ${pile && html`<p>${pileLine(t, pile)}</p>`}
    <p class="muted">${t(`evening.score.${score}.hint`)}${shared ? ` ${t('evening.shared.told')}` : ''}</p>`;
}

/**
 * After a match: the score so far, and on to the next game; after the last one who has won the evening.
 * @param {Props} props
 */
export function Between({ table, seats }) {
  const { t } = useShell();
  const { evening } = table;
  return html`<section class="evening-between">
    ${
      evening.over
        ? html`<${Ranking} evening=${evening} seats=${seats} me=${table.device ? null : table.me.seat}
        />`
        : html`<${Next} table=${table} />`
    }
    <${Score} table=${table} seats=${seats} />
    ${
      evening.over &&
      html`<a class="button quiet" href=${`/api/tables/${table.table}/evening/file`} download>
        <${Icon} name="download" /> ${t('evening.file')}</a>`
    }
  </section>`;
}

/**
 * On to the next game, for who sits at the table or opened it.
 * @param {Pick<Props, 'table'> & {large?: boolean}} props
 */
export function Next({ table, large = false }) {
  const { t } = useShell();
  const [problem, fail] = useState('');
  const { evening, me } = table;
  useSheetTitles(evening.games.map(({ game }) => game));
  if (!evening.next) return null;
  const words = t('evening.next', { game: gameTitle(t, evening.games[evening.at + 1].game) });
  if (me.seat === null && !me.seats?.length && !me.host) return html`<p class="evening-next">${words}</p>`;
  return html`<button type="button" class=${`primary evening-go ${large ? 'large' : ''}`}
      onClick=${() => post(`/api/tables/${table.table}/next`).catch((refusal) => fail(excuse(t, refusal)))}>
    ${words}</button>
    <p class="problem" role="alert">${problem}</p>`;
}

/**
 * Who has won the evening, and the others by their places.
 * @param {{evening: Evening, seats: Seat[], me: number | null}} props
 */
export function Ranking({ evening, seats, me }) {
  const { t, lang, announce } = useShell();
  const number = new Intl.NumberFormat(lang, { maximumFractionDigits: 1 });
  const { places, totals } = evening;
  const first = seats.filter(({ seat }) => places[seat] === 1);
  const names = first.map(({ name }) => name).join(', ');
  const alone = first[0]?.seat === me ? t('evening.you') : t('evening.won', { name: names });
  const line = first.length > 1 ? t('evening.shared-by', { names }) : alone;
  useEffect(() => announce(line), [line]);
  const ranked = [...seats].sort((one, other) => places[one.seat] - places[other.seat]);
  return html`<p class="result-line">${line}</p>
    <ol class="places">${ranked.map(
      (seat) => html`<li key=${seat.seat} class=${places[seat.seat] === 1 ? 'place-won' : ''}>
        <${Avatar} seat=${seat} /><span class="place-name" translate=${false}>${seat.name}</span>
        <span class="muted">${t('evening.place', { n: places[seat.seat] })}</span>
        <span class="number">${number.format(totals[seat.seat])}</span></li>`,
    )}</ol>`;
}

/**
 * The file of an evening: how it ended, and its games to be shown.
 * @param {{replay: import('../../types.js').Replay, problem: string, show: (game: number) => void}} props
 */
export function Opened({ replay, problem, show }) {
  const { t } = useShell();
  const evening = /** @type {Evening} */ (replay.evening);
  const seats = recordSeats(t, replay.names);
  useTitle(t('evening.file.open'));
  return html`<${Header} title=${html`<${HomeLink} />`} />
    <main id="main" class="open evening-file" tabindex="-1">
      <h1>${t('evening.file.open')}</h1>
      <${Ranking} evening=${evening} seats=${seats} me=${null} />
      <${Score} table=${{ evening: { ...evening, at: -1, pile: null } }} seats=${seats} />
      ${evening.games.map(
        ({ game }, place) => html`<button type="button" class="quiet" key=${place} onClick=${() => show(place)}>
          <${Icon} name="play" /> ${t('evening.file.show', { game: gameTitle(t, game) })}</button>`,
      )}
      <p class="problem" role="alert">${problem}</p>
    </main>`;
}

/**
 * The house rules of a game that are not as printed.
 * @param {import('../../types.js').Translate} t
 * @param {import('../../types.js').Game | undefined} game
 * @param {Record<string, string>} options
 */
const changedRules = (t, game, options) =>
  (game ? Object.entries(options) : [])
    .filter(([name, value]) => game?.options[name]?.[0] !== value)
    .map(
      ([name, value]) => `${optionName(t, game?.name ?? '', name)}: ${optionValue(t, game?.name ?? '', name, value)}`,
    )
    .join(' · ');

/**
 * The facts of all games, and of these rule sheets.
 * @param {readonly string[]} names @returns {Promise<import('../../types.js').Game[]>}
 */
async function gamesOf(names) {
  const sheets = [...new Set(names.filter(isSheet))].map((name) => `/api/games/${name}`);
  return (await Promise.all(['/api/games', ...sheets].map(get))).flat();
}

/** What is to be played, before one sits down. @param {Pick<Props, 'table'>} props */
export function Programme({ table }) {
  const { t } = useShell();
  const { games, score, shared } = table.evening;
  useSheetTitles(games.map(({ game }) => game));
  const known = useLoad(() => gamesOf(games.map(({ game }) => game))).value;
  return html`<h2>${t('evening.title')}</h2>
    <ol class="evening-programme">${games.map(
      ({ game, options }, place) => html`<li key=${place}><b>${listedTitle(t, game)}</b>
        <span class="muted">${changedRules(
          t,
          known?.find(({ name }) => name === game),
          options,
        )}</span></li>`,
    )}</ol>
    <p class="muted">${t(`evening.score.${score}.hint`)}${shared ? ` ${t('evening.shared.told')}` : ''}</p>`;
}
