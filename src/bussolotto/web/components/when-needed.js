/** A part of a page that is fetched when it is needed, and kept from then on. */
import { useShell } from './shell.js';
import { html, useEffect, useState } from '../vendor/preact.js';

/** @typedef {(props: any) => any} Component */

/**
 * @param {{needed: boolean, load: () => Promise<Component>, asked?: boolean} & Record<string, any>} props `asked`:
 *     somebody asked for it, so that it must say if it does not come; without any other part one can play on
 */
export function Later({ needed, load, asked, ...props }) {
  const [part, keep] = useState(/** @type {Component | null} */ (null));
  const [lacks, say] = useState(false);
  useEffect(() => {
    if (needed && !part)
      load().then(
        (found) => keep(() => found),
        () => say(true),
      );
  }, [needed]);
  if (part) return html`<${part} ...${props} />`;
  return lacks && asked ? html`<${Lacking} />` : null;
}

/** In the place of a part that did not come. */
function Lacking() {
  const { t } = useShell();
  return html`<div class="menu" role="status">
    <p>${t('error.offline')}</p>
    <button type="button" class="quiet" onClick=${startAnew}>${t('again')}</button>
  </div>`;
}

/** Was the server, or a part of the page, out of reach? @param {any} problem */
export const isOffline = (problem) =>
  problem?.code === 'offline' || (problem instanceof TypeError && /import/i.test(String(problem)));

/**
 * A part of the page that did not come is never asked for again, so the page is loaded anew as soon as there is a
 * line.
 */
export const startAnew = () =>
  fetch('/healthz').then(
    () => location.reload(),
    () => {},
  );

/**
 * A component that is fetched when it is first shown.
 * @param {() => Promise<Component>} load
 * @returns {Component}
 */
export const later = (load) => (props) => html`<${Later} needed load=${load} ...${props} />`;
