/** The beginning: who I am, in which language, on which page. */
import { complete } from './components/needs.js';
import { announce, LiveRegion } from './components/live.js';
import { get, isBan, post, put, remove } from './line/api.js';
import { depart } from './components/arrival.js';
import { firstLanguage, learn, learnErrors, translator } from './words/i18n.js';
import { useLoad } from './components/load.js';
import { Broken, Coming, Failed, Missing } from './pages/missing.js';
import { loadSettings } from './storage/settings.js';
import { ShellContext, useSettings } from './components/shell.js';
import { isOffline, later, startAnew } from './components/when-needed.js';
import {
  html,
  render,
  useEffect,
  useErrorBoundary,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from './vendor/preact.js';

const AGAIN_MS = 2000;
const LATER_MS = 1500; // what makes the page work without a line comes when it stands
const ASKED = ['plain', 'lang'];
const ADMIN = /^\/admin$/; // for the operator, wherever they are

/**
 * @type {[RegExp, () => Promise<{Page: (props: any) => any}>][]} which page an address shows; what is in brackets
 *     becomes its `id`
 */
const PAGES = [
  [/^\/$/, () => complete(import('./pages/home.js'))],
  [/^\/t\/([\w-]+)$/, () => complete(import('./pages/table.js'))],
  [/^\/s\/([\w-]+)$/, () => complete(import('./pages/screen.js'))],
  [/^\/m\/([\w-]+)$/, () => complete(import('./pages/match.js'))],
  [/^\/r\/([\w-]+)$/, () => complete(import('./pages/replay.js'))],
  [/^\/r\/([\w-]+)\/review$/, () => complete(import('./pages/reviewed.js'))],
  [/^\/r\/([\w-]+)\/dice$/, () => complete(import('./pages/dice.js'))],
  [/^\/dice$/, () => complete(import('./pages/dice.js'))],
  [/^\/p\/([\w-]+)$/, () => complete(import('./pages/preset.js'))],
  [/^\/me\/([\w.-]+)$/, () => complete(import('./pages/claim.js'))],
  [/^\/puzzle(?:\/([\w-]+))?$/, () => complete(import('./pages/puzzle.js'))],
  [/^\/my-games$/, () => complete(import('./pages/my-games.js'))],
  [/^\/open$/, () => complete(import('./pages/open.js'))],
  [/^\/lab(?:\/([\w-]+))?$/, () => complete(import('./pages/lab.js'))],
  [/^\/sheets\/(?:new|([\w-]+)\/edit)$/, () => complete(import('./pages/editor.js'))],
  [/^\/sheets(?:\/([\w-]+))?$/, () => complete(import('./pages/sheets.js'))],
  [ADMIN, () => complete(import('./pages/admin.js'))],
];

/** @typedef {import('./line/api.js').Refused} Refused */

const Banned = later(async () => (await complete(import('./pages/banned.js'))).Banned);

/** @param {{first: import('./words/i18n.js').Language, guest: import('./types.js').Me, banned: Refused | null}} props */
function App({ first, guest, banned }) {
  const { settings, language, set } = useSettings(first);
  const [me, become] = useState(guest);
  const [path, go] = usePath();
  const ban = useBan(banned);

  useEffect(() => {
    document.documentElement.lang = language.lang;
  }, [language]);

  const shell = useMemo(
    () => ({
      t: language.t,
      lang: language.lang,
      settings,
      me,
      go,
      announce,
      set,
      rename: async (/** @type {string} */ name) => become(await put('/api/me', { name })),
      renewLink: async () => become(await post('/api/me/link')),
      withdrawLink: async () => become(await remove('/api/me/link')),
    }),
    [language, settings, me, path],
  );

  return html`<${ShellContext.Provider} value=${shell}>
    <${Guarded} path=${path} key=${path} ban=${ban} />
    <${LiveRegion} />
  <//>`;
}

/** A ban that any answer of the server has told of. @param {Refused | null} first */
function useBan(first) {
  const [ban, tell] = useState(first);
  useEffect(() => {
    const hear = (/** @type {Event} */ event) => tell(/** @type {CustomEvent<Refused>} */ (event).detail);
    addEventListener('banned', hear);
    return () => removeEventListener('banned', hear);
  }, []);
  return ban;
}

/** What an address shows; if it stops working, it alone. @param {{path: string, ban: Refused | null}} props */
function Guarded({ path, ban }) {
  const [error] = useErrorBoundary((problem) => console.error(problem));
  if (isOffline(error)) return html`<${Failed} problem=${error} again=${startAnew} />`;
  return error ? html`<${Broken} />` : html`<${Shown} path=${path} ban=${ban} />`;
}

/** @param {{path: string, ban: Refused | null}} props */
function Shown({ path, ban }) {
  const page = PAGES.find(([address]) => address.test(path));
  const { value, error } = useLoad(async () => (page ? page[1]() : null));
  if (ban && !ADMIN.test(path)) return html`<${Banned} problem=${ban} />`;
  if (!page) return html`<${Missing} />`;
  if (error) return html`<${Failed} problem=${error} again=${startAnew} />`;
  return value ? html`<${value.Page} id=${page[0].exec(path)?.[1]} />` : html`<${Coming} />`;
}

/** The path of the address; links inside the page change it without loading anything anew. */
function usePath() {
  const [path, show] = useState(location.pathname);
  const here = useRef(path);
  here.current = path;
  const leave = (/** @type {string} */ to) => {
    depart();
    history.pushState(null, '', kept(to));
    show(location.pathname);
    scrollTo(0, 0);
  };
  /** Not for a page that has been left: what it asked for came too late. @param {string} to */
  const go = (to) => {
    if (here.current === path) leave(to);
  };
  useLayoutEffect(() => {
    const back = () => show(location.pathname);
    const follow = (/** @type {MouseEvent} */ event) => {
      const link = /** @type {Element} */ (event.target).closest?.('a');
      if (!link || !staysHere(link) || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      leave(link.pathname + link.hash);
    };
    addEventListener('popstate', back);
    document.addEventListener('click', follow);
    return () => {
      removeEventListener('popstate', back);
      document.removeEventListener('click', follow);
    };
  }, []);
  return /** @type {const} */ ([path, go]);
}

/** An address with what was asked for in the last one: the plain page, a language. @param {string} to */
function kept(to) {
  const address = new URL(to, location.origin);
  const asked = new URLSearchParams(location.search);
  for (const name of ASKED) if (asked.has(name)) address.searchParams.set(name, asked.get(name) ?? '');
  return address;
}

/** @param {HTMLAnchorElement} link */
function staysHere(link) {
  const inside = link.origin === location.origin && PAGES.some(([address]) => address.test(link.pathname));
  return inside && !link.target && !link.download && (!link.hash || link.pathname !== location.pathname);
}

async function begin() {
  const lang = firstLanguage(location.search, loadSettings().lang, navigator.languages);
  const [first, { guest, banned }] = await Promise.all([translator(lang), identify()]);
  if (banned) await learnErrors();
  const root = /** @type {HTMLElement} */ (document.getElementById('page'));
  render(html`<${App} first=${first} guest=${guest} banned=${banned} />`, root);
  setTimeout(() => prepare(first.lang, guest).catch(console.info), LATER_MS);
}

/** Who I am, or that I am banned. @returns {Promise<{guest: import('./types.js').Me, banned: Refused | null}>} */
async function identify() {
  try {
    return { guest: await get('/api/me'), banned: null };
  } catch (problem) {
    if (!isBan(problem)) throw problem;
    return { guest: { id: '', name: '', link: '' }, banned: /** @type {Refused} */ (problem) };
  }
}

/**
 * What is done without a line: its words, without which shorter ones do, and its files.
 * @param {string} lang
 * @param {import('./types.js').Me} me
 */
async function prepare(lang, me) {
  await learnErrors();
  await learn('later-line').catch(() => {});
  const offline = await import('./storage/offline.js');
  await offline.begin({ lang, me });
}

/** Without the first answers there are no texts to show: index.html has a line in all four languages for that. */
async function persist() {
  const apology = /** @type {HTMLElement} */ (document.getElementById('unreachable'));
  try {
    await begin();
    apology.hidden = true;
  } catch (problem) {
    console.error(problem);
    apology.hidden = false;
    setTimeout(persist, AGAIN_MS);
  }
}

persist();
