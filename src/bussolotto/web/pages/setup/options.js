/** House rules: the options of a game, and apart from them its numbers. */
import { optionName, optionValue } from '../../words/options.js';
import { needs } from '../../components/needs.js';
import { useShell } from '../../components/shell.js';
import { html, useState } from '../../vendor/preact.js';
import { Choice } from './choice.js';
import { NumberChoice } from './number.js';
import { asUsual } from './wish.js';

/** @typedef {import('../../types.js').Game} Game */
/**
 * @typedef {{game: Game, wish: {options: Record<string, string>}, change: (news: {options: Record<string, string>}) =>
 *     void}} Part what they need of any form
 */

needs(['later-options']);

const OWN = 'own'; // the choice to write an option's value oneself

/** @param {Part} props */
export function Options({ game, wish, change }) {
  const choose = (/** @type {string} */ name, /** @type {string} */ value) =>
    change({ options: { ...wish.options, [name]: value } });
  return Object.entries(game.options)
    .filter(([name]) => !game.numbers.includes(name))
    .map(
      ([name, values]) => html`<${OptionChoice} key=${name}
          game=${game} name=${name} values=${values} value=${wish.options[name]}
          pick=${(/** @type {string} */ value) => choose(name, value)} />`,
    );
}

/** The numbers of the game, out of the way of who plays as usual. @param {Part} props */
export function Numbers({ game, wish, change }) {
  const { t } = useShell();
  const { options } = wish;
  const usual = asUsual(game);
  const changed = game.numbers.filter((name) => options[name] !== usual[name]).length;
  if (!game.numbers.length) return null;
  return html`<details class="fold setup-numbers">
    <summary>${t('setup.numbers')}
      ${changed > 0 && html` <span class="muted">${t('setup.numbers.changed', { n: changed })}</span>`}</summary>
    <div class="setup-number-grid">${game.numbers.map(
      (name) => html`<${NumberChoice} key=${name} game=${game} name=${name} value=${options[name]}
          pick=${(/** @type {string} */ value) => change({ options: { ...options, [name]: value } })} />`,
    )}</div>
  </details>`;
}

/**
 * @param {{game: Game, name: string, values: readonly string[], value: string, pick: (value: string) => void}} props
 */
function OptionChoice({ game, name, values, value, pick }) {
  const { t } = useShell();
  const writable = (game.own ?? []).includes(name);
  const own = `option.${game.name}.${name}.own`;
  const [text, write] = useState(writable && !values.includes(value) ? value : writable ? t(`${own}.example`) : '');
  const chosen = values.includes(value) ? value : OWN;
  const printed = game.printed[name];
  const said = (/** @type {string} */ one) => optionValue(t, game.name, name, one);
  const key = `option.${game.name}.${name}.${chosen}.hint`;
  const set = (/** @type {string} */ typed) => {
    write(typed);
    pick(typed);
  };
  return html`<${Choice} legend=${optionName(t, game.name, name)} name=${`${game.name}-${name}`} value=${chosen}
      pick=${(/** @type {string} */ one) => pick(one === OWN ? text : one)}
      say=${(/** @type {string} */ one) => (one === printed ? t('presets.printed', { value: said(one) }) : said(one))}
      values=${writable ? [...values, OWN] : values} hint=${t.has(key) ? t(key) : ''} />
    ${
      chosen === OWN &&
      html`<label class="field"><span>${t(`${own}.label`)}</span>
        <input type="text" value=${text} spellcheck="false" autocapitalize="off" autocomplete="off" translate=${false}
            onInput=${(/** @type {InputEvent} */ event) => set(/** @type {HTMLInputElement} */ (event.target).value)}
        /></label>`
    }`;
}
