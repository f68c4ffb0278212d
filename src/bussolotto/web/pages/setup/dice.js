/** Who rolls: the program, or people at their own table, who type in what they see. */
import { needs } from '../../components/needs.js';
import { useShell } from '../../components/shell.js';
import { html } from '../../vendor/preact.js';
import { Switch } from './choice.js';

needs(['later-presets']);

/** Whether pages have a part in the dice, where the server draws them and nobody waits for a race. @param {import('./types.js').Part} props */
export function ServerDice({ game, wish, change }) {
  const { t } = useShell();
  if (game.race || wish.dice === 'real') return null;
  return html`<${Switch} legend=${t('dice.chance')} name=${`${game.name}-fair`} label=${t('dice.alone')}
      on=${wish.fair === 'server'}
      turn=${(/** @type {boolean} */ on) => change({ fair: on ? 'server' : 'pages' })} hint=${t('dice.alone-hint')} />`;
}

/** @param {import('./types.js').Part} props */
export function RealDice({ game, wish, change }) {
  const { t } = useShell();
  if (!game.rolled) return null;
  return html`<${Switch} legend=${t('dice.title')} name=${`${game.name}-dice`} label=${t('dice.real')}
      on=${wish.dice === 'real'}
      turn=${(/** @type {boolean} */ on) => change({ dice: on ? 'real' : 'program' })} hint=${t('dice.hint')} />`;
}
