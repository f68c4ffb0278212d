/** Where all wait for dice that people roll on their own table: what is typed in comes when it is needed. */
import { useLoad } from '../load.js';
import { html } from '../vendor/preact.js';

/** @param {import('../types.js').TableProps} props with `throw` */
export function Rolling(props) {
  const { value } = useLoad(() => import('./throw.js'));
  return value && html`<${value.Throw} ...${props} />`;
}
