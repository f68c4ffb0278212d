/** What stands round everything that the collection shows. */
import { useShell } from '../../components/shell.js';
import { html } from '../../vendor/preact.js';
import { Header, HomeLink } from '../parts/header.js';

/** @param {{children: any}} props */
export function Frame({ children }) {
  const { t } = useShell();
  return html`<${Header} title=${html`<${HomeLink} />`} />
    <main id="main" class="sheets" tabindex="-1" aria-label=${t('sheets.title')}>${children}</main>`;
}
