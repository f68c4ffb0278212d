/** The switch for sounds, and how loud they are. */
import { Icon } from '../components/icon.js';
import { useShell } from '../components/shell.js';
import { html } from '../vendor/preact.js';
import { playAll } from './use-sound.js';

const STEPS = 10; // of the volume

/** Sounds on or off; turning them on is heard. */
function useTurn() {
  const { settings, set } = useShell();
  const { sound, volume } = settings;
  return () => {
    if (!sound) playAll(['chip'], volume);
    set({ sound: !sound });
  };
}

/** The offer of sounds beside the other buttons of a table. */
export function SoundButton() {
  const { t, settings } = useShell();
  return html`<button type="button" class="quiet square sound-button" aria-pressed=${settings.sound}
      aria-label=${t('sound.play')} title=${t('sound.play')} onClick=${useTurn()}>
    <${Icon} name=${settings.sound ? 'sound' : 'silence'} /></button>`;
}

export function SoundChoice() {
  const { t, settings, set } = useShell();
  const { sound, volume } = settings;
  const turn = useTurn();
  const louder = (/** @type {Event} */ event) => {
    const chosen = Number(/** @type {HTMLInputElement} */ (event.target).value) / STEPS;
    set({ volume: chosen });
    playAll(['chip'], chosen);
  };
  return html`<fieldset class="choice"><legend>${t('sound.title')}</legend>
    <div class="choice-row"><label><input type="checkbox" role="switch" checked=${sound} onChange=${turn} />
      <span><${Icon} name=${sound ? 'sound' : 'silence'} /> ${t('sound.play')}</span></label></div>
  </fieldset>
    <label class="sound-volume"><span class="muted">${t('sound.volume')}</span>
      <input type="range" min="1" max=${STEPS} step="1" value=${Math.round(volume * STEPS)} disabled=${!sound}
          onChange=${louder} /></label>`;
}
