/** A page that shows tables of matches which nobody plays: one golden view after the other, without being loaded anew. */
import { announce, hush, LiveRegion } from '/web/components/live.js';
import { ShellContext } from '/web/components/shell.js';
import { Play } from '/web/pages/play.js';
import { loadSettings, showTheme } from '/web/storage/settings.js';
import { html, render } from '/web/vendor/preact.js';
import { learn, translator } from '/web/words/i18n.js';

const PATIENCE_MS = 15_000; // for what is there at once: machines of tests are shared
const THUMB = 44;
const LEADING = ['ArrowRight', 'ArrowLeft', 'ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End'];

const root = document.getElementById('page');
const games = new Map();
let sent = [];
let asking = 0;
let shows = 0;
let tell = (_) => {}; // what has happened at the table that is shown
let language = { wanted: '', lang: '', t: null };

// Nothing moves here, so nobody waits for the next picture of the screen: effects come as soon as they may
window.requestAnimationFrame = (draw) => setTimeout(() => draw(performance.now()));
window.cancelAnimationFrame = clearTimeout;

/** Show a view; what was shown before goes. `plain`: on the plain page; `seen`: games walked through. */
export async function show(
  told,
  { lang = 'en', theme = 'auto', plain = false, seen = [told.game], pile = 'flat' } = {},
) {
  history.replaceState(null, '', plain ? '/?plain' : '/');
  if (!games.has(told.game)) games.set(told.game, await (await fetch(`/game/${told.game}`)).json());
  if (language.wanted !== lang) language = { wanted: lang, ...(await translator(lang)) };
  await learn(told.game);
  document.documentElement.lang = language.lang;
  showTheme(theme);
  const game = games.get(told.game);
  let name = told.name;
  const channel = {
    act: async (actions) => void sent.push(actions),
    preview: (actions) => preview(name, actions),
    roll: async () => {},
    dismiss: () => {},
  };
  let known = {
    line: 'open',
    position: told.position,
    steps: told.steps,
    pending: 0,
    said: [],
    returned: [],
    ...told.known,
  };
  const { t } = language;
  let settings = { ...loadSettings(), theme, pile, seen };
  sent = [];
  const mine = ++shows;
  const draw = () => {
    if (mine !== shows) return; // a setting of what was shown before, such as flat dice where others were too slow
    const set = async (news) => {
      settings = { ...settings, ...news };
      draw();
    };
    const me = { name: 'Giulia' };
    const shell = {
      t,
      lang: language.lang,
      settings,
      me,
      announce,
      set,
      go: () => {},
      rename: async () => {},
      renewLink: async () => {},
      withdrawLink: async () => {},
    };
    render(
      html`<${ShellContext.Provider} value=${shell}>
        <${Play} key=${mine} table=${told.table} game=${game} known=${known} channel=${channel} changed=${() => {}} />
        <${LiveRegion} /><//>`,
      root,
    );
  };
  tell = (news) => {
    name = news.name;
    known = { ...known, position: news.position, steps: news.steps };
    draw();
  };
  render(null, root);
  hush();
  draw();
  await until(() => document.querySelector('.table-main > *'));
  for (const fold of document.querySelectorAll('.table-main details')) fold.open = true;
  await settled();
}

/** The match that is shown has gone on. */
export async function goOn(told) {
  tell(told);
  await settled();
}

async function preview(name, actions) {
  asking += 1;
  try {
    const answer = await fetch('/preview', { method: 'POST', body: JSON.stringify({ name, actions }) });
    const found = await answer.json();
    if (answer.ok) return found;
    throw Object.assign(new Error(found.text), found);
  } finally {
    asking -= 1;
  }
}

const moment = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** Wait until all that was asked for has been drawn. */
async function settled() {
  do await moment();
  while (asking);
  await moment();
}

async function until(question) {
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end; await moment()) {
    const answer = question();
    if (answer) return answer;
  }
  return null;
}

/** Is it there to be pressed? */
const open = (element) => element && !element.disabled && element.getAttribute('aria-disabled') !== 'true';
const named = (element) => element.outerHTML.slice(0, 120);

/**
 * Is it certain what a thumb means? A control is large enough; a cell of the pile is far enough from the others, those
 * of places where there are any.
 */
function sure(element) {
  const { x, y, width, height } = element.getBoundingClientRect();
  if (Math.min(width, height) < THUMB) return false;
  if (element.dataset.cell === undefined) return true;
  const all = [...element.parentElement.children];
  const places = all.filter(({ dataset }) => dataset.place !== undefined);
  return (places.length ? places : all).every((other) => {
    const box = other.getBoundingClientRect();
    return other === element || Math.hypot(box.x - x, box.y - y) >= THUMB - 0.1;
  });
}

const closeness = () => document.querySelector('.flat > g')?.style.transform;

/** The first element that a selector finds and that can be pressed. */
const find = (selector) => [...document.querySelectorAll(selector)].find(open);

/** What lies under the middle of a control; of a cell what is drawn where its button lies. */
export function target(element) {
  for (const sleep of element.getAnimations()) sleep.finish(); // what has just come may sleep for a moment
  element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  const { x, y, width, height } = element.getBoundingClientRect();
  const hit = document.elementFromPoint(x + width / 2, y + height / 2);
  const { cell } = element.dataset;
  if (cell !== undefined) {
    const meant = hit?.closest('[data-pick]')?.getAttribute('data-pick');
    return { hit, fault: meant === cell ? '' : `a tap on ${named(element)} means ${meant ?? (hit && named(hit))}` };
  }
  if (!element.contains(hit)) return { hit, fault: `${named(element)} lies under ${hit && named(hit)}` };
  return { hit, fault: Math.min(width, height) < THUMB ? `${named(element)} is ${width} x ${height}` : '' };
}

/** Everything that the keys of its group lead to from its tab stop; or whether Tab itself leads there. */
const reached = new Map();
function byKeys(element) {
  if (element.tabIndex >= 0) return true;
  let group = element.parentElement;
  while (group && !group.querySelector('[tabindex="0"]')) group = group.parentElement;
  if (!group) return false;
  const known = reached.get(group);
  if (known?.has(element)) return true;
  const found = walk(group.querySelector('[tabindex="0"]'));
  reached.set(group, found);
  return found.has(element);
}

function walk(first) {
  const found = new Set();
  const waiting = [first];
  while (waiting.length) {
    const from = waiting.pop();
    if (found.has(from)) continue;
    found.add(from);
    for (const key of LEADING) {
      from.focus();
      from.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
      const to = document.activeElement;
      if (to !== from && to !== document.body && !found.has(to)) waiting.push(to);
    }
  }
  return found;
}

/** Press a control as a finger or the keyboard would; what keeps one from it. */
function press(element, how) {
  if (how === 'keyboard') {
    if (!byKeys(element)) return `no key leads to ${named(element)}`;
    element.focus();
    if (document.activeElement !== element) return `${named(element)} takes no focus`;
    element.click();
    return '';
  }
  const { hit, fault } = target(element);
  if (fault) return fault;
  const { x, y, width, height } = element.getBoundingClientRect();
  const where = { clientX: x + width / 2, clientY: y + height / 2, bubbles: true, cancelable: true, pointerId: 1 };
  for (const kind of ['pointerdown', 'pointerup'])
    hit.dispatchEvent(new PointerEvent(kind, { ...where, pointerType: how === 'touch' ? 'touch' : 'mouse' }));
  hit.dispatchEvent(new PointerEvent('click', { ...where, pointerType: how === 'touch' ? 'touch' : 'mouse' }));
  return '';
}

/** Press a control; where a touch has only looked closer, once more. What is sent must have been meant for certain. */
async function pressed(element, how) {
  const before = closeness();
  const clear = sure(element);
  const fault = press(element, how);
  await settled();
  if (fault || how !== 'touch') return fault;
  if (sent.length) return clear ? '' : `a touch of ${named(element)} could mean another, and is not asked about`;
  return closeness() === before ? '' : pressed(element, how);
}

/**
 * Press these controls one after the other, those with `?` before them if they are there; then go on with any of
 * `onward` until something is sent. The actions that were sent, or what kept one from it.
 */
export async function drive({ controls, onward = [] }, how) {
  sent = [];
  reached.clear();
  for (const selector of controls) {
    const wanted = selector.replace(/^\?/, '');
    const element = selector === wanted ? await until(() => find(wanted)) : find(wanted);
    if (!element && selector !== wanted) continue;
    if (!element) return { fault: `there is no ${selector}` };
    const fault = await pressed(element, how);
    if (fault) return { fault };
  }
  for (let more = 0; more < 40 && !sent.length; more += 1) {
    const element = onward.map(find).find(Boolean);
    if (!element) break;
    const fault = await pressed(element, how);
    if (fault) return { fault };
  }
  return { sent: sent.flat() };
}

/** The same for many actions of one view, which is shown anew before each. */
export async function driveAll(told, look, ways, how) {
  const faults = [];
  for (const { action, text, ...way } of ways) {
    await show(told, look);
    const { sent: done = [], fault = '' } = await drive(way, how);
    if (fault || done[0] !== action) faults.push(`${told.name}, ${text} by ${how}: ${fault || `sent ${done}`}`);
  }
  return faults;
}

/** Letters as large as this part of what they are. */
export async function enlarge(percent) {
  document.documentElement.style.fontSize = `${percent}%`;
  await settled();
}

/** The controls of the table itself that cannot be hit, beside cells: those are found out by driving. */
export const hidden = () =>
  [...document.querySelectorAll('.table-main :is(button, a.button, select, input, summary)')]
    .filter((element) => open(element) && element.dataset.cell === undefined && element.checkVisibility())
    .map(target)
    .filter(({ hit, fault }) => fault && !hit?.closest('.drawer')) // what lies over the table can be closed
    .map(({ fault }) => fault);

await Promise.all([...document.fonts].map((font) => font.load())); // words are as wide from the first view on
Object.assign(window, { stand: { show, goOn, driveAll, enlarge, hidden } });
