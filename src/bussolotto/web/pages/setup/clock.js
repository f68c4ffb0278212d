/** A clock for the decisions of a match, where a table wants one. */
import { clockText } from '../parts/clock-text.js';
import { needs } from '../../components/needs.js';
import { useShell } from '../../components/shell.js';
import { html } from '../../vendor/preact.js';
import { Choice } from './choice.js';

/** @typedef {import('./types.js').Part} Part */
/** @typedef {import('../../types.js').Clock} Clock */

needs(['later-clock']);

const NONE = 'none';
const OWN = 'own';
const DAY_S = 86_400;
/** @type {Record<string, Record<string, Clock>>} by pace */
const OFFERED = {
  live: {
    quick: { move_s: 30, bank_s: null, increment_s: 0 },
    chess: { move_s: null, bank_s: 300, increment_s: 5 },
    calm: { move_s: 30, bank_s: 600, increment_s: 0 },
  },
  days: {
    day: { move_s: DAY_S, bank_s: null, increment_s: 0 },
    three: { move_s: 3 * DAY_S, bank_s: null, increment_s: 0 },
    week: { move_s: 7 * DAY_S, bank_s: null, increment_s: 0 },
  },
};
const FIRST_OWN = { move_s: 60, bank_s: 900, increment_s: 0 };
/** @type {[keyof Clock, string][]} */
const FIELDS = [
  ['move_s', 'clock.own.move'],
  ['bank_s', 'clock.own.bank'],
  ['increment_s', 'clock.own.increment'],
];

/** @param {Part} props */
export function ClockChoice({ game, wish, change }) {
  const { t, lang } = useShell();
  if (game.race) return null;
  const offered = OFFERED[/** @type {{pace?: string}} */ (wish).pace ?? 'live'];
  const chosen = nameOf(offered, wish.clock);
  const say = (/** @type {string} */ name) => (offered[name] ? clockText(t, lang, offered[name]) : t(`clock.${name}`));
  const pick = (/** @type {string} */ name) =>
    change({ clock: name === NONE ? null : (offered[name] ?? { ...FIRST_OWN }) });
  return html`<${Choice} legend=${t('clock.choice')} name=${`${game.name}-clock`}
      values=${[NONE, ...Object.keys(offered), OWN]} value=${chosen}
      pick=${pick} say=${say} hint=${chosen === NONE ? '' : t('clock.hint')} />
    ${
      chosen === OWN &&
      wish.clock &&
      html`<div class="setup-number-grid">${FIELDS.map(
        ([field, text]) => html`<label key=${field} class="setup-number"><span>${t(text)}</span>
          <input type="text" inputmode="numeric" size="6" maxlength="7" autocomplete="off"
              value=${wish.clock?.[field] ?? 0}
              onInput=${(/** @type {InputEvent} */ event) =>
                change({
                  clock: {
                    .../** @type {Clock} */ (wish.clock),
                    [field]: typed(field, /** @type {HTMLInputElement} */ (event.target).value),
                  },
                })} /></label>`,
      )}</div>`
    }`;
}

/** @param {Record<string, Clock>} offered @param {Clock | null | undefined} clock */
function nameOf(offered, clock) {
  if (!clock) return NONE;
  const same = (/** @type {Clock} */ one) => FIELDS.every(([field]) => one[field] === clock[field]);
  return Object.keys(offered).find((name) => same(offered[name])) ?? OWN;
}

/** Whole seconds, none where there is no number. @param {keyof Clock} field @param {string} text */
const typed = (field, text) => Number.parseInt(text, 10) || (field === 'increment_s' ? 0 : null);
