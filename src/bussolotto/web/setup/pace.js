/** Tonight, or over days: then nobody has to be here, and people are told of their turns. A race is played at once. */
import { learn } from '../i18n.js';
import { useShell } from '../shell.js';
import { html } from '../vendor/preact.js';
import { Choice } from './choice.js';

await learn('later-notices');

const PACES = ['live', 'days'];

/** @param {import('./setup.js').Part} props */
export function Pace({ game, wish, change }) {
  const { t } = useShell();
  if (game.race) return null;
  return html`<${Choice} legend=${t('pace.choice')} name=${`${game.name}-pace`} values=${PACES} value=${wish.pace}
    pick=${(/** @type {'live' | 'days'} */ pace) => change({ pace, clock: null })} say=${(/** @type {string} */ pace) => t(`pace.${pace}`)}
    hint=${wish.pace === 'days' ? t('pace.days.hint') : ''} />`;
}
