/** My name, and the link that makes any other browser mine. */
import { excuse, useShell } from '../../components/shell.js';
import { html, useState } from '../../vendor/preact.js';
import { CopyField } from '../../components/copy.js';

/** @param {{done?: () => void}} props */
export function NameField({ done }) {
  const { t, me, rename } = useShell();
  const [name, write] = useState(me.name);
  const [news, tell] = useState('');
  const keep = async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      await rename(name.trim());
      tell(t('me.kept'));
      done?.();
    } catch (problem) {
      tell(excuse(t, problem));
    }
  };
  return html`<form class="field-row" onSubmit=${keep}>
    <label class="field"><span>${t('me.name')}</span>
      <input type="text" value=${name} maxlength="30" autocomplete="nickname" required
          onInput=${(/** @type {InputEvent} */ event) => write(/** @type {HTMLInputElement} */ (event.target).value)} />
    </label>
    <button type="submit" class="quiet" disabled=${!name.trim() || name.trim() === me.name}>${t('me.keep')}</button>
    <p class="field-news" role="status">${news}</p>
  </form>`;
}

/** The link, and what makes it void: a new one, or none. Without a connection there is nothing to show. */
export function PersonalLink() {
  const { t, me, renewLink, withdrawLink } = useShell();
  const [news, tell] = useState('');
  const change = (/** @type {() => Promise<void>} */ how, /** @type {string} */ done) => async () => {
    try {
      await how();
      tell(t(done));
    } catch (problem) {
      tell(excuse(t, problem));
    }
  };
  if (me.link === '') return null;
  return html`<div class="personal">
    <p>${t(me.link ? 'me.link' : 'me.link.none')}</p>
    ${me.link && html`<${CopyField} label=${t('me.link.label')} text=${new URL(me.link, location.href).href} secret />`}
    <div class="row">
      <button type="button" class="quiet" onClick=${change(renewLink, 'me.link.renewed')}>
        ${t(me.link ? 'me.link.renew' : 'me.link.make')}</button>
      ${
        me.link &&
        html`<button type="button" class="quiet" onClick=${change(withdrawLink, 'me.link.withdrawn')}>
          ${t('me.link.withdraw')}</button>`
      }
    </div>
    <p class="field-news" role="status">${news}</p>
  </div>`;
}
