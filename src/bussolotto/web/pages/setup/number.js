/** A number of the game: one of those suggested, or any other in its range. */
import { useShell } from '../../components/shell.js';
import { html, useId, useState } from '../../vendor/preact.js';
import { optionName, optionValue } from '../../words/options.js';

/** @typedef {import('../../types.js').Game} Game */
/** @typedef {import('../../types.js').Game['ranges'][string]} Range */
/** @typedef {{game: Game, name: string, value: string, pick: (value: string) => void}} Props */

const OTHER = 'other'; // the choice to enter a number that is not suggested

/** @param {Props} props */
export function NumberChoice({ game, name, value, pick }) {
  const { t } = useShell();
  const values = inOrder(game.options[name]);
  const range = /** @type {Range | undefined} */ (game.ranges[name]);
  const [entered, enter] = useState('');
  const isOther = !values.includes(value) || value === entered;
  const set = (/** @type {string} */ text) => {
    enter(text);
    pick(text);
  };
  const choose = (/** @type {string} */ text) => {
    if (text === OTHER) return set(firstNumber(value, values));
    enter('');
    return pick(text);
  };
  const chosen = isOther ? OTHER : value;
  const usual = game.options[name][0];
  const note = game.printed[name] ? 'setup.numbers.printed' : 'presets.usual';
  return html`<div>
    <label class="setup-number"><span>${optionName(t, game.name, name)}
      ${
        value !== usual &&
        html`<small>
          ${t(note, { value: optionValue(t, game.name, name, usual) })}</small>`
      }</span>
      <select value=${chosen}
          onChange=${(/** @type {Event} */ event) => choose(/** @type {HTMLSelectElement} */ (event.target).value)}>
        ${values.map(
          (one) => html`<option key=${one} value=${one} selected=${one === chosen}>
            ${optionValue(t, game.name, name, one)}</option>`,
        )}
        ${
          range &&
          offersMore(range, values) &&
          html`<option value=${OTHER} selected=${isOther}>${t('setup.numbers.other')}</option>`
        }
      </select></label>
    ${range && isOther && html`<${OwnNumber} game=${game} name=${name} value=${value} range=${range} set=${set} />`}
  </div>`;
}

/**
 * Where a number is entered; while it cannot be one, that is said, and no table is set with it.
 * @param {{game: Game, name: string, value: string, range: Range, set: (text: string) => void}} props
 */
function OwnNumber({ game, name, value, range, set }) {
  const { t } = useShell();
  const problem = useId();
  const wrong = !isIn(range, value);
  const words = rangeText(t, range);
  const label = t('setup.numbers.own', { range: words });
  const meaning = optionValue(t, game.name, name, value);
  return html`<label class="setup-number setup-number-own"><span>${label}
      ${!wrong && meaning !== value && html`<small>${meaning}</small>`}</span>
      <input type="number" inputmode="numeric" min=${range.low} max=${range.high} step=${range.step} value=${value}
          aria-label=${`${optionName(t, game.name, name)}: ${label}`} aria-invalid=${wrong} aria-describedby=${problem}
          onInput=${(/** @type {InputEvent} */ event) =>
            set(asWritten(/** @type {HTMLInputElement} */ (event.target).value))} /></label>
    <p class="problem" role="alert" id=${problem}>${wrong && t('setup.numbers.wrong', { range: words })}</p>`;
}

/**
 * Is there a number that cannot be? Then it is shown and waits to be corrected.
 * @param {Element | null | undefined} form
 */
export function showWrong(form) {
  const field = /** @type {HTMLElement | null | undefined} */ (
    form?.querySelector('.setup-number [aria-invalid=true]')
  );
  for (let fold = field?.closest('details'); fold; fold = fold.parentElement?.closest('details')) fold.open = true;
  field?.focus();
  return Boolean(field);
}

/** Numbers from the lowest to the highest, words as they are. @param {readonly string[]} values */
const inOrder = (values) =>
  values.some((value) => Number.isNaN(Number(value)))
    ? values
    : [...values].sort((one, other) => Number(one) - Number(other));

/**
 * What is entered first: the number that was chosen, or else the first suggested.
 * @param {string} value
 * @param {readonly string[]} values
 */
const firstNumber = (value, values) => [value, ...values].find((one) => /^\d+$/.test(one)) ?? '';

/** Are there numbers that are not suggested? @param {Range} range @param {readonly string[]} values */
const offersMore = (range, values) =>
  values.filter((value) => isIn(range, value)).length <= Math.floor((range.high - range.low) / range.step);

/** @param {Range} range @param {string} text */
const isIn = ({ low, high, step }, text) =>
  /^\d+$/.test(text) && Number(text) >= low && Number(text) <= high && (Number(text) - low) % step === 0;

/** A whole number as the rules read it, without leading zeros; all else as it is. @param {string} text */
const asWritten = (text) => (Number.isSafeInteger(Number(text || NaN)) ? String(Number(text)) : text);

/** @param {import('../../types.js').Translate} t @param {Range} range */
const rangeText = (t, { low, high, step }) =>
  t(step > 1 ? 'setup.numbers.range.step' : 'setup.numbers.range', { low, high, step });
