/** Pages for what is not there or went wrong. */
import { Header, HomeLink } from './parts/header.js';
import { complete } from '../components/needs.js';
import { useLoad } from '../components/load.js';
import { excuse, useShell } from '../components/shell.js';
import { isOffline } from '../components/when-needed.js';
import { useTitle } from '../components/title.js';
import { html } from '../vendor/preact.js';

const GONE = 410; // HTTP: what was here and is not any more

export function Missing() {
  const { t } = useShell();
  return html`<${Sorry} title=${t('missing.title')} text=${t('missing.text')} />`;
}

/** @param {{away?: boolean}} props `away`: sent away by the host */
export function Closed({ away = false }) {
  const { t } = useShell();
  return html`<${Sorry} title=${t('closed.title')} text=${t(away ? 'error.sent-away' : 'closed.text')} />`;
}

export function Broken() {
  const { t } = useShell();
  return html`<${Sorry} title=${t('broken.title')} text=${t('broken.text')} again=${() => location.reload()} />`;
}

/** @param {{problem: unknown, again?: () => void}} props what the server answered instead of what was asked for */
export function Failed({ problem, again }) {
  const { t } = useShell();
  const refusal = /** @type {import('../line/api.js').Refused} */ (problem);
  if (refusal.status === 404) return html`<${Missing} />`;
  if (refusal.code === 'closed-table') return html`<${Closed} />`;
  if (refusal.status === GONE) return html`<${Sorry} title=${t('gone.title')} text=${excuse(t, problem)} />`;
  if (isOffline(problem)) return html`<${Later} problem=${problem} again=${again} />`;
  return html`<${Sorry} title=${t('broken.title')} text=${excuse(t, problem)} again=${again} />`;
}

/** What works without a line, as far as that page is here. @param {{problem: unknown, again?: () => void}} props */
function Later({ problem, again }) {
  const { t } = useShell();
  const page = useLoad(() => complete(import('./offline.js')));
  if (page.value) return html`<${page.value.Offline} again=${again} />`;
  return page.error
    ? html`<${Sorry} title=${t('broken.title')} text=${excuse(t, problem)} again=${again} />`
    : html`<${Coming} />`;
}

/** @param {{title: string, text: string, again?: () => void}} props */
export function Sorry({ title, text, again }) {
  const { t } = useShell();
  useTitle(title);
  return html`<${Header} title=${html`<${HomeLink} />`} />
    <main id="main" class="sorry" tabindex="-1">
      <span class="lost-die" aria-hidden="true"></span>
      <h1>${title}</h1>
      <p>${text}</p>
      <div class="row">
        ${again && html`<button type="button" onClick=${again}>${t('again')}</button>`}
        <a class="button quiet" href="/">${t('header.home')}</a>
      </div>
    </main>`;
}

/** Room for a page that is on its way. */
export function Coming() {
  const { t } = useShell();
  return html`<${Header} title=${html`<${HomeLink} />`} />
    <main id="main" class="coming" aria-busy="true" tabindex="-1"><p class="visually-hidden">${t('coming')}</p></main>`;
}
