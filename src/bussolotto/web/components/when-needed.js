/** A part of a page that is fetched when it is needed, and kept from then on. */
import { html, useEffect, useState } from '../vendor/preact.js';

/** @typedef {(props: any) => any} Component */

/** @param {{needed: boolean, load: () => Promise<Component>} & Record<string, any>} props */
export function Later({ needed, load, ...props }) {
  const [part, keep] = useState(/** @type {Component | null} */ (null));
  useEffect(() => {
    if (needed && !part)
      load().then(
        (found) => keep(() => found),
        () => {},
      ); // without it one can play on
  }, [needed]);
  return part && html`<${part} ...${props} />`;
}

/**
 * A component that is fetched when it is first shown.
 * @param {() => Promise<Component>} load
 * @returns {Component}
 */
export const later = (load) => (props) => html`<${Later} needed load=${load} ...${props} />`;
