/** At a table over days: where to be told of one's turns. */
import { useLoad } from '../load.js';
import { html } from '../vendor/preact.js';

/** @param {{table: import('../types.js').Table}} props */
export function TellMe({ table }) {
  const asked = table.pace === 'days' && table.me.seat !== null && table.state !== 'over';
  const part = useLoad(async () => (asked ? import('./notices.js') : null), [asked]);
  return asked && part.value ? html`<${part.value.Notices} />` : null;
}
