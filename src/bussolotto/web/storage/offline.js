/**
 * What a page does so that it works without the line: it has a service worker keep its files, and keeps itself what it
 * has last been shown. Over plain http in a home network there are no service workers: then only the words come.
 */

/** @typedef {import('../types.js').Table} Table */
/** @typedef {import('../types.js').Position} Position */
/**
 * @typedef {{match: string, table: string, game: string, title?: string, author?: string, names: string[], at: number,
 *     position: Position, steps: object[]}} Kept `title`, `author`: of a rule sheet; not kept by earlier releases
 */

const LAST = 'bussolotto-last';
const MOST = 30; // matches

/** Begin, once the page stands. @param {{lang: string, me: {id: string}}} shell */
export async function begin({ lang, me }) {
  const registration = await navigator.serviceWorker?.register('/sw.js').catch(() => undefined);
  if (!registration) return;
  await forgetOthers(me);
  await keep('/api/me', { ...me, link: '' }); // the personal link is in no cache
  const { active } = await navigator.serviceWorker.ready;
  const needed = [
    '/web/pages/offline.js',
    '/web/words/listed.js',
    '/web/pages/parts/returned.js',
    '/web/icons/icon-192.png',
    `/locale/${lang}/later-line.json`,
  ];
  active?.postMessage({ lang, urls: needed.map((path) => new URL(path, location.origin).href) });
  new PerformanceObserver((list) => {
    const urls = list
      .getEntries()
      .filter(wentPast)
      .map(({ name }) => name);
    if (urls.length) active?.postMessage({ urls });
  }).observe({ type: 'resource', buffered: true });
}

/**
 * Whether a file came without the worker, which had not taken over yet when it was asked for, however late it came.
 * @param {any} entry
 */
function wentPast({ name, workerStart }) {
  const { origin, pathname } = new URL(name);
  return !workerStart && origin === location.origin && /^\/(web|games|locale)\//.test(pathname);
}

/** What another guest of this browser was shown is not for this one. @param {{id: string}} me */
async function forgetOthers(me) {
  const last = await caches.match('/api/me', { cacheName: LAST });
  if (last && (await last.json()).id !== me.id) await caches.delete(LAST);
}

/** Keep an answer of the server for when it cannot be asked. @param {string} path @param {unknown} value */
export async function keep(path, value) {
  const headers = { 'content-type': 'application/json', 'kept-at': String(Date.now()) };
  await (await caches.open(LAST)).put(path, new Response(JSON.stringify(value), { headers }));
}

/**
 * Keep where a match stands, for reading.
 * @param {{table: Table, game: import('../types.js').Game, known: {position: Position | null, steps: object[]}}} shown
 */
export async function keepTable({ table, game, known: { position, steps } }) {
  if (!position) return;
  await navigator.serviceWorker.ready; // there may never be one
  const told = steps.map((step) => ({ ...step, before: null, after: null }));
  const names = table.seats.map(({ name }) => name);
  /** @type {Kept} */
  const kept = {
    match: table.match,
    table: table.table,
    game: table.game,
    title: game.title,
    author: game.author,
    names,
    at: Date.now(),
    position,
    steps: told,
  };
  await Promise.all([
    keep(`/api/tables/${table.table}`, table),
    keep(`/api/games/${table.game}`, game),
    keep(`/last/${table.match}`, kept),
  ]);
  const all = await keptMatches();
  const tables = new Set(all.slice(0, MOST).map((one) => one.table)); // of several matches each
  for (const { match, table: id } of all.slice(MOST)) {
    const last = await caches.open(LAST);
    await last.delete(`/last/${match}`);
    if (!tables.has(id)) await last.delete(`/api/tables/${id}`);
  }
}

/** Where a match stood when it was last shown here. @param {string} match @returns {Promise<Kept | null>} */
export async function lastKnown(match) {
  const kept = await globalThis.caches?.match(`/last/${match}`, { cacheName: LAST });
  return kept ? kept.json() : null;
}

/** All of them, the newest first. @returns {Promise<Kept[]>} */
export async function keptMatches() {
  if (!globalThis.caches) return [];
  const last = await caches.open(LAST);
  const requests = (await last.keys()).filter(({ url }) => new URL(url).pathname.startsWith('/last/'));
  const found = await Promise.all(requests.map(async (request) => (await last.match(request))?.json()));
  return found.filter(Boolean).sort((one, other) => other.at - one.at);
}
