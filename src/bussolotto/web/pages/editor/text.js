/** The text of a sheet, with its lines numbered, and what is wrong with it at its line. */
import { excuse, useShell } from '../../components/shell.js';
import { html, useRef } from '../../vendor/preact.js';
import { lineBounds, linesOf } from './lines.js';

/** @typedef {import('../../wire.js').SheetFault} Fault */

const ABOVE = 3; // lines that are seen above the one that is gone to

/**
 * @param {{text: string, write: (text: string) => void, fault: Fault | null, problem: string, fine: boolean}} props
 *     `problem`: why the server could not be asked
 */
export function SheetText({ text, write, fault, problem, fine }) {
  const { t } = useShell();
  const frame = useRef(/** @type {HTMLElement | null} */ (null));
  const field = useRef(/** @type {HTMLTextAreaElement | null} */ (null));
  const lines = linesOf(text);
  const scroll = () => follow(frame.current, field.current);
  const said = fault ? told(t, fault) : '';
  return html`<div class="sheet-frame" ref=${frame}>
      <pre class="sheet-numbers" aria-hidden="true"><span>${lines.map((_, at) => `${at + 1}\n`).join('')}</span></pre>
      <div class="sheet-paper">
        ${
          fault &&
          html`<p class="sheet-fault" aria-hidden="true" style=${`--line:${fault.line - 1};--column:${(lines[fault.line - 1] ?? '').length}`}>
            <span>${said}</span></p>`
        }
        <textarea ref=${field} class="sheet-field" aria-label=${t('editor.sheet')} wrap="off" spellcheck=${false}
            translate=${false} autocapitalize="off" autocomplete="off" value=${text}
            aria-invalid=${fault ? 'true' : undefined} aria-describedby="sheet-said" onScroll=${scroll}
            onInput=${(/** @type {Event} */ event) => write(/** @type {HTMLTextAreaElement} */ (event.target).value)} />
      </div>
    </div>
    <p class=${`sheet-said ${fault || problem ? 'problem' : 'muted'}`} id="sheet-said" role="status">
      ${
        fault &&
        html`<button type="button" class="quiet" onClick=${() => reveal(field.current, text, fault.line)}>
          ${t('editor.line', { line: String(fault.line) })}</button> `
      }${problem || said || (fine ? t('editor.fine') : '\u00a0')}</p>`;
}

/** What is wrong, beside its line. @param {import('../../types.js').Translate} t @param {Fault} fault */
const told = (t, fault) => {
  const reason = `damage.${fault.values.reason}`;
  return fault.code === 'sheet-syntax' && t.has(reason) ? t(reason) : excuse(t, fault);
};

/** Numbers and marks go with the text. @param {HTMLElement | null} frame @param {HTMLElement | null} field */
function follow(frame, field) {
  frame?.style.setProperty('--down', `${field?.scrollTop ?? 0}px`);
  frame?.style.setProperty('--along', `${field?.scrollLeft ?? 0}px`);
}

/** Go to a line: it is selected. @param {HTMLTextAreaElement | null} field @param {string} text @param {number} line */
function reveal(field, text, line) {
  if (!field) return;
  field.focus();
  field.setSelectionRange(...lineBounds(text, line));
  const high = Number.parseFloat(getComputedStyle(field).lineHeight);
  field.scrollTop = Math.max(0, (line - 1 - ABOVE) * high);
}
