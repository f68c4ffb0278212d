/** The beginning: who I am, in which language, on which page. */
import { announce, LiveRegion } from './components/live.js';
import { get, put } from './api.js';
import { firstLanguage, translator } from './i18n.js';
import { Home } from './pages/home.js';
import { Broken, Missing } from './pages/missing.js';
import { MatchPage } from './pages/match.js';
import { OpenFile } from './pages/open.js';
import { ReplayPage } from './pages/replay.js';
import { TablePage } from './pages/table.js';
import { keepSettings, loadSettings } from './settings.js';
import { ShellContext } from './shell.js';
import { html, render, useEffect, useErrorBoundary, useMemo, useState } from './vendor/preact.js';

const AGAIN_MS = 2000;

/** @type {[RegExp, (props: any) => any][]} which page an address shows; what is in brackets becomes its `id` */
const PAGES = [
  [/^\/$/, Home],
  [/^\/t\/([\w-]+)$/, TablePage],
  [/^\/m\/([\w-]+)$/, MatchPage],
  [/^\/r\/([\w-]+)$/, ReplayPage],
  [/^\/open$/, OpenFile],
];

/** @param {{first: import('./i18n.js').Language, guest: import('./types.js').Me}} props */
function App({ first, guest }) {
  const [settings, change] = useState(loadSettings);
  const [language, speak] = useState(first);
  const [me, become] = useState(guest);
  const [path, go] = usePath();
  const [error] = useErrorBoundary((problem) => console.error(problem));

  useEffect(() => {
    document.documentElement.lang = language.lang;
  }, [language]);

  const shell = useMemo(() => ({
    t: language.t, lang: language.lang, settings, me, go, announce,
    set: async (/** @type {Partial<typeof settings>} */ news) => {
      const next = { ...settings, ...news };
      keepSettings(next);
      change(next);
      if (news.lang && news.lang !== language.lang) speak(await translator(news.lang));
    },
    rename: async (/** @type {string} */ name) => become(await put('/api/me', { name })),
  }), [language, settings, me, path]);

  return html`<${ShellContext.Provider} value=${shell}>
    ${error ? html`<${Broken} />` : html`<${Page} path=${path} key=${path} />`}
    <${LiveRegion} />
  <//>`;
}

/** @param {{path: string}} props */
function Page({ path }) {
  for (const [address, Shown] of PAGES) {
    const found = address.exec(path);
    if (found) return html`<${Shown} id=${found[1]} />`;
  }
  return html`<${Missing} />`;
}

/** The path of the address; links inside the page change it without loading anything anew. */
function usePath() {
  const [path, show] = useState(location.pathname);
  const go = (/** @type {string} */ to) => {
    history.pushState(null, '', to);
    show(location.pathname);
    scrollTo(0, 0);
  };
  useEffect(() => {
    const back = () => show(location.pathname);
    const follow = (/** @type {MouseEvent} */ event) => {
      const link = /** @type {Element} */ (event.target).closest?.('a');
      if (!link || !staysHere(link) || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      go(link.pathname + link.hash);
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

/** @param {HTMLAnchorElement} link */
function staysHere(link) {
  const inside = link.origin === location.origin && PAGES.some(([address]) => address.test(link.pathname));
  return inside && !link.target && !link.download && (!link.hash || link.pathname !== location.pathname);
}

async function begin() {
  const lang = firstLanguage(location.search, loadSettings().lang, navigator.languages);
  const [first, guest] = await Promise.all([translator(lang), get('/api/me')]);
  const root = /** @type {HTMLElement} */ (document.getElementById('page'));
  render(html`<${App} first=${first} guest=${guest} />`, root);
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
