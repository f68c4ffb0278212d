/** The question: a game, its rules, who plays, and what is to be tried out. */
import { html } from '../../vendor/preact.js';
import { needs } from '../../components/needs.js';
import { useShell } from '../../components/shell.js';
import { allPlayers } from '../../words/levels.js';
import { listedTitle } from '../../words/listed.js';
import { playerName } from '../../words/names.js';
import { optionName } from '../../words/options.js';
import { Choice } from '../setup/choice.js';
import { Numbers, Options } from '../setup/options.js';
import {
  axesOf,
  firstQuestion,
  isShare,
  KINDS,
  mayBeSlow,
  PLAYERS,
  SHOWN_OF_TWO,
  triable,
  usedAxes,
  valuesOf,
  wholeAxis,
  wrongWith,
} from './question.js';
import { measureName, valueName } from './words.js';

/** @typedef {import('../../types.js').Game} Game */
/** @typedef {import('./question.js').Question} Question */
/** @typedef {import('./question.js').Axis} Axis */
/** @typedef {{game: Game, question: Question, change: (news: Partial<Question>) => void}} Part */

needs(['later-lab'], [new URL('../setup/setup.css', import.meta.url)]);

const COUNTED = ['plies', 'decisions', 'turns', 'lead_changes', 'points', 'winner', 'margin', 'tied'];
/** How many values an axis has to begin with: fewer where there are two, all of them where one is searched. */
const VALUES = { map: SHOWN_OF_TWO, find: 1001, curve: undefined, choices: undefined };
const LISTED = 12; // values of an axis by name

/**
 * @param {Part & {games: readonly Game[], bounds: import('./question.js').Bounds, busy: boolean, go: () => void, problem:
 *     string, set: (question: Question) => void}} props
 */
export function Form({ games, game, question, change, set, bounds, busy, go, problem }) {
  const { t } = useShell();
  const part = { game, question, change };
  const wrong = wrongQuestion(game, question, bounds);
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (!wrong) go();
  };
  const pickGame = (/** @type {string} */ name) =>
    set(firstQuestion(/** @type {Game} */ (games.find((one) => one.name === name))));
  const wish = { options: question.options };
  return html`<form class="setup lab-form" novalidate onSubmit=${submit}>
    <${Select} label=${t('lab.game')} value=${game.name} pick=${pickGame}
        choices=${games.map(({ name, title, author }) => [name, listedTitle(t, name, title, author)])} />
    <div class="lab-row">
      <${Select} label=${t('lab.seats')} value=${String(question.seats)}
          pick=${(/** @type {string} */ seats) => change({ seats: Number(seats), goal: 100 / Number(seats) })}
          choices=${game.seats.map((seats) => [String(seats), String(seats)])} />
      <${PlayerChoice} ...${part} />
    </div>
    ${mayBeSlow(question) && html`<p class="muted">${t('lab.player.slow')}</p>`}
    <details class="setup-more">
      <summary>${t('lab.rules')}</summary>
      <${Options} game=${game} wish=${wish} change=${change} />
      <${Numbers} game=${game} wish=${wish} change=${change} />
    </details>
    <${Choice} legend=${t('lab.kind')} name="lab-kind" values=${KINDS} value=${question.kind}
        pick=${(/** @type {Question['kind']} */ kind) => change({ kind, axes: axesFor(game, question, kind) })}
        say=${(/** @type {string} */ kind) => t(`lab.kind.${kind}`)} hint=${t(`lab.kind.${question.kind}.hint`)} />
    ${question.axes
      .slice(0, axesOf(question.kind))
      .map((_, place) => html`<${AxisChoice} key=${place} place=${place} ...${part} />`)}
    ${question.kind === 'find' && html`<${Goal} ...${part} />`}
    <button type="submit" class="primary" disabled=${busy || Boolean(wrong)}>${t('lab.go')}</button>
    <p class="problem" role="alert">${problem || (wrong && t(wrong, { values: bounds.values, points: bounds.points }))}</p>
  </form>`;
}

/** Who sits in all seats, unless that is what is tried. @param {Part} props */
function PlayerChoice({ game, question, change }) {
  const { t } = useShell();
  if (usedAxes(game, question).some(({ option }) => option === PLAYERS))
    return html`<${Select} label=${t('lab.player')} value="" choices=${[['', t('lab.player.tried')]]} />`;
  return html`<${Select} label=${t('lab.player')} value=${question.player}
      pick=${(/** @type {string} */ player) => change({ player })}
      choices=${allPlayers(game).map((player) => [player, playerName(t, player)])} />`;
}

/**
 * Axes for another kind of question, two that differ where both are used.
 * @param {Game} game @param {Pick<Question, 'axes'>} question @param {Question['kind']} kind
 */
export function axesFor(game, { axes }, kind) {
  const [one, two] = axes.map(({ option }) => option);
  const other = axesOf(kind) === 2 && one === two ? (triable(game).find((option) => option !== one) ?? two) : two;
  return [one, other].map((option) => wholeAxis(game, option, VALUES[kind]));
}

/**
 * What keeps a question from being asked, as the key of a text.
 * @param {Game} game @param {Question} question @param {import('./question.js').Bounds} bounds
 */
export function wrongQuestion(game, question, bounds) {
  const used = question.axes.slice(0, axesOf(question.kind));
  const wrong = used.map((axis) => wrongWith(game, axis)).find(Boolean);
  if (wrong) return wrong;
  if (used.length === 2 && used[0].option === used[1].option) return 'lab.wrong.same';
  if (question.kind === 'find') return Number.isFinite(question.goal) ? '' : 'lab.wrong.goal';
  const counts = usedAxes(game, question).map(({ values }) => values.length);
  if (counts.some((count) => count > bounds.values)) return 'lab.wrong.values';
  return counts.reduce((product, count) => product * count, 1) > bounds.points ? 'lab.wrong.points' : '';
}

/** An option, and its range where it is a number. @param {Part & {place: number}} props */
function AxisChoice({ game, question, change, place }) {
  const { t } = useShell();
  const axis = question.axes[place];
  const range = game.ranges[axis.option];
  const put = (/** @type {Partial<Axis>} */ news) =>
    change({ axes: question.axes.map((one, index) => (index === place ? { ...one, ...news } : one)) });
  const pick = (/** @type {string} */ option) => put(wholeAxis(game, option, VALUES[question.kind]));
  const named = (/** @type {string} */ option) =>
    option === PLAYERS ? t('lab.players') : optionName(t, game.name, option);
  return html`<fieldset class="lab-axis"><legend class="visually-hidden">${t('lab.axis', { n: place + 1 })}</legend>
    <${Select} label=${t(place ? 'lab.and' : 'lab.try')} value=${axis.option} pick=${pick}
        choices=${triable(game).map((option) => [option, named(option)])} />
    ${
      range &&
      html`<div class="lab-row">${
        /** @type {const} */ (['low', 'high', 'step']).map(
          (name) => html`<${NumberField} key=${name} label=${t(`lab.${name}`)} value=${axis[name]}
            low=${name === 'step' ? range.step : range.low} high=${range.high} step=${range.step}
            set=${(/** @type {number} */ number) => put({ [name]: number })} />`,
        )
      }</div>`
    }
    <p class="muted lab-values">${valuesSaid(valuesOf(game, axis), (value) => valueName(t, game.name, axis.option, value))}</p>
  </fieldset>`;
}

/**
 * The values of an axis by their names, those at the ends of many; '' where all are the numbers that one has entered.
 * @param {readonly string[]} values @param {(value: string) => string} say
 */
export function valuesSaid(values, say) {
  const names = values.map(say);
  if (names.every((name, place) => name === values[place])) return '';
  const many = names.length > LISTED;
  return many ? `${names[0]} … ${names[names.length - 1]}` : names.join(' · ');
}

/** The measure and the value that it is to have. @param {Part} props */
function Goal({ game, question, change }) {
  const { t } = useShell();
  const places = Array.from({ length: question.seats }, (_, place) => `place.${place}`);
  const goalOf = (/** @type {string} */ measure) => (isShare(measure) ? 100 / question.seats : question.goal);
  return html`<div class="lab-row">
    <${Select} label=${t('lab.measure')} value=${question.measure}
        pick=${(/** @type {string} */ measure) => change({ measure, goal: goalOf(measure) })}
        choices=${[...places, ...COUNTED].map((name) => [name, measureName(t, game.name, name)])} />
    <${NumberField} label=${t(isShare(question.measure) ? 'lab.goal.percent' : 'lab.goal')} value=${question.goal} step="any"
        set=${(/** @type {number} */ goal) => change({ goal })} />
  </div>`;
}

/**
 * @param {{label: string, value: string, choices: readonly (readonly [string, string])[], pick?: (value: string) => void}}
 *     props `pick`: absent where there is nothing to choose
 */
export function Select({ label, value, choices, pick }) {
  return html`<label class="field"><span>${label}</span>
    <select value=${value} disabled=${!pick}
        onChange=${(/** @type {Event} */ event) => pick?.(/** @type {HTMLSelectElement} */ (event.target).value)}>
      ${choices.map(([one, name]) => html`<option key=${one} value=${one} selected=${one === value}>${name}</option>`)}
    </select></label>`;
}

/** @param {{label: string, value: number, low?: number, high?: number, step: number | string, set: (value: number) => void}} props */
function NumberField({ label, value, low, high, step, set }) {
  return html`<label class="field"><span>${label}</span>
    <input type="number" inputmode="decimal" min=${low} max=${high} step=${step} value=${Number.isFinite(value) ? value : ''}
        onInput=${(/** @type {InputEvent} */ event) => set(/** @type {HTMLInputElement} */ (event.target).valueAsNumber)}
    /></label>`;
}
