/** Setting a table: how many seats, who sits in them, which house rules, who may find it. */
import { post } from '../api.js';
import { bestPlayer, optionName, optionValue } from '../names.js';
import { excuse, useShell } from '../shell.js';
import { html, useState } from '../vendor/preact.js';

/** @typedef {import('../types.js').Game} Game */

const VISIBILITIES = ['open', 'link', 'closed'];
const OWN = 'own'; // the choice to write an option's value oneself

/** @param {{game: Game}} props */
export function Setup({ game }) {
  const { t, go } = useShell();
  const [seats, sit] = useState(game.seats.includes(3) ? 3 : game.seats[0]);
  const [options, choose] = useState(() => defaults(game));
  const [own, write] = useState(() => examples(t, game));
  const [visibility, show] = useState('open');
  const [hints, allow] = useState(false);
  const [problem, fail] = useState('');
  const [busy, work] = useState(false);

  const set = async (/** @type {boolean} */ bots) => {
    work(true);
    try {
      const chosen = Object.entries(options).map(([name, value]) => [name, value === OWN ? own[name] : value]);
      const wish = { game: game.name, seats, options: Object.fromEntries(chosen), visibility, hints, sit: 0, bots: bots ? botsFrom(1, seats, game) : [] };
      const { table } = await post('/api/tables', wish);
      if (bots) await post(`/api/tables/${table}/start`);
      go(`/t/${table}`);
    } catch (refusal) {
      fail(excuse(t, refusal));
      work(false);
    }
  };

  return html`<form class="setup" onSubmit=${(/** @type {Event} */ event) => { event.preventDefault(); set(false); }}>
    <${Choice} legend=${t('setup.seats')} name=${`${game.name}-seats`} values=${game.seats} value=${seats} pick=${sit}
      say=${(/** @type {number} */ count) => count} class="numbers" />
    <details class="setup-more">
      <summary>${t('setup.more')}</summary>
      ${Object.entries(game.options).filter(([name]) => !game.numbers.includes(name)).map(([name, values]) => html`<${OptionChoice} key=${name} game=${game} name=${name} values=${values}
        value=${options[name]} pick=${(/** @type {string} */ value) => choose({ ...options, [name]: value })}
        own=${own[name]} write=${(/** @type {string} */ text) => write({ ...own, [name]: text })} />`)}
      <${Choice} legend=${t('setup.visibility')} name=${`${game.name}-visibility`} values=${VISIBILITIES} value=${visibility} pick=${show}
        say=${(/** @type {string} */ value) => t(`visibility.${value}`)} hint=${t(`visibility.${visibility}.hint`)} />
      ${game.hints && html`<${HintsChoice} game=${game} hints=${hints} allow=${allow} />`}
      ${game.numbers.length > 0 && html`<${Numbers} game=${game} options=${options} choose=${choose} />`}
    </details>
    <div class="setup-go">
      <button type="submit" class="primary" disabled=${busy}>${t('setup.friends')}</button>
      ${game.players.length > 0 && html`<button type="button" class="quiet" disabled=${busy} onClick=${() => set(true)}>${t('setup.bots', { n: seats - 1 })}</button>`}
    </div>
    <p class="problem" role="alert">${problem}</p>
  </form>`;
}

/** @param {import('../types.js').Translate} t @param {Game} game @returns {Record<string, string>} */
const examples = (t, game) => Object.fromEntries((game.own ?? []).map((name) => [name, t(`option.${game.name}.${name}.own.example`)]));

/** @param {Game} game */
const defaults = (game) => Object.fromEntries(Object.entries(game.options).map(([name, values]) => [name, values[0]]));

/** @param {number} first @param {number} seats @param {Game} game */
const botsFrom = (first, seats, game) =>
  Array.from({ length: seats - first }, (_, index) => ({ seat: first + index, player: bestPlayer(game) }));

/** @param {{legend: string, name: string, values: any[], value: any, pick: (value: any) => void, say: (value: any) => any, hint?: string, class?: string}} props */
function Choice({ legend, name, values, value, pick, say, hint, class: extra = '' }) {
  return html`<fieldset class=${`choice ${extra}`}><legend>${legend}</legend>
    <div class="choice-row">${values.map((one) => html`<label key=${one}>
      <input type="radio" name=${name} value=${one} checked=${one === value} onChange=${() => pick(one)} /><span>${say(one)}</span></label>`)}</div>
    ${hint && html`<p class="muted">${hint}</p>`}
  </fieldset>`;
}

/**
 * The numbers of the game, out of the way of who plays it as printed.
 * @param {{game: Game, options: Record<string, string>, choose: (options: Record<string, string>) => void}} props
 */
function Numbers({ game, options, choose }) {
  const { t } = useShell();
  const changed = game.numbers.filter((name) => options[name] !== game.options[name][0]).length;
  return html`<details class="fold setup-numbers">
    <summary>${t('setup.numbers')}${changed > 0 && html` <span class="muted">${t('setup.numbers.changed', { n: changed })}</span>`}</summary>
    <div class="setup-number-grid">${game.numbers.map((name) => html`<label key=${name} class="setup-number"><span>${optionName(t, game.name, name)}
        ${options[name] !== game.options[name][0] && html`<small>${t('setup.numbers.printed', { value: optionValue(t, game.name, name, game.options[name][0]) })}</small>`}</span>
      <select value=${options[name]} onChange=${(/** @type {Event} */ event) => choose({ ...options, [name]: /** @type {HTMLSelectElement} */ (event.target).value })}>
        ${inOrder(game.options[name]).map((value) => html`<option key=${value} value=${value} selected=${value === options[name]}>${optionValue(t, game.name, name, value)}</option>`)}
      </select></label>`)}</div>
  </details>`;
}

/** Numbers from the lowest to the highest, words as they are. @param {readonly string[]} values */
const inOrder = (values) => (values.some((value) => Number.isNaN(Number(value))) ? values : [...values].sort((one, other) => Number(one) - Number(other)));

/** @param {{game: Game, hints: boolean, allow: (hints: boolean) => void}} props */
function HintsChoice({ game, hints, allow }) {
  const { t } = useShell();
  const about = `${game.name}-hints`;
  return html`<fieldset class="choice"><legend>${t('setup.hints')}</legend>
    <div class="choice-row"><label><input type="checkbox" checked=${hints} aria-describedby=${about}
      onChange=${() => allow(!hints)} /><span>${t('setup.hints.allowed')}</span></label></div>
    <p class="muted" id=${about}>${t('setup.hints.text')}</p>
  </fieldset>`;
}

/** @param {{game: Game, name: string, values: string[], value: string, pick: (value: string) => void, own?: string, write: (text: string) => void}} props */
function OptionChoice({ game, name, values, value, pick, own, write }) {
  const { t } = useShell();
  const say = (/** @type {string} */ one) => optionValue(t, game.name, name, one);
  const key = `option.${game.name}.${name}.${value}.hint`;
  return html`<${Choice} legend=${optionName(t, game.name, name)} name=${`${game.name}-${name}`} value=${value} pick=${pick} say=${say}
      values=${own === undefined ? values : [...values, OWN]} hint=${t.has(key) ? t(key) : ''} />
    ${value === OWN && html`<label class="field"><span>${t(`option.${game.name}.${name}.own.label`)}</span>
      <input type="text" value=${own} spellcheck="false" autocapitalize="off" autocomplete="off" translate=${false}
        onInput=${(/** @type {InputEvent} */ event) => write(/** @type {HTMLInputElement} */ (event.target).value)} /></label>`}`;
}
