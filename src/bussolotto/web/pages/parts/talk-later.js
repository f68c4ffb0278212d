/**
 * Talk at a table where somebody else sits: its button, its place in the drawer, its bubbles. The rest comes when it
 * is used or heard.
 */
import { complete } from '../../components/needs.js';
import { useLoad } from '../../components/load.js';
import { useShell } from '../../components/shell.js';
import { html, useState } from '../../vendor/preact.js';
import { Icon } from '../../components/icon.js';

/** @typedef {import('./talk.js').Props} Props */
/** @typedef {(unread: number) => void} Count */

/** The rest of it, once it is wanted. @param {boolean} wanted */
const useTalk = (wanted) => useLoad(async () => (wanted ? complete(import('./talk.js')) : null), [wanted]).value;

/**
 * @param {{unread: number, open: boolean, toggle: () => void, narrow: boolean}} props `narrow`: with its name, in a
 *     menu
 */
export function TalkButton({ unread, open, toggle, narrow }) {
  const { t } = useShell();
  const name = `${t('drawer.talk')}${unread ? ` (${unread})` : ''}`;
  return html`<button type="button" class=${`quiet ${narrow ? '' : 'drawer-button'}`} data-drawer="talk"
      aria-expanded=${open} aria-label=${name} title=${name}
      onClick=${toggle}><${Icon} name="talk" /><span class=${narrow ? '' : 'drawer-label'}>${t('drawer.talk')}</span>
    ${unread > 0 && html`<b class="unread">${unread}</b>`}</button>`;
}

/** What is in the drawer. @param {Props} props */
export function Talk(props) {
  const talk = useTalk(true);
  return talk && html`<${talk.Talk} ...${props} />`;
}

/** @param {Props & {open: boolean, count: Count}} props `open`: is the drawer looked at? */
export function Bubbles(props) {
  const talk = useTalk(props.open || props.known.said.length > 0);
  return talk && html`<${talk.Bubbles} ...${props} />`;
}

/** Before the match, among those who are here. @param {Props} props */
export function Talking(props) {
  const { t } = useShell();
  const [open, show] = useState(false);
  const [unread, count] = useState(0);
  return html`<details class="fold"
      onToggle=${(/** @type {Event} */ event) =>
        event.target === event.currentTarget && show(/** @type {HTMLDetailsElement} */ (event.target).open)}>
    <summary><${Icon} name="talk" /> ${t('drawer.talk')}
      ${unread > 0 && html` <b class="unread">${unread}</b>`}</summary>
    ${open && html`<${Talk} ...${props} />`}</details>
    <${Bubbles} ...${props} open=${open} count=${count} />`;
}
