/** The collection: rule sheets of this server, and bringing one; or one of them, to be played. */
import { needs } from '../components/needs.js';
import { html } from '../vendor/preact.js';
import { Collection } from './sheets/collection.js';
import { One } from './sheets/one.js';

needs(
  ['later-sheets', 'later-home', 'later-options', 'later-presets', 'later-talk'],
  [new URL('./sheets/sheets.css', import.meta.url), new URL('./drop.css', import.meta.url)],
);

/** @param {{id?: string}} props `id`: the name of a sheet's game */
export const Page = ({ id }) => (id ? html`<${One} key=${id} name=${id} />` : html`<${Collection} />`);
