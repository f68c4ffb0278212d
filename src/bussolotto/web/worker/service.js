/**
 * The service worker. What a page consists of comes from the server whenever that answers, and else from a cache that
 * belongs to one release. What the server knows is never cached here: a page keeps the last position it has shown, and
 * gets that back, marked with its age, only while the server cannot be asked. And it shows what a push calls for.
 */
const RELEASE = 'of this release'; // the server writes here which it is
const FILES = `bussolotto-files-${RELEASE}`;
const LAST = 'bussolotto-last'; // what pages have kept
const OWN = 'bussolotto-own'; // the language of the page; which notices were shown
const SHELL = '/';
const PART = /^\/(web|games|locale)\//;
const MOST_TOLD = 200;
const AGAIN_MS = [1000, 2000, 4000, 8000]; // after a push that could not be told of

const worker = /** @type {any} */ (self);

worker.addEventListener('install', (/** @type {any} */ event) => event.waitUntil(takeOver()));
worker.addEventListener('activate', (/** @type {any} */ event) => event.waitUntil(begin()));
worker.addEventListener('fetch', (/** @type {any} */ event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (pathname.startsWith('/api/')) event.respondWith(known(request));
  else if (request.mode === 'navigate') event.respondWith(page(request));
  else if (PART.test(pathname)) event.respondWith(part(request));
});
worker.addEventListener('message', (/** @type {any} */ event) => {
  const { lang, urls } = event.data;
  event.waitUntil(Promise.all([keepOwn('lang', lang), keepAll(urls)]));
});
worker.addEventListener('push', (/** @type {any} */ event) => event.waitUntil(tellInTime()));
worker.addEventListener('notificationclick', (/** @type {any} */ event) => event.waitUntil(follow(event.notification)));

/** A new release: fetch anew whatever the last one had, before it takes its place. */
async function takeOver() {
  const urls = [SHELL];
  for (const name of await older()) {
    const requests = await (await caches.open(name)).keys();
    urls.push(...requests.map(({ url }) => url));
  }
  await keepAll([...new Set(urls)]);
  await worker.skipWaiting();
}

async function begin() {
  await Promise.all((await older()).map((name) => caches.delete(name)));
  await worker.clients.claim();
}

const older = async () =>
  (await caches.keys()).filter((name) => name.startsWith('bussolotto-files-') && name !== FILES);

/** Put these files in the cache; what is no longer there is left out. @param {string[]} urls */
async function keepAll(urls) {
  const files = await caches.open(FILES);
  await Promise.all(
    urls.map(async (url) => {
      if (await files.match(url)) return;
      const answer = await fetch(url);
      if (answer.ok) await files.put(url, answer);
    }),
  );
}

/** Every address shows the same page. @param {Request} request */
async function page(request) {
  try {
    return await fetch(request);
  } catch (problem) {
    return (await caches.match(SHELL, { cacheName: FILES })) ?? Promise.reject(problem);
  }
}

/** @param {Request} request */
async function part(request) {
  try {
    const answer = await fetch(request);
    if (answer.ok) keepPart(request, answer.clone());
    return answer;
  } catch (problem) {
    return (await caches.match(request.url, { cacheName: FILES })) ?? Promise.reject(problem);
  }
}

/**
 * What cannot be kept, for there is no room, is shown all the same.
 * @param {Request} request @param {Response} answer
 */
async function keepPart(request, answer) {
  try {
    await (await caches.open(FILES)).put(request, answer);
  } catch (problem) {
    console.info(problem);
  }
}

/** What the server says; while it cannot be asked, what the page has kept of it. @param {Request} request */
async function known(request) {
  try {
    return await fetch(request);
  } catch (problem) {
    return (await caches.match(new URL(request.url).pathname, { cacheName: LAST })) ?? Promise.reject(problem);
  }
}

/** @param {string} name @param {unknown} value */
async function keepOwn(name, value) {
  if (value !== undefined) await (await caches.open(OWN)).put(`/own/${name}`, new Response(JSON.stringify(value)));
}

/** @param {string} name @param {any} otherwise */
async function own(name, otherwise) {
  const kept = await caches.match(`/own/${name}`, { cacheName: OWN });
  return kept ? kept.json() : otherwise;
}

/** A push wakes a telephone that may have no line yet: until it has one, try again. */
async function tellInTime() {
  for (const pause of AGAIN_MS) {
    try {
      return await tell();
    } catch (problem) {
      console.info(problem);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return tell();
}

/** A push says nothing: ask what there is to say, and show what is new. */
async function tell() {
  const lang = await own('lang', 'en');
  const [titles, texts, notices, told] = await Promise.all([
    json(`/locale/${lang}.json`),
    json(`/locale/${lang}/later-notices.json`),
    json('/api/me/turns'),
    own('told', []),
  ]);
  const fresh = notices.filter((/** @type {{id: number}} */ { id }) => !told.includes(id));
  const shown = fresh.length ? fresh : notices.slice(0, 1); // a browser shows something of its own where a push shows nothing
  for (const { event, match, table, game, title, names } of shown) {
    await worker.registration.showNotification(
      texts[`notice.${event}`].replace('{game}', titles[`game.${game}.title`] ?? title),
      {
        body: names.join(', '),
        tag: match,
        lang,
        icon: '/web/icons/icon-192.png',
        data: `/t/${table}`,
      },
    );
  }
  if (!shown.length) await worker.registration.showNotification(texts['notice.nothing'], { tag: 'nothing', lang });
  await keepOwn('told', [...fresh.map((/** @type {{id: number}} */ { id }) => id), ...told].slice(0, MOST_TOLD));
}

/** @param {string} path @returns {Promise<any>} */
async function json(path) {
  const answer = await part(new Request(path));
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

/**
 * To the table: a page that shows it already, else another one.
 * @param {{data: string, close: () => void}} notification
 */
async function follow(notification) {
  notification.close();
  const path = notification.data ?? SHELL;
  const pages = await worker.clients.matchAll({ type: 'window' });
  const there = pages.find((/** @type {{url: string}} */ { url }) => new URL(url).pathname === path);
  return there ? there.focus() : worker.clients.openWindow(path);
}
