/**
 * Setting a table for an evening: how many play, which games in which order, on one pyramid or not, for which score.
 */
import { Icon } from '../../components/icon.js';
import { needs } from '../../components/needs.js';
import { usualPlayer } from '../../words/levels.js';
import { listedTitle } from '../../words/listed.js';
import { excuse, useShell } from '../../components/shell.js';
import { html, useRef, useState } from '../../vendor/preact.js';
import { Choice, Switch } from './choice.js';
import { RealDice } from './dice.js';
import { showWrong } from './number.js';
import { Numbers, Options } from './options.js';
import { Way } from './way.js';
import { asksBots, asUsual, atOnce, firstWish, fits, isFull, openTable, wayOf, WAYS } from './wish.js';

/** @typedef {import('../../types.js').Game} Game */
/** @typedef {{key: number, game: Game, options: Record<string, string>}} Item a game of the evening */
/** @typedef {{presets: Record<string, string[]>, scores: string[], most: number}} Kinds */

needs(['later-evening', 'later-waiting'], [new URL('../parts/evening.css', import.meta.url)]);

const MOST_SEATS = 8;
const FIRST_SEATS = 3;
const IN_ONE_GO = WAYS.filter((way) => way !== 'days');

/** @param {{games: readonly Game[], kinds: Kinds}} props */
export function EveningSetup({ games, kinds }) {
  const { t } = useShell();
  const [items, order] = useState(/** @type {Item[]} */ ([]));
  const [score, count] = useState('places');
  const [shared, share] = useState(true);
  const counts = Array.from({ length: MOST_SEATS }, (_, index) => index + 1).filter((seats) =>
    games.some((game) => game.seats.includes(seats)),
  );
  const whole = wholeOf(items);
  const [own, set] = useState(() => ({ ...firstWish(wholeOf([])), seats: FIRST_SEATS }));
  const wish = /** @type {import('./types.js').Wish} */ ({ ...own, dice: whole.rolled ? own.dice : 'program' });
  const change = (/** @type {Partial<typeof wish>} */ news) => set({ ...wish, ...news });
  const form = useRef(/** @type {HTMLFormElement | null} */ (null));
  const { open, problem, busy } = useOpening({ wish, items, score, shared, form });
  const unfit = !fits(whole, wayOf(wish));
  const part = { game: whole, wish, change };
  const ready = !unfit && items.length > 0 && items.every(({ game }) => game.seats.includes(wish.seats));

  const begin = (/** @type {string[]} */ names) => {
    const found = names.map((name) => games.find((game) => game.name === name)).filter((game) => game !== undefined);
    order(found.map(itemOf));
    share(true);
    change({ seats: counts.find((seats) => found.every((game) => game.seats.includes(seats))) ?? wish.seats });
  };

  return html`<form class="setup" ref=${form} novalidate onSubmit=${(/** @type {Event} */ event) => {
    event.preventDefault();
    open(false);
  }}>
    ${Object.entries(kinds.presets).map(
      ([name, list]) => html`<button type="button" class="quiet" key=${name} onClick=${() => begin(list)}>
        ${t(`evening.series.${name}`)}</button>`,
    )}
    <details class="setup-more">
      <summary>${t('evening.plan')}
        ${items.length > 0 && html` <span class="muted">${t('evening.count', { n: items.length })}</span>`}</summary>
      <${Choice} legend=${t('setup.seats')} name="evening-seats" values=${counts} value=${wish.seats}
          pick=${(/** @type {number} */ seats) => change({ seats })}
          say=${(/** @type {number} */ seats) => seats} class="numbers" />
      <${Order} items=${items} order=${order} seats=${wish.seats} />
      ${
        items.length < kinds.most &&
        html`<${Adding} games=${games} seats=${wish.seats}
            add=${(/** @type {Game} */ game) => order([...items, itemOf(game)])} />`
      }
      <${Switch} legend=${t('evening.shared')} name="evening-shared" label=${t('evening.shared.label')} on=${shared}
          turn=${share} hint=${t('evening.shared.hint')} />
      <${Choice} legend=${t('evening.score')} name="evening-score" values=${kinds.scores} value=${score} pick=${count}
          say=${(/** @type {string} */ rule) => t(`evening.score.${rule}`)} hint=${t(`evening.score.${score}.hint`)} />
    </details>
    <${Way} ...${part} ways=${IN_ONE_GO} />
    <${RealDice} ...${part} />
    <${Go} wish=${wish} off=${busy || !ready} why=${ready || unfit ? '' : missing(items, wish.seats, t)} open=${open} />
    <p class="problem" role="alert">${unfit ? t('way.not.device') : problem}</p>
  </form>`;
}

/**
 * Why it cannot begin yet.
 * @param {readonly Item[]} items @param {number} seats @param {import('../../types.js').Translate} t
 */
export function missing(items, seats, t) {
  const unfit = items.filter(({ game }) => !game.seats.includes(seats)).map(({ game }) => titleOf(t, game));
  return unfit.length ? t('evening.why.seats', { games: unfit.join(', '), n: seats }) : t('evening.why.none');
}

/** @param {import('../../types.js').Translate} t @param {Game} game */
const titleOf = (t, { name, title, author }) => listedTitle(t, name, title, author);

/** @param {{wish: import('./types.js').Wish, off: boolean, why: string, open: (bots: boolean) => void}} props */
function Go({ wish, off, why, open }) {
  const { t } = useShell();
  return html`<div class="setup-go">
      <button type="submit" class="primary" disabled=${off} aria-describedby="evening-why">
        ${t(isFull(wish) ? 'way.begin' : 'setup.friends')}</button>
      ${
        asksBots(wish) &&
        html`<button type="button" class="quiet" disabled=${off} aria-describedby="evening-why"
            onClick=${() => open(true)}>
          ${t('setup.bots', { n: wish.seats - atOnce(wish) })}</button>`
      }
      <p class="muted" id="evening-why" role="status">${why}</p>
    </div>`;
}

/**
 * Opening the table of an evening, with bots or to wait for people; a refusal is told.
 * @param {{wish: import('./types.js').Wish, items: Item[], score: string, shared: boolean,
 *   form: {current: HTMLFormElement | null}}} evening
 */
function useOpening({ wish, items, score, shared, form }) {
  const { t, go } = useShell();
  const [problem, fail] = useState('');
  const [busy, work] = useState(false);
  const open = async (/** @type {boolean} */ bots) => {
    if (showWrong(form.current)) return;
    work(true);
    const programme = { games: items.map(({ game, options }) => ({ game: game.name, options })), score, shared };
    try {
      const seated = bots ? botsFrom(atOnce(wish), wish.seats, items[0].game) : [];
      go(await openTable({ ...wish, game: items[0].game.name, options: {} }, seated, programme));
    } catch (refusal) {
      fail(excuse(t, refusal));
      work(false);
    }
  };
  return { open, problem, busy };
}

/**
 * The evening as if it were one game, for the parts of the form that ask about one.
 * @param {Item[]} items
 * @returns {Game}
 */
const wholeOf = (items) => ({
  name: 'evening',
  title: '',
  author: '',
  rules: 0,
  seats: [FIRST_SEATS],
  options: {},
  players: [],
  own: [],
  numbers: [],
  printed: {},
  ranges: {},
  fewest_win: false,
  point_worth: 1,
  hints: false,
  page: null,
  board: null,
  minutes: 0,
  kind: '',
  colours: [],
  picture: null,
  practice: false,
  race: items.some(({ game }) => game.race),
  rolled: items.some(({ game }) => game.rolled),
  secrets: items.some(({ game }) => game.secrets),
});

let made = 0;

/** @param {Game} game @returns {Item} */
const itemOf = (game) => ({ key: (made += 1), game, options: asUsual(game) });

/** @param {number} first @param {number} seats @param {Game} game */
const botsFrom = (first, seats, game) =>
  Array.from({ length: seats - first }, (_, index) => ({ seat: first + index, player: usualPlayer(game) }));

/** The games in their order. @param {{items: Item[], order: (items: Item[]) => void, seats: number}} props */
function Order({ items, order, seats }) {
  const { t, announce } = useShell();
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  const move = (/** @type {number} */ from, /** @type {number} */ to) => {
    const next = [...items];
    next.splice(to, 0, ...next.splice(from, 1));
    order(next);
    announce(t('evening.moved', { game: titleOf(t, items[from].game), n: to + 1 }));
  };
  const remove = (/** @type {number} */ place) => {
    order(items.filter((_, at) => at !== place));
    list.current?.focus();
  };
  return html`<fieldset class="choice"><legend>${t('evening.games')}</legend>
    <ol class="evening-list" ref=${list} tabindex="-1">${items.map((item, place) => {
      const game = titleOf(t, item.game);
      return html`<li class="evening-item" key=${item.key}>
        <b class="number">${place + 1}</b><strong>${game}</strong>
        <div class="row">
          <button type="button" class="quiet square evening-up" aria-label=${t('evening.up', { game })}
              title=${t('evening.up', { game })} disabled=${place === 0} onClick=${() => move(place, place - 1)}>
            <${Icon} name="back" /></button>
          <button type="button" class="quiet square evening-down" aria-label=${t('evening.down', { game })}
              title=${t('evening.down', { game })} disabled=${place === items.length - 1}
              onClick=${() => move(place, place + 1)}>
            <${Icon} name="back" /></button>
          <button type="button" class="quiet square" aria-label=${t('evening.remove', { game })}
              title=${t('evening.remove', { game })} onClick=${() => remove(place)}>
            <${Icon} name="close" /></button>
        </div>
        ${
          !item.game.seats.includes(seats) &&
          html`<p class="problem" role="alert">
            ${t('error.bad-seats', { game, seats, known: item.game.seats.join(', ') })}</p>`
        }
        <${Rules} item=${item}
            change=${(/** @type {Record<string, string>} */ options) => order(items.map((one) => (one === item ? { ...item, options } : one)))}
        />
      </li>`;
    })}</ol>
  </fieldset>`;
}

/**
 * The house rules of one game of the evening.
 * @param {{item: Item, change: (options: Record<string, string>) => void}} props
 */
function Rules({ item, change }) {
  const { t } = useShell();
  const { game, options } = item;
  const [open, show] = useState(false);
  const part = {
    game,
    wish: { ...firstWish(game), options },
    change: (/** @type {{options?: Record<string, string>}} */ news) => change(news.options ?? options),
  };
  if (!Object.keys(game.options).length) return null;
  return html`<details name="evening-rules"
      onToggle=${(/** @type {Event} */ event) => show(/** @type {HTMLDetailsElement} */ (event.target).open)}>
    <summary>${t('waiting.rules')}</summary>
    ${open && html`<${Options} ...${part} /><${Numbers} ...${part} />`}
  </details>`;
}

/**
 * A button for every game that so many can play.
 * @param {{games: readonly Game[], seats: number, add: (game: Game) => void}} props
 */
function Adding({ games, seats, add }) {
  const { t } = useShell();
  return html`<fieldset class="choice"><legend>${t('evening.add')}</legend><div class="evening-add">
    ${games
      .filter((game) => game.seats.includes(seats))
      .map(
        (game) => html`<button type="button" class="quiet"
            key=${game.name} onClick=${() => add(game)}>
          ${titleOf(t, game)}</button>`,
      )}
  </div></fieldset>`;
}
