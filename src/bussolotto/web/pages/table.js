/** A table: those who wait at it, and the match that is played on it. */
import { complete } from '../components/needs.js';
import { html, useEffect } from '../vendor/preact.js';
import { Arriving, AtTable, useTable } from './seated.js';

const KEEP_MS = 1500; // after the last of several steps

/** @typedef {import('../types.js').Table} Table */
/** @typedef {import('../types.js').Game} Game */
/** @typedef {import('../types.js').Known} Known */
/** @typedef {import('./seated.js').Seated} Seated */

/** @param {{id: string}} props */
export function Page({ id }) {
  return html`<${Arriving} id=${id} wayTo=${wayTo} />`;
}

/** @param {Table} table @returns {Promise<(props: Seated) => any>} */
async function wayTo(table) {
  if ((table.me.seats?.length ?? 0) > 1) return (await complete(import('./curtain.js'))).Passed;
  if (new URLSearchParams(location.search).has('hand')) return (await complete(import('./hand.js'))).Hand;
  return Online;
}

/** Everybody at a device of his own. @param {Seated} props */
function Online({ first, game }) {
  const seated = useTable(first, game);
  useKept(seated.table, game, seated.known);
  return html`<${AtTable} ...${seated} game=${game} />`;
}

/** Keep what is shown for when there is no line. @param {Table} table @param {Game} game @param {Known | null} known */
function useKept(table, game, known) {
  useEffect(() => {
    if (!known?.position || known.kept || !navigator.serviceWorker) return undefined;
    const timer = setTimeout(
      () =>
        import('../storage/offline.js').then(({ keepTable }) => keepTable({ table, game, known })).catch(console.info),
      KEEP_MS,
    );
    return () => clearTimeout(timer);
  }, [table, known?.position?.version]);
}
