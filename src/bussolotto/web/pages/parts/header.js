/** The bar at the top of every page. */
import { land } from '../../components/arrival.js';
import { html, useLayoutEffect } from '../../vendor/preact.js';
import { LANGUAGES } from '../../words/i18n.js';
import { SolidChoice } from '../../cup/choice.js';
import { useShell } from '../../components/shell.js';
import { SoundButton, SoundChoice } from '../../sound/choice.js';
import { Disclosure } from '../../components/disclosure.js';
import { Icon } from '../../components/icon.js';

/** @type {Record<string, string>} each language by its own name, which no catalogue translates */
const OWN_NAMES = { it: 'Italiano', en: 'English', de: 'Deutsch', fr: 'Français' };
const THEMES = /** @type {const} */ (['auto', 'light', 'dark']);

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
            ${menu}<${SoundChoice} /><${SolidChoice} /><${LanguageChoice} /><${ThemeChoice} /><//>`
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
      <${LanguageChoice} /><//>
    <${Disclosure} name=${t('settings.theme')} label=${html`<${Icon} name=${settings.theme} />`} class="quiet square">
      <${ThemeChoice} /><//>`;
}

function LanguageChoice() {
  const { t, lang, set } = useShell();
  return html`<fieldset class="choice"><legend>${t('settings.language')}</legend>
    <div class="choice-row">${LANGUAGES.map(
      (tag) => html`<label key=${tag}>
        <input type="radio" name="language" checked=${tag === lang} onChange=${() => set({ lang: tag })} />
        <span lang=${tag} translate=${false}>${OWN_NAMES[tag]}</span></label>`,
    )}</div>
  </fieldset>`;
}

function ThemeChoice() {
  const { t, settings, set } = useShell();
  return html`<fieldset class="choice"><legend>${t('settings.theme')}</legend>
    <div class="choice-row">${THEMES.map(
      (theme) => html`<label key=${theme}>
        <input type="radio" name="theme" checked=${theme === settings.theme} onChange=${() => set({ theme })} />
        <span><${Icon} name=${theme} /> ${t(`settings.theme.${theme}`)}</span></label>`,
    )}</div>
  </fieldset>`;
}
