/** The switch for sounds, and how loud they are. */
import { Icon } from '../components/icon.js';
import { useShell } from '../components/shell.js';
import { html } from '../vendor/preact.js';
import { playExample, useTurn } from './button.js';

const STEPS = 10; // of the volume

export function SoundChoice() {
  const { t, settings, set } = useShell();
  const { sound, volume } = settings;
  const turn = useTurn();
  const louder = (/** @type {Event} */ event) => {
    const chosen = Number(/** @type {HTMLInputElement} */ (event.target).value) / STEPS;
    set({ volume: chosen });
    playExample(chosen);
  };
  return html`<fieldset class="choice"><legend>${t('sound.title')}</legend>
    <div class="choice-row"><label><input type="checkbox" role="switch" checked=${sound} onChange=${turn} />
      <span><${Icon} name=${sound ? 'sound' : 'silence'} /> ${t('sound.play')}</span></label></div>
  </fieldset>
    <label class="sound-volume"><span class="muted">${t('sound.volume')}</span>
      <input type="range" min="1" max=${STEPS} step="1" value=${Math.round(volume * STEPS)} disabled=${!sound}
          onChange=${louder} /></label>`;
}
