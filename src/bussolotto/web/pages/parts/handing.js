/** The link to a table, to be copied, shared or read by a phone. */
import { gameTitle } from '../../words/names.js';
import { CopyField } from '../../components/copy.js';
import { useShell } from '../../components/shell.js';
import { html, useState } from '../../vendor/preact.js';

/** @param {{table: import('../../types.js').Table}} props */
export function Link({ table }) {
  const { t } = useShell();
  return html`<${CopyField} label=${t('waiting.link')} text=${table.link}
        share=${t('waiting.share', { game: gameTitle(t, table.game) })} />
    <${LinkCode} table=${table} />`;
}

/** The link to be read by a phone; drawn when it is asked for. @param {{table: import('../../types.js').Table}} props */
function LinkCode({ table }) {
  const { t } = useShell();
  const [shown, show] = useState(false);
  return html`<details class="fold link-code" onToggle=${(/** @type {Event} */ event) =>
    show(/** @type {HTMLDetailsElement} */ (event.target).open)}><summary>${t('share.code')}</summary>
    ${shown && html`<img src=${`/api/tables/${table.table}/code?hand=false`} alt=${t('share.code.alt')} width="240" height="240" />`}
  </details>`;
}
