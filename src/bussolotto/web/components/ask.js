/** A button for what cannot be taken back: it asks once, in place. */
import { html, useLayoutEffect, useRef, useState } from '../vendor/preact.js';
import { useShell } from './shell.js';

/** @param {{label: any, question: string, yes: string, go: () => void, class?: string}} props */
export function AskOnce({ label, question, yes, go, class: extra = 'quiet' }) {
  const { t } = useShell();
  const [asking, ask] = useState(false);
  const first = useRef(/** @type {HTMLButtonElement | null} */ (null));
  useLayoutEffect(() => {
    if (asking) first.current?.focus();
  }, [asking]);
  if (!asking) return html`<button type="button" class=${extra} onClick=${() => ask(true)}>${label}</button>`;
  const answer = () => {
    ask(false);
    go();
  };
  return html`<div class="ask" role="group" aria-label=${question}>
    <p>${question}</p>
    <div class="row">
      <button type="button" class="danger" onClick=${answer}>${yes}</button>
      <button type="button" class="quiet" ref=${first} onClick=${() => ask(false)}>${t('no')}</button>
    </div>
  </div>`;
}
