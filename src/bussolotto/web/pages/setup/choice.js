/** One of several, or yes and no: what the parts of the set-up form are made of. */
import { html } from '../../vendor/preact.js';

/** @typedef {import('./types.js').Part} Part */

/**
 * @param {{legend: string, name: string, values: readonly any[], value: any, pick: (value: any) => void, say: (value:
 *     any) => any, hint?: string, class?: string}} props
 */
export function Choice({ legend, name, values, value, pick, say, hint, class: extra = '' }) {
  return html`<fieldset class=${`choice ${extra}`}><legend>${legend}</legend>
    <div class="choice-row">${values.map(
      (one) => html`<label key=${one}>
        <input type="radio" name=${name} value=${one} checked=${one === value} onChange=${() => pick(one)} />
        <span>${say(one)}</span></label>`,
    )}</div>
    ${hint && html`<p class="muted">${hint}</p>`}
  </fieldset>`;
}

/**
 * @param {{legend: string, name: string, label: string, on: boolean, turn: (on: boolean) => void, hint: string}} props
 *     `name` is that of no other on the page
 */
export function Switch({ legend, name, label, on, turn, hint }) {
  return html`<fieldset class="choice"><legend>${legend}</legend>
    <div class="choice-row"><label><input type="checkbox" checked=${on} aria-describedby=${name}
        onChange=${() => turn(!on)} /><span>${label}</span></label></div>
    <p class="muted" id=${name}>${hint}</p>
  </fieldset>`;
}
