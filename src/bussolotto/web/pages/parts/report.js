/** Reporting somebody at the table, or a rule sheet, to the operator of the server, once. */
import { post } from '../../line/api.js';
import { excuse, useShell } from '../../components/shell.js';
import { html, useId, useLayoutEffect, useRef, useState } from '../../vendor/preact.js';

/** @typedef {import('../../wire.js').NewReport['reason']} Reason */

/** @type {Reason[]} */
const REASONS = ['insults', 'cheating', 'stalling', 'name', 'other'];
const LONGEST = 400;

/**
 * @param {{at: string, name: string, reasons?: readonly Reason[], hint?: boolean}} props `at`: the path of the seat or
 *     sheet; `hint`: does the operator see more?
 */
export function Report({ at, name, reasons = REASONS, hint = true }) {
  const { t, announce } = useShell();
  const [open, show] = useState(false);
  const [done, mark] = useState(false);
  const sending = useRef(/** @type {Promise<void> | null} */ (null));
  const tell = (/** @type {{reason: Reason, words: string}} */ report) => {
    sending.current ??= post(`${at}/report`, report)
      .then(() => {
        mark(true);
        announce(t('report.done', { name }));
      })
      .finally(() => (sending.current = null));
    return sending.current;
  };
  if (done) return html`<p class="muted">${t('report.done', { name })}</p>`;
  if (!open) return html`<button type="button" class="quiet" onClick=${() => show(true)}>${t('report.title')}</button>`;
  return html`<${Form} name=${name} reasons=${reasons} hint=${hint} tell=${tell} close=${() => show(false)} />`;
}

/**
 * @param {{name: string, reasons: readonly Reason[], hint: boolean, close: () => void,
 *     tell: (report: {reason: Reason, words: string}) => Promise<void>}} props
 */
function Form({ name, reasons, hint, tell, close }) {
  const { t } = useShell();
  const [reason, choose] = useState(reasons[0]);
  const [words, write] = useState('');
  const [problem, fail] = useState('');
  const first = useRef(/** @type {HTMLSelectElement | null} */ (null));
  const id = useId();
  useLayoutEffect(() => first.current?.focus(), []);
  const send = (/** @type {Event} */ event) => {
    event.preventDefault();
    tell({ reason, words }).catch((refusal) => fail(excuse(t, refusal)));
  };
  return html`<form class="ask report" aria-labelledby=${id} onSubmit=${send}>
    <p id=${id}>${t('report.ask', { name })}</p>
    <label class="field"><span>${t('report.reason')}</span>
      <select ref=${first} value=${reason}
          onChange=${(/** @type {Event} */ event) => choose(/** @type {Reason} */ (valueOf(event)))}>
        ${reasons.map((one) => html`<option key=${one} value=${one}>${t(`report.reason.${one}`)}</option>`)}
      </select></label>
    <label class="field"><span>${t('report.words')}</span>
      <textarea rows="3" maxlength=${LONGEST} value=${words}
          onInput=${(/** @type {Event} */ event) => write(valueOf(event))} /></label>
    ${hint && html`<p class="muted">${t('report.hint')}</p>`}
    <div class="row">
      <button type="submit">${t('report.send')}</button>
      <button type="button" class="quiet" onClick=${close}>${t('no')}</button>
    </div>
    <p class="problem" role="alert">${problem}</p>
  </form>`;
}

/** @param {Event} event */
const valueOf = (event) => /** @type {HTMLInputElement} */ (event.target).value;
