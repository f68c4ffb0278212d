/** Without a line: what a tab keeps of what was done, what a browser keeps of what was shown, what its worker answers. */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { begin, keepTable, keptMatches, lastKnown } from '../../src/bussolotto/web/storage/offline.js';
import { forgetLeft, keepLeft, leftAt, leftOf } from '../../src/bussolotto/web/line/pending.js';
import { Caches, give, ORIGIN, Store } from './browser.js';

const LAST = 'bussolotto-last';
let caches = new Caches();

beforeEach(() => {
  caches = new Caches();
  give({
    caches,
    sessionStorage: new Store(),
    navigator: { serviceWorker: { ready: Promise.resolve() } },
    location: { origin: ORIGIN },
  });
});

/** @param {string} id @param {object} [more] @returns {any} */
const left = (id, more) => ({ match: 'm', eyes: '', table: 't', request: { id, actions: [1] }, ...more });

test('what is under way is kept by match and eyes, what came back by table, in its order', () => {
  keepLeft(left('b'));
  keepLeft(left('a'));
  keepLeft(left('c', { eyes: 'seat=1' }));
  keepLeft(left('d', { match: 'other' }));
  const ids = (/** @type {any[]} */ some) => some.map(({ request }) => request.id);
  assert.deepEqual(ids(leftOf('m', '')), ['b', 'a']);
  assert.deepEqual(ids(leftAt('t')), ['b', 'a', 'c', 'd']);
  forgetLeft(left('b'));
  keepLeft(left('a', { reason: { code: 'late' } }));
  assert.deepEqual(ids(leftOf('m', '')), ['a']);
  assert.deepEqual(leftOf('m', '')[0].reason, { code: 'late' });
});

test('a window that keeps nothing goes on all the same', () => {
  give({ sessionStorage: { getItem: () => assert.fail('private'), setItem: () => assert.fail('private') } });
  keepLeft(left('a'));
  assert.deepEqual(leftOf('m', ''), []);
});

/** @param {string} match @param {number} version @returns {any} */
const shown = (match, version) => ({
  table: { match, table: `t-${match}`, game: 'cui-bono', seats: [{ name: 'Leo' }] },
  game: { name: 'cui-bono' },
  known: { position: { version, view: {} }, steps: [{ text: 'start 1', before: {}, after: {} }] },
});

test('the last position of a match is kept with its steps, without the views between them', async () => {
  await keepTable(shown('m1', 7));
  const kept = await lastKnown('m1');
  assert.equal(kept?.position.version, 7);
  assert.deepEqual(kept?.names, ['Leo']);
  assert.deepEqual(kept?.steps, [{ text: 'start 1', before: null, after: null }]);
  assert.equal(await lastKnown('m2'), null);
  const table = await caches.match('/api/tables/t-m1', { cacheName: LAST });
  assert.equal((await table?.json()).match, 'm1');
  await keepTable({ ...shown('m3', 1), known: { position: null, steps: [] } });
  assert.equal(await lastKnown('m3'), null, 'nothing was shown');
});

test('only the latest thirty matches are kept', async () => {
  const now = Date.now;
  let clock = 0;
  Date.now = () => (clock += 1000);
  for (let match = 0; match < 32; match += 1) await keepTable(shown(`m${match}`, 1));
  Date.now = now;
  const kept = await keptMatches();
  assert.equal(kept.length, 30);
  assert.deepEqual([kept[0].match, kept[29].match], ['m31', 'm2'], 'the newest first');
  assert.equal(await caches.match('/api/tables/t-m0', { cacheName: LAST }), undefined);
});

test('a table at which many matches were played is there as long as one of them is kept', async () => {
  for (let match = 0; match < 32; match += 1) {
    const { table, ...more } = shown(`m${match}`, 1);
    await keepTable({ ...more, table: { ...table, table: 't' } });
  }
  const table = await caches.match('/api/tables/t', { cacheName: LAST });
  assert.equal((await table?.json())?.match, 'm31');
});

test('a match that another tab throws away meanwhile is only left out', async () => {
  await keepTable(shown('m1', 1));
  await keepTable(shown('m2', 1));
  const last = await caches.open(LAST);
  const keys = await last.keys();
  last.keys = async () => {
    await last.delete('/last/m1');
    return keys;
  };
  assert.deepEqual(
    (await keptMatches()).map(({ match }) => match),
    ['m2'],
  );
});

test('the worker is told of every file that came without it, also of one that comes late', async () => {
  /** @type {{lang?: string, urls: string[]}[]} */
  const told = [];
  /** @type {(list: {getEntries: () => object[]}) => void} */
  let seen = () => {};
  const ready = Promise.resolve({ active: { postMessage: (/** @type {any} */ message) => told.push(message) } });
  give({
    navigator: { serviceWorker: { register: async () => ({}), ready } },
    PerformanceObserver: class {
      /** @param {typeof seen} see */
      constructor(see) {
        seen = see;
      }
      /** @param {object} wish */
      observe(wish) {
        assert.deepEqual(wish, { type: 'resource', buffered: true });
      }
    },
  });
  const came = (/** @type {string} */ path, workerStart = 0) =>
    seen({ getEntries: () => [{ name: new URL(path, ORIGIN).href, workerStart }] });
  await begin({ lang: 'de', me: { id: 'me' } });
  assert.equal(told[0].lang, 'de');
  assert.ok(told[0].urls.includes(`${ORIGIN}/locale/de/later-line.json`));
  for (const path of ['/web/app.js', '/api/me', 'https://elsewhere.example/web/x.js']) came(path);
  came('/web/kept-by-itself.js', 12);
  came('/games/pig/page/late.js');
  assert.deepEqual(told.slice(1), [{ urls: [`${ORIGIN}/web/app.js`] }, { urls: [`${ORIGIN}/games/pig/page/late.js`] }]);
});

// --- the service worker

/** @type {Record<string, (event: any) => void>} */
const on = {};
/** @type {{title: string, tag: string, body?: string}[]} */
let notices = [];
/** @type {Record<string, unknown> | null} what the server says by path; null: it does not answer */
let server = {};

/** A worker that is begun anew, with what a browser gives to it. */
async function worker() {
  notices = [];
  give({
    self: {
      addEventListener: (/** @type {string} */ kind, /** @type {any} */ run) => (on[kind] = run),
      skipWaiting: async () => {},
      clients: { claim: async () => {} },
      registration: {
        showNotification: async (/** @type {string} */ title, /** @type {any} */ more) =>
          void notices.push({ title, tag: more.tag, body: more.body }),
      },
    },
    Request: class {
      /** @param {string} path @param {object} [more] */
      constructor(path, more) {
        Object.assign(this, { url: new URL(path, ORIGIN).href, method: 'GET', mode: 'cors' }, more);
      }
    },
    fetch: async (/** @type {any} */ request) => {
      const { pathname } = new URL(request.url ?? request, ORIGIN);
      if (!server) throw new Error('no line');
      return pathname in server
        ? new Response(JSON.stringify(server[pathname]))
        : new Response('not found', { status: 404 });
    },
  });
  const script = new URL(`../../src/bussolotto/web/worker/service.js?${Math.random()}`, import.meta.url);
  await import(script.href);
}

/** What the page gets for a request; null where the worker leaves it to the browser. @param {string} path @param {object} [more] */
async function answer(path, more) {
  /** @type {Promise<Response> | null} */
  let given = null;
  const respondWith = (/** @type {Promise<Response>} */ found) => void (given = found);
  on.fetch({ request: new Request(path, /** @type {any} */ (more)), respondWith });
  return /** @type {Promise<any> | null} */ (given);
}

/** @param {string} kind @param {object} [event] */
async function happens(kind, event) {
  /** @type {Promise<unknown>[]} */
  const waits = [];
  on[kind]({ ...event, waitUntil: (/** @type {Promise<unknown>} */ until) => waits.push(until) });
  await Promise.all(waits);
}

test('files come from the server while it answers, and from the cache when it does not', async () => {
  await worker();
  server = { '/web/app.js': 'new', '/': 'page' };
  await happens('install');
  assert.equal(await (await answer('/web/app.js')).json(), 'new');
  await new Promise((resolve) => setTimeout(resolve));
  server = null;
  assert.equal(await (await answer('/web/app.js')).json(), 'new');
  assert.equal(await (await answer('/t/abc', { mode: 'navigate' })).json(), 'page', 'every address shows the page');
  await assert.rejects(/** @type {Promise<any>} */ (answer('/web/other.js')));
});

test('files come from the server though there is no room to keep them', async () => {
  await worker();
  server = { '/web/app.js': 'new' };
  const full = () => Promise.reject(new Error('no room'));
  give({ caches: { open: full, match: full } });
  assert.equal(await (await answer('/web/app.js')).json(), 'new');
  give({ caches: { open: async () => ({ put: full }), match: full } });
  assert.equal(await (await answer('/web/app.js')).json(), 'new');
  await new Promise((resolve) => setTimeout(resolve));
});

test('what the server knows is never kept by the worker, only what the page has kept', async () => {
  await worker();
  server = { '/api/tables/t-m1': { now: true } };
  await keepTable(shown('m1', 7));
  assert.deepEqual(await (await answer('/api/tables/t-m1')).json(), { now: true });
  server = null;
  assert.equal((await (await answer('/api/tables/t-m1')).json()).match, 'm1');
  await assert.rejects(/** @type {Promise<any>} */ (answer('/api/games')));
  assert.equal(
    await answer('/api/tables/t-m1', { method: 'POST' }),
    null,
    'what changes something is not its business',
  );
});

test('a new release fetches what the last one had, and then throws that away', async () => {
  await worker();
  server = { '/': 'page', '/web/app.js': 'fresh', '/web/gone.js': undefined };
  delete server['/web/gone.js'];
  const old = await caches.open('bussolotto-files-before');
  await old.put('/web/app.js', new Response('"stale"'));
  await old.put('/web/gone.js', new Response('"stale"'));
  await happens('install');
  await happens('activate');
  const [files, ...others] = (await caches.keys()).filter((name) => name.startsWith('bussolotto-files-'));
  assert.deepEqual(others, []);
  assert.equal(await (await caches.match('/web/app.js', { cacheName: files }))?.json(), 'fresh');
  assert.equal(await caches.match('/web/gone.js', { cacheName: files }), undefined);
});

test('a push tells what is new in the language of the page, each notice once', async () => {
  await worker();
  const turn = { id: 1, event: 'turn', match: 'm1', table: 't1', game: 'pig', names: ['Leo', 'Ada'] };
  server = {
    '/locale/de.json': { 'game.pig.title': 'Pig' },
    '/locale/de/later-notices.json': { 'notice.turn': 'Du bist dran: {game}', 'notice.nothing': 'Nichts Neues' },
    '/api/me/turns': [turn],
  };
  await happens('message', { data: { lang: 'de', urls: [] } });
  await happens('push');
  assert.deepEqual(notices, [{ title: 'Du bist dran: Pig', tag: 'm1', body: 'Leo, Ada' }]);
  server['/api/me/turns'] = [turn, { ...turn, id: 2, match: 'm2' }];
  await happens('push');
  assert.deepEqual(
    notices.map(({ tag }) => tag),
    ['m1', 'm2'],
  );
  const sheet = { ...turn, id: 3, match: 'm3', game: 'embers-73194629fffb4f5a', title: 'Embers' };
  server['/api/me/turns'] = [sheet, turn];
  await happens('push');
  assert.equal(notices[2].title, 'Du bist dran: Embers', 'the title of a sheet is in no catalogue');
  server['/api/me/turns'] = [];
  await happens('push');
  assert.equal(notices[3].title, 'Nichts Neues', 'a browser wants something to be shown');
});

test('a push that comes before the line is told of once there is one', async () => {
  await worker();
  const said = {
    '/locale/en.json': { 'game.pig.title': 'Pig' },
    '/locale/en/later-notices.json': { 'notice.turn': 'Your turn: {game}' },
    '/api/me/turns': [{ id: 9, event: 'turn', match: 'm9', table: 't9', game: 'pig', names: ['Leo'] }],
  };
  server = null;
  /** @type {number[]} */
  const pauses = [];
  const later = (/** @type {() => void} */ run, /** @type {number} */ ms) => {
    server = pauses.push(ms) < 3 ? null : said;
    queueMicrotask(run);
  };
  give({ setTimeout: later });
  await happens('push');
  assert.deepEqual(pauses, [1000, 2000, 4000]);
  assert.deepEqual(notices, [{ title: 'Your turn: Pig', tag: 'm9', body: 'Leo' }]);
});
