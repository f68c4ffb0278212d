/** Where all wait for dice that people roll on their own table: what is typed in comes when it is needed. */
import { complete } from '../components/needs.js';
import { ownPage, useLoad } from '../components/load.js';
import { html } from '../vendor/preact.js';

/** @param {import('../types.js').TableProps} props with `throw` */
export function Rolling(props) {
  const { value } = useLoad(() => Promise.all([complete(import('./throw.js')), ownPage(props.game)]));
  if (!value) return null;
  const [{ Throw }, own] = value;
  return html`<${Throw} ...${props} whose=${own?.whose} />`;
}
