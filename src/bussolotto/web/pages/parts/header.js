/** The bar at the top of every page. */
import { land } from '../../components/arrival.js';
import { html, useLayoutEffect } from '../../vendor/preact.js';
import { complete } from '../../components/needs.js';
import { useShell } from '../../components/shell.js';
import { SoundButton } from '../../sound/button.js';
import { Disclosure } from '../../components/disclosure.js';
import { Icon } from '../../components/icon.js';
import { Later } from '../../components/when-needed.js';

/** What is set in a menu, fetched when one opens. @param {'Choices' | 'LanguageChoice' | 'ThemeChoice'} name */
const choices = (name) =>
  html`<${Later} needed asked load=${() => complete(import('./choices.js')).then((part) => part[name])} />`;

/**
 * @param {{title: any, under?: any, children?: any, menu?: any, stage?: string}} props `children`: buttons of this
 *     page;
 *   `menu`: more of the menu, which closes when the page comes to another `stage`
 */
export function Header({ title, under, children, menu, stage }) {
  const { t } = useShell();
  useLayoutEffect(land, []);
  return html`<header class="top">
    <a class="skip" href="#main">${t('skip')}</a>
    <div class="top-title">${title}${under && html`<span class="top-under">${under}</span>`}</div>
    <nav class="top-buttons" aria-label=${t('header.buttons')}>
      ${children}${menu && html`<${SoundButton} />`}
      ${
        menu
          ? html`<${Disclosure} key=${stage} name=${t('header.menu')} label=${html`<${Icon} name="menu" />`}
              class="quiet square">
            ${menu}${choices('Choices')}<//>`
          : html`<${Settings} />`
      }
    </nav>
  </header>`;
}

export function HomeLink() {
  const { t } = useShell();
  return html`<a class="brand" href="/" aria-label=${t('header.home')}>
    <span class="brand-die" aria-hidden="true"></span><span
        class="brand-name" translate=${false}>Bussolotto</span></a>`;
}

/** Where there is no menu, language and light have a button each. */
function Settings() {
  const { t, lang, settings } = useShell();
  return html`
    <${Disclosure} name=${t('settings.language')} label=${html`<span translate=${false}>${lang.toUpperCase()}</span>`}
        class="quiet square">
      ${choices('LanguageChoice')}<//>
    <${Disclosure} name=${t('settings.theme')} label=${html`<${Icon} name=${settings.theme} />`} class="quiet square">
      ${choices('ThemeChoice')}<//>`;
}
