/** Talk at a table: most of it comes when somebody speaks, or wants to. */
import { useShell } from '../shell.js';
import { html, useEffect, useState } from '../vendor/preact.js';
import { Icon } from './icon.js';

/** @typedef {typeof import('./talk.js')} Module */

/**
 * @param {{table: import('../types.js').Table, known: import('../channel.js').Known}} props
 * @param {boolean} open is it looked at?
 */
export function useTalk({ table, known }, open) {
  const [module, keep] = useState(/** @type {Module | null} */ (null));
  const [unread, count] = useState(0);
  const spoken = known.said.length > 0;
  useEffect(() => {
    if (open || spoken) import('./talk.js').then(keep, () => {});
  }, [open || spoken]);
  return { module, unread, count, open, there: spoken || table.seats.some((seat) => isOther(table, seat)) };
}

/** Does another person sit there? @param {import('../types.js').Table} table @param {import('../types.js').Seat} seat */
export const isOther = ({ me }, { kind, seat }) => kind === 'person' && seat !== me.seat && !me.seats?.includes(seat);

/** @param {{talk: ReturnType<typeof useTalk>, toggle: () => void, narrow?: boolean}} props `narrow`: with its name, in a menu */
export function TalkButton({ talk, toggle, narrow }) {
  const { t } = useShell();
  const name = `${t('drawer.talk')}${talk.unread ? ` (${talk.unread})` : ''}`;
  return talk.there && html`<button type="button" class=${`quiet ${narrow ? '' : 'drawer-button'}`} data-drawer="talk" aria-expanded=${talk.open} aria-label=${name} title=${name}
    onClick=${toggle}><${Icon} name="talk" /><span class=${narrow ? '' : 'drawer-label'}>${t('drawer.talk')}</span>${talk.unread > 0 && html`<b class="unread">${talk.unread}</b>`}</button>`;
}
