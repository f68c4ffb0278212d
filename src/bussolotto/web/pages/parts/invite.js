/** Handing on the link to a table, and who is watching. */
import { watchers } from '../../words/names.js';
import { useShell } from '../../components/shell.js';
import { html } from '../../vendor/preact.js';
import { Disclosure } from '../../components/disclosure.js';
import { Icon } from '../../components/icon.js';
import { Link } from './later.js';

/**
 * @param {{table: import('../../types.js').Table, narrow: boolean}} props where there is little room it stands in the
 *     menu
 */
export function Invite({ table, narrow }) {
  const { t } = useShell();
  return html`<${ShareButton} narrow=${narrow} name=${`${t('share')}: ${t('share.title')}`}>
    <p>${t(table.visibility === 'closed' ? 'share.closed' : 'share.text')}</p>
    <${Link} table=${table} />
    <p class="muted watchers"><${Icon} name="eye" /> ${watchers(t, table.spectators)}</p>
  <//>`;
}

/** @param {{narrow: boolean, name: string, children: any}} props */
export function ShareButton({ narrow, name, children }) {
  const { t } = useShell();
  if (narrow) return html`<div class="invite">${children}</div>`;
  const label = html`<${Icon} name="share" /><span class="drawer-label">${t('share')}</span>`;
  return html`<${Disclosure} name=${name} label=${label} class="quiet drawer-button">${children}<//>`;
}
