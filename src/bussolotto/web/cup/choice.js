/** The switch between dice in three dimensions and flat ones, for all that has dice. */
import { Icon } from '../components/icon.js';
import { useShell } from '../components/shell.js';
import { html } from '../vendor/preact.js';
import { isPossible, useSolid } from './solid.js';

export function SolidChoice() {
  const { t, set } = useShell();
  const solid = useSolid();
  if (!isPossible()) return null;
  return html`<fieldset class="choice"><legend>${t('cup.choice')}</legend>
    <div class="choice-row">
      <label><input type="checkbox" role="switch" checked=${solid}
          onChange=${() => set({ pile: solid ? 'flat' : 'deep' })} />
        <span><${Icon} name="dice" /> ${t('cup.choice.solid')}</span></label></div>
  </fieldset>`;
}
