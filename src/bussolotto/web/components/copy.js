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
  const [told, tell] = useState(/** @type {'' | 'copied' | 'copy.by-hand'} */ (''));
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  const copy = async () => {
    if (!(await toClipboard(text, field.current))) return tell('copy.by-hand');
    tell('copied');
    announce(t('copied'));
    return setTimeout(() => tell(''), 2000);
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
      <${Icon} name=${told === 'copied' ? 'check' : 'copy'} /> ${t(told === 'copied' ? told : 'copy')}</button>
    ${
      canShare &&
      html`<button type="button" class="quiet"
          onClick=${() => navigator.share({ title: share, url: text }).catch(() => {})}>
        <${Icon} name="share" /> ${t('share')}</button>`
    }
  </form>
  <p class="problem" role="alert">${told === 'copy.by-hand' && t(told)}</p>`;
}

/**
 * The clipboard is only there on secure pages, and where it is allowed; in a home network, without https, the old way
 * still works. Where nothing does, the text stays selected. Was it copied?
 * @param {string} text @param {HTMLInputElement | null} field
 */
export async function toClipboard(text, field) {
  const written = navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  );
  return (await written) || copiedFrom(field);
}

/** @param {HTMLInputElement | null} field */
function copiedFrom(field) {
  if (!field) return false;
  const { type } = field;
  field.type = 'text';
  field.select();
  const copied = document.execCommand('copy');
  if (copied) field.type = type;
  return copied;
}
