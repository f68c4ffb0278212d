/** The button that turns sounds on and off. */
import { Icon } from '../components/icon.js';
import { useShell } from '../components/shell.js';
import { html } from '../vendor/preact.js';

/** What sounds are like. @param {number} volume 0..1 */
export const playExample = (volume) =>
  import('./playing.js').then(({ playAll }) => playAll(['chip'], volume)).catch(console.info);

/** Sounds on or off; turning them on is heard. */
export function useTurn() {
  const { settings, set } = useShell();
  const { sound, volume } = settings;
  return () => {
    if (!sound) playExample(volume);
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
