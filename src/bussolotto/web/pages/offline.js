/** Instead of a page that needs the server: what works without a line, and what waits for it. */
import { useEvery, useLoad } from '../components/load.js';
import { Header, HomeLink } from './parts/header.js';
import { recordNames, listedTitle } from '../words/listed.js';
import { needs } from '../components/needs.js';
import { keptMatches } from '../storage/offline.js';
import { useShell } from '../components/shell.js';
import { useTitle } from '../components/title.js';
import { html, useLayoutEffect } from '../vendor/preact.js';

needs(['later-line']);

const AGAIN_MS = 5000;

/** @param {{again?: () => void}} props */
export function Offline({ again = () => location.reload() }) {
  const { t } = useShell();
  const matches = useLoad(keptMatches);
  useTitle(t('offline.title'));
  useEvery(again, AGAIN_MS);
  useLayoutEffect(() => {
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, [again]);
  return html`<${Header} title=${html`<${HomeLink} />`} />
    <main id="main" class="sorry offline" tabindex="-1">
      <span class="lost-die" aria-hidden="true"></span>
      <h1>${t('offline.title')}</h1>
      <p>${t('offline.text')}</p>
      <section class="offline-matches"><h2>${t('offline.matches')}</h2>
        ${matches.value && !matches.value.length && html`<p class="muted">${t('offline.none')}</p>`}
        <ul class="list">
          ${(matches.value ?? []).map((kept) => html`<${KeptLine} key=${kept.match} kept=${kept} />`)}</ul>
      </section>
      <button type="button" onClick=${again}>${t('again')}</button>
    </main>`;
}

/** @param {{kept: import('../storage/offline.js').Kept}} props */
function KeptLine({ kept }) {
  const { t, lang } = useShell();
  const when = new Date(kept.at).toLocaleString(lang, {
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
  });
  const names = recordNames(t, kept.names).join(', ');
  return html`<li class="line">
    <span class="line-words"><strong>${listedTitle(t, kept.game, kept.title, kept.author)}</strong>
      <span class="muted"><span translate=${false}>${names}</span> · ${t('offline.since', { when })}</span></span>
    <a class="button quiet" href=${`/t/${kept.table}`}>${t('offline.read')}</a>
  </li>`;
}
