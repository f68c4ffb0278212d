/** What the server stores of me: for how long, a copy of it, and deleting it. */
import { remove } from '../../line/api.js';
import { AskOnce } from '../../components/ask.js';
import { Icon } from '../../components/icon.js';
import { excuse, useShell } from '../../components/shell.js';
import { html, useState } from '../../vendor/preact.js';

const KEPT = ['who', 'matches', 'reviews', 'puzzles', 'own', 'said', 'reports', 'address', 'backups'];

export function OwnData() {
  const { t } = useShell();
  const [problem, fail] = useState('');
  const forget = () =>
    remove('/api/me')
      .then(forgetHere)
      .then(
        () => location.assign('/'),
        (refusal) => fail(excuse(t, refusal)),
      );
  return html`<details class="fold own-data"><summary>${t('data.title')}</summary>
    <ul>${KEPT.map((part) => html`<li key=${part}>${t(`data.${part}`)}</li>`)}</ul>
    <div class="row">
      <a class="button quiet" href="/api/me/data" download="bussolotto-data.json">
        <${Icon} name="download" /> ${t('data.download')}</a>
      <${AskOnce} label=${t('data.delete')} question=${t('data.delete.ask')} yes=${t('data.delete.yes')} go=${forget} />
    </div>
    <p class="problem" role="alert">${problem}</p>
  </details>`;
}

/** What this browser remembers of me. */
async function forgetHere() {
  localStorage.clear();
  sessionStorage.clear();
  const registration = await navigator.serviceWorker?.getRegistration();
  await (await registration?.pushManager?.getSubscription())?.unsubscribe();
  if ('caches' in globalThis) await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
}
