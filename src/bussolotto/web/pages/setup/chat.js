/** How people talk at the table. */
import { needs } from '../../components/needs.js';
import { useShell } from '../../components/shell.js';
import { html } from '../../vendor/preact.js';
import { Choice } from './choice.js';

needs(['later-lobby']);

const CHATS = ['phrases', 'free', 'off'];

/** @param {import('./types.js').Part} props */
export function Chat({ game, wish, change }) {
  const { t } = useShell();
  return html`<${Choice} legend=${t('setup.chat')} name=${`${game.name}-chat`} values=${CHATS} value=${wish.chat}
      pick=${(/** @type {string} */ chat) => change({ chat })}
      say=${(/** @type {string} */ chat) => t(`setup.chat.${chat}`)} hint=${t(`setup.chat.${wish.chat}.hint`)} />`;
}
