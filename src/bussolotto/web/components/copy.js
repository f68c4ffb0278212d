/** A link to hand on: shown, copied by a button, or given to the sharing of the device. */
import { useShell } from './shell.js';
import { html, useRef, useState } from '../vendor/preact.js';
import { Icon } from './icon.js';

/**
 * @param {{label: string, text: string, secret?: boolean, share?: string}} props `share`: the words that go with a
 *     shared link
 */
export function CopyField({ label, text, secret = false, share }) {
  const { t, announce } = useShell();
  const [copied, mark] = useState(false);
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  const copy = async () => {
    await toClipboard(text, field.current);
    mark(true);
    announce(t('copied'));
    setTimeout(() => mark(false), 2000);
  };
  const canShare = share !== undefined && 'share' in navigator;
  return html`<form class="copy" onSubmit=${(/** @type {Event} */ event) => {
    event.preventDefault();
    copy();
  }}>
    <input class="copy-text" ref=${field} type=${secret ? 'password' : 'text'} readonly value=${text}
        aria-label=${label}
        autocomplete="off"
        onFocus=${(/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).select()} />
    <button type="submit" class="quiet copy-button">
      <${Icon} name=${copied ? 'check' : 'copy'} /> ${t(copied ? 'copied' : 'copy')}</button>
    ${
      canShare &&
      html`<button type="button" class="quiet"
          onClick=${() => navigator.share({ title: share, url: text }).catch(() => {})}>
        <${Icon} name="share" /> ${t('share')}</button>`
    }
  </form>`;
}

/**
 * The clipboard is only there on secure pages; in a home network, without https, the old way still works.
 * @param {string} text @param {HTMLInputElement | null} field
 */
export async function toClipboard(text, field) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const type = field?.type ?? 'text';
  if (!field) return undefined;
  field.type = 'text';
  field.select();
  document.execCommand('copy');
  field.type = type;
  return undefined;
}
