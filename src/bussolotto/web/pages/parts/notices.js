/** Tell me when it is my turn: by this browser where it can, by a webhook where somebody has one. */
import { get, put } from '../../line/api.js';
import { useLoad } from '../../components/load.js';
import { needs } from '../../components/needs.js';
import { pushState, turnOff, turnOn } from '../../line/push.js';
import { excuse, useShell } from '../../components/shell.js';
import { html, useState } from '../../vendor/preact.js';
import { CopyField } from '../../components/copy.js';

/** @typedef {{webhook: string | null, browsers: number, secret: string | null}} Notified */

needs(['later-notices'], [new URL('./notices.css', import.meta.url)]);

export function Notices() {
  const { t } = useShell();
  const state = useLoad(pushState);
  const [changed, change] = useState(/** @type {import('../../line/push.js').State | null} */ (null));
  const [problem, fail] = useState('');
  const now = changed ?? state.value;
  const press = (/** @type {() => Promise<import('../../line/push.js').State>} */ turn) =>
    turn().then(
      (next) => {
        fail('');
        change(next);
      },
      (refusal) => fail(excuse(t, refusal)),
    );
  return html`<section class="notices" aria-label=${t('notices.title')}>
    ${now === 'ready' && html`<button type="button" onClick=${() => press(turnOn)}>${t('notices.on')}</button>`}
    ${
      now === 'on' &&
      html`<p role="status">${t('notices.is-on')}</p>
        <button type="button" class="quiet" onClick=${() => press(turnOff)}>${t('notices.off')}</button>`
    }
    ${
      now &&
      now !== 'ready' &&
      now !== 'on' &&
      html`<p role="status" class="muted">
        ${t('notices.title')}: ${t(`notices.${now}`)}</p>`
    }
    <details class="fold"><summary>${t('notices.webhook')}</summary><${Webhook} /></details>
    <p class="problem" role="alert">${problem}</p>
  </section>`;
}

/** An address of one's own that is told, and the secret by which it knows us, shown once. */
function Webhook() {
  const { t } = useShell();
  const { value, again } = useLoad(() => /** @type {Promise<Notified>} */ (get('/api/me/notices')));
  const [url, write] = useState('');
  const [secret, show] = useState('');
  const [problem, fail] = useState('');
  const set = async (/** @type {string | null} */ webhook) => {
    try {
      show((await put('/api/me/notices', { webhook })).secret ?? '');
      fail('');
      await again();
    } catch (refusal) {
      fail(excuse(t, refusal));
    }
  };
  return html`<form class="webhook" onSubmit=${(/** @type {Event} */ event) => {
    event.preventDefault();
    set(url.trim());
  }}>
    <p class="muted">${t('notices.webhook.text')}</p>
    ${
      value?.webhook &&
      html`<p class="webhook-now"><span translate=${false}>${value.webhook}</span>
        <button type="button" class="quiet" onClick=${() => set(null)}>${t('notices.webhook.none')}</button></p>`
    }
    <div class="field-row"><label class="field"><span>${t('notices.webhook.label')}</span>
      <input type="url" required placeholder="https://" value=${url} autocomplete="off" spellcheck="false"
          onInput=${(/** @type {InputEvent} */ event) => write(/** @type {HTMLInputElement} */ (event.target).value)}
      /></label>
      <button type="submit" class="quiet" disabled=${!url.trim()}>${t('me.keep')}</button></div>
    ${
      secret &&
      html`<p>${t('notices.webhook.secret')}</p>
        <${CopyField} label=${t('notices.webhook.secret')} text=${secret} />`
    }
    <p class="problem" role="alert">${problem}</p>
  </form>`;
}
