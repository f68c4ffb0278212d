/** Whom one has blocked, to take it back. */
import { get, remove } from '../../line/api.js';
import { useLoad } from '../../components/load.js';
import { seatName } from '../../words/names.js';
import { needs } from '../../components/needs.js';
import { useShell } from '../../components/shell.js';
import { html } from '../../vendor/preact.js';

needs(['later-lobby']);

export function BlockedPeople() {
  const { t, lang } = useShell();
  const found = useLoad(
    () => /** @type {Promise<{name: string, since: number, token: string}[]>} */ (get('/api/me/blocked')),
  );
  if (!found.value?.length) return null;
  return html`<section><h2>${t('blocked.title')}</h2><ul class="list">${found.value.map(({ name, since, token }) => {
    const called = seatName(t, { name, kind: 'person' });
    return html`<li class="line" key=${token}><span class="line-words"><strong translate=${false}>${called}</strong>
      <span class="muted">
        ${new Date(since * 1000).toLocaleDateString(lang, { day: 'numeric', month: 'long', year: 'numeric' })}</span></span>
      <button type="button" class="quiet" aria-label=${t('blocked.back.of', { name: called })}
          onClick=${() => remove(`/api/me/blocked/${token}`).then(found.again, found.again)}>
        ${t('blocked.back')}</button></li>`;
  })}</ul></section>`;
}
