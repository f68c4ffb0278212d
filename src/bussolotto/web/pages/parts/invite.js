/** Handing on the link to a table, and who is watching. */
import { gameTitle, watchers } from '../../words/names.js';
import { useShell } from '../../components/shell.js';
import { html, useState } from '../../vendor/preact.js';
import { CopyField } from '../../components/copy.js';
import { Disclosure } from '../../components/disclosure.js';
import { Icon } from '../../components/icon.js';

/**
 * @param {{table: import('../../types.js').Table, narrow: boolean}} props where there is little room it stands in the
 *     menu
 */
export function Invite({ table, narrow }) {
  const { t } = useShell();
  return html`<${ShareButton} narrow=${narrow} name=${`${t('share')}: ${t('share.title')}`}>
    <p>${t(table.visibility === 'closed' ? 'share.closed' : 'share.text')}</p>
    <${CopyField} label=${t('waiting.link')} text=${table.link}
        share=${t('waiting.share', { game: gameTitle(t, table.game) })} />
    <${LinkCode} table=${table} />
    <p class="muted watchers"><${Icon} name="eye" /> ${watchers(t, table.spectators)}</p>
  <//>`;
}

/** The link to be read by a phone; drawn when it is asked for. @param {{table: import('../../types.js').Table}} props */
export function LinkCode({ table }) {
  const { t } = useShell();
  const [shown, show] = useState(false);
  return html`<details class="fold link-code" onToggle=${(/** @type {Event} */ event) =>
    show(/** @type {HTMLDetailsElement} */ (event.target).open)}><summary>${t('share.code')}</summary>
    ${shown && html`<img src=${`/api/tables/${table.table}/code?hand=false`} alt=${t('share.code.alt')} width="240" height="240" />`}
  </details>`;
}

/** @param {{narrow: boolean, name: string, children: any}} props */
export function ShareButton({ narrow, name, children }) {
  const { t } = useShell();
  if (narrow) return html`<div class="invite">${children}</div>`;
  const label = html`<${Icon} name="share" /><span class="drawer-label">${t('share')}</span>`;
  return html`<${Disclosure} name=${name} label=${label} class="quiet drawer-button">${children}<//>`;
}
