/** What people set for themselves: sounds, dice in three dimensions, language, light. */
import { SolidChoice } from '../../cup/choice.js';
import { Icon } from '../../components/icon.js';
import { excuse, useShell } from '../../components/shell.js';
import { SoundChoice } from '../../sound/choice.js';
import { LANGUAGES } from '../../words/i18n.js';
import { html, useState } from '../../vendor/preact.js';

/** @type {Record<string, string>} each language by its own name, which no catalogue translates */
const OWN_NAMES = { it: 'Italiano', en: 'English', de: 'Deutsch', fr: 'Français' };
const THEMES = /** @type {const} */ (['auto', 'light', 'dark']);

/** All of it, for the menu of a table. */
export const Choices = () => html`<${SoundChoice} /><${SolidChoice} /><${LanguageChoice} /><${ThemeChoice} />`;

export function LanguageChoice() {
  const { t, lang, set } = useShell();
  const [problem, fail] = useState('');
  const speak = (/** @type {string} */ tag) =>
    set({ lang: tag }).then(
      () => fail(''),
      (refusal) => fail(excuse(t, refusal)),
    );
  return html`<fieldset class="choice"><legend>${t('settings.language')}</legend>
    <div class="choice-row">${LANGUAGES.map(
      (tag) => html`<label key=${tag}>
        <input type="radio" name="language" checked=${tag === lang} onChange=${() => speak(tag)} />
        <span lang=${tag} translate=${false}>${OWN_NAMES[tag]}</span></label>`,
    )}</div>
    <p class="problem" role="alert">${problem}</p>
  </fieldset>`;
}

export function ThemeChoice() {
  const { t, settings, set } = useShell();
  return html`<fieldset class="choice"><legend>${t('settings.theme')}</legend>
    <div class="choice-row">${THEMES.map(
      (theme) => html`<label key=${theme}>
        <input type="radio" name="theme" checked=${theme === settings.theme} onChange=${() => set({ theme })} />
        <span><${Icon} name=${theme} /> ${t(`settings.theme.${theme}`)}</span></label>`,
    )}</div>
  </fieldset>`;
}
