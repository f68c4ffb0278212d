/** Beside the dice: what would come of my choice in words, and the buttons to do it, undo it, or think again. */
import { html, useLayoutEffect, useRef } from '../../../web/vendor/preact.js';
import { spoken } from '../../../web/table/keeps.js';
import { UndoSign } from './marks.js';

/**
 * @typedef {import('../../../web/types.js').Translate} Translate
 * @typedef {ReturnType<typeof import('./submit.js').useSubmit>} Submit
 */

/** @param {{lines: readonly string[], warning: boolean}} props */
export function Say({ lines, warning }) {
  return html`<div class=${`say ${warning ? 'say-warning' : ''}`}>${lines.map((line) => html`<p>${line}</p>`)}</div>`;
}

/**
 * @param {{faces: readonly number[], submit: Submit, onConfirm: () => void, onUndo: () => void, children?: unknown,
 *   t: Translate}} props children: what stands before these buttons
 */
export function KeepButtons({ faces, submit, onConfirm, onUndo, children, t }) {
  const none = faces.length === 0;
  return html`
    <div class="buttons">
      ${children}
      <button type="button" class="quiet square undo" aria-disabled=${none} aria-label=${t('spilorcio.undo')}
          title=${t('spilorcio.undo')}
          onClick=${onUndo}><${UndoSign} /></button>
      <button type="button" class="primary confirm" aria-disabled=${none || submit.sending} onClick=${onConfirm}>
        ${none ? t('spilorcio.keep.none') : t('spilorcio.keep', { dice: spoken(faces) })}
      </button>
    </div>`;
}

/** @param {{submit: Submit, t: Translate}} props the question is asked once, in the place of the button */
export function AskButtons({ submit, t }) {
  const back = useRef(/** @type {HTMLButtonElement | null} */ (null));
  useLayoutEffect(() => back.current?.focus(), []);
  return html`
    <div class="buttons" role="group" aria-label=${t('spilorcio.ask')}>
      <button type="button" class="quiet" ref=${back} onClick=${submit.quiet}>${t('spilorcio.ask.no')}</button>
      <button type="button" class="danger confirm" onClick=${submit.confirm}>${t('spilorcio.ask.yes')}</button>
    </div>`;
}

/** @param {{onSkip: () => void, t: Translate}} props */
export function SkipButton({ onSkip, t }) {
  return html`<div class="buttons">
    <button type="button" class="quiet skip-scenes" onClick=${onSkip}>${t('spilorcio.skip')}</button></div>`;
}
