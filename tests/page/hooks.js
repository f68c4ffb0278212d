/** A hook in a page that shows nothing, and a toy of a game to use it in. */
import assert from 'node:assert/strict';
import { afterEach } from 'node:test';
import { ShellContext } from '../../src/bussolotto/web/components/shell.js';
import { html, render } from '../../src/bussolotto/web/vendor/preact.js';
import { give } from './browser.js';

export const game = /** @type {any} */ ({ name: 'toy', race: false, actions: ['pass', 'take 1', 'take 2', 'put 1'] });
export const seats = /** @type {any[]} */ (['Leo', 'Ada'].map((name, seat) => ({ seat, name })));
const t = Object.assign(
  (/** @type {string} */ key, /** @type {any} */ values = {}) => [key, ...Object.values(values)].join(' '),
  {
    has: (/** @type {string} */ key) => /^error\.(illegal|roll)/.test(key),
  },
);

/** How pages are left that a test has opened: with them end their timers, for which the runner would wait. @type {(() => void)[]} */
const open = [];
afterEach(() => open.splice(0).forEach((leave) => leave()));

const turn = globalThis.setTimeout; // of the event loop, whatever timers a test gives to modules
let frames = 0; // that are asked for

/** What hooks ask of a browser. */
export const giveFrames = () =>
  give({
    document: { createElement: () => assert.fail('nothing is drawn'), activeElement: null },
    requestAnimationFrame: (/** @type {() => void} */ run) => {
      frames += 1;
      turn(() => {
        frames -= 1;
        run();
      });
    },
    cancelAnimationFrame: () => {},
  });

/** What a room looks like in which nothing is drawn. */
const room = () =>
  /** @type {any} */ ({ nodeType: 1, childNodes: [], firstChild: null, insertBefore: () => {}, appendChild: () => {} });

/** Until nothing is to be rendered any more: effects run a turn after their frame, and may ask for the next one. */
export async function settled() {
  do for (let turns = 0; turns < 2; turns += 1) await new Promise((resolve) => turn(resolve));
  while (frames);
}

/** A hook that is used by a page which shows nothing. @template T @param {(props: any) => T} hook @param {object} more */
export function used(hook, more) {
  /** @type {{now: T, said: string[], done: number[][], gone: string[], render: (news: object) => void, leave: () => void}} */
  const page = { now: /** @type {any} */ (null), said: [], done: [], gone: [], render: () => {}, leave: () => {} };
  const props = {
    game,
    seats,
    me: 0,
    t,
    lang: 'en',
    legal: [0, 1, 2],
    movers: [0],
    version: 4,
    view: { plies: 4 },
    rest_ms: 0,
    busy: false,
    held: {},
    falling: false,
    event: null,
    done: [],
    replay: false,
    match: { id: 'm', over: false, hints: false },
    set: async () => {},
    announce: (/** @type {string} */ text) => page.said.push(text),
    act: async (/** @type {number[]} */ actions) => void page.done.push(actions),
    preview: async () => ({ version: 5, view: { plies: 5 }, legal: [3], movers: [0], show: '' }),
    ...more,
  };
  const Page = (/** @type {any} */ given) => {
    page.now = hook(given);
    return null;
  };
  const parent = room();
  const shell = /** @type {any} */ ({
    t,
    lang: 'en',
    announce: props.announce,
    go: (/** @type {string} */ path) => page.gone.push(path),
    settings: {},
    set: props.set,
  });
  page.render = (news) =>
    render(html`<${ShellContext.Provider} value=${shell}><${Page} ...${Object.assign(props, news)} /><//>`, parent);
  page.leave = () => render(null, parent);
  page.render({});
  open.push(page.leave);
  return page;
}

/** Everything that a component shows, from the outside in, not drawn. @param {any} shown @returns {any[]} */
export function partsOf(shown) {
  if (Array.isArray(shown)) return shown.flatMap(partsOf);
  return shown?.props ? [shown, ...partsOf(shown.props.children)] : [];
}
