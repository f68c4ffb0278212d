/** The replay itself: the page of the game at one moment, a scrubber under it, log and result beside it. */
import { CopyField } from '../components/copy.js';
import { Disclosure } from '../components/disclosure.js';
import { Drawer, DrawerButton, NARROW, useDrawer, useMedia } from '../components/drawer.js';
import { Header, HomeLink } from '../components/header.js';
import { Icon } from '../components/icon.js';
import { Log, useLines } from '../components/log.js';
import { Places } from '../components/result.js';
import { gameTitle, recordNames } from '../names.js';
import { useShell } from '../shell.js';
import { useTitle } from '../title.js';
import { html, useEffect, useMemo, useRef, useState } from '../vendor/preact.js';
import { useGamePage } from './play.js';

/** @typedef {import('../types.js').Replay} Replay */
/** @typedef {import('../types.js').Step} Step */

const PACES = [0.5, 1, 2, 4];
const STEP_MS = 1200;

/** @param {{replay: Replay, game: import('../types.js').Game, match: string | null}} props `match` is null for an opened file */
export function Viewer({ replay, game, match }) {
  const { t, lang, settings, announce } = useShell();
  const { frames } = replay;
  const page = useGamePage(replay.game);
  const names = useMemo(() => recordNames(t, replay.names), [replay, t]);
  const seats = useMemo(() => names.map((name, seat) => ({ seat, name, kind: /** @type {const} */ ('person'), player: null, here: true, left: false })), [names]);
  const steps = useMemo(() => stepsOf(frames), [frames]);
  const told = useLines(page, steps, { names, t, game: replay.game, me: null });
  const moments = useMemo(() => momentsOf(told, frames), [told, frames]);
  const { at, jump, next, back } = useMoment(moments);
  const drawer = useDrawer('log');
  const narrow = useMedia(NARROW);
  const calm = useMedia('(prefers-reduced-motion: reduce)');
  const title = gameTitle(t, replay.game);
  const frame = frames[at];
  useTitle(`${title} · ${t('replay.title')}`);
  useEffect(() => announce(told.find(({ version }) => version === at)?.text ?? ''), [at]);

  const over = at === frames.length - 1;
  const known = useMemo(() => steps.slice(0, at), [steps, at]);
  const shown = {
    game, seats, me: null, view: frame.view, show: frame.show ?? '', movers: frame.movers, legal: [], version: at, t, lang, announce, replay: true,
    steps: known, act: refuse, preview: refuse, settings: { motion: !calm, theme: settings.theme },
    match: { id: match ?? '', table: '', over, options: replay.options, end: over ? replay.end : null, returns: over ? replay.end?.returns ?? null : null, scores: replay.scores[at] ?? null },
  };
  const moment = html`<${MomentLink} match=${match} at=${at} title=${title} />`;
  return html`<div class="table-page">
    <${Header} title=${html`<${HomeLink} /><div class="table-title"><h1>${title}</h1><p class="top-under">${t('replay.title')}</p></div>`}
      menu=${match && narrow ? moment : html`<a class="button quiet" href="/">${t('header.home')}</a>`}>
      ${match && !narrow && html`<${Disclosure} name=${t('replay.link')} label=${html`<${Icon} name="share" /><span class="drawer-label">${t('share')}</span>`}
        class="quiet drawer-button">${moment}<//>`}
      ${page?.Rules && html`<${DrawerButton} name="rules" icon="rules" drawer=${drawer} />`}
      <${DrawerButton} name="log" icon="log" drawer=${drawer} class="narrow-only" />
      <${DrawerButton} name="result" icon="result" drawer=${drawer} />
    <//>
    <div class="table-room">
      <main id="main" class="table-main with-scrubber" tabindex="-1">
        ${page && html`<${page.default} ...${shown} />`}
        <${Scrubber} at=${at} last=${moments.at(-1)} jump=${jump} next=${next} back=${back} text=${told.findLast(({ version }) => version <= at)?.text ?? t('replay.start')} />
      </main>
      <${Drawer} drawer=${drawer}>
        ${drawer.open === 'log' && html`<${Log} lines=${told} at=${at} jump=${jump} />`}
        ${drawer.open === 'rules' && page?.Rules && html`<div class="prose"><${page.Rules} t=${t} lang=${lang} options=${replay.options} /></div>`}
        ${drawer.open === 'result' && html`${replay.end && html`<${Places} end=${replay.end} seats=${seats} me=${null} />`}
          ${page?.Summary && html`<div class="course"><${page.Summary} t=${t} frames=${frames} scores=${replay.scores} names=${names} /></div>`}`}
      <//>
    </div>
  </div>`;
}

/** @param {{match: string, at: number, title: string}} props */
function MomentLink({ match, at, title }) {
  const { t } = useShell();
  return html`<div class="invite">
    <p>${t('replay.link.text')}</p>
    <${CopyField} label=${t('replay.link')} text=${`${location.origin}/r/${match}#${at}`} share=${title} />
    <p><a class="button quiet" href=${`/api/matches/${match}/file`} download><${Icon} name="download" /> ${t('result.file')}</a></p>
  </div>`;
}

const refuse = () => Promise.reject(new Error('a replay is only watched'));

/**
 * The steps between the frames; the first frame is the opening position.
 * @param {Replay['frames']} frames
 * @returns {Step[]}
 */
function stepsOf(frames) {
  return frames.slice(1).map(({ seat, action, text, view }, index) => ({
    seat: /** @type {number} */ (seat), action, text, version: index + 1, before: frames[index].view, after: view,
  }));
}

/**
 * Where playing and stepping stop: after every event that is told, at the opening and at the end.
 * @param {import('../components/log.js').Line[]} told @param {Replay['frames']} frames
 */
const momentsOf = (told, frames) => [...new Set([0, ...told.map(({ version }) => version), frames.length - 1])];

/**
 * The moment shown, which is also the end of the address. Keys may come faster than pictures: the moment is a ref.
 * @param {readonly number[]} moments
 */
function useMoment(moments) {
  const last = moments[moments.length - 1];
  const read = () => Math.min(last, Math.max(0, Number.parseInt(location.hash.slice(1), 10) || 0));
  const [at, show] = useState(read);
  const now = useRef(at);
  const jump = (/** @type {number} */ version) => {
    history.replaceState(null, '', `#${version}`);
    now.current = version;
    show(version);
  };
  const next = () => jump(moments.find((moment) => moment > now.current) ?? last);
  const back = () => jump(moments.findLast((moment) => moment < now.current) ?? 0);
  useEffect(() => {
    const follow = () => jump(read());
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return { at, jump, next, back };
}

/**
 * @param {{at: number, last: number, jump: (version: number) => void, next: () => void, back: () => void, text: string}} props
 */
function Scrubber({ at, last, jump, next, back, text }) {
  const { t } = useShell();
  const [pace, walk] = useState(1);
  const { playing, toggle } = usePlaying({ at, last, jump, next, pace });
  useScrubKeys({ toggle, next, back });
  return html`<div class="scrubber" role="group" aria-label=${t('replay.controls')}>
    <p class="scrub-text">${text}</p>
    <input type="range" min="0" max=${last} value=${at} style=${{ '--at': `${(100 * at) / last}%` }} aria-label=${t('replay.moment')} aria-valuetext=${`${t('replay.ply', { at, last })} ${text}`}
      onInput=${(/** @type {InputEvent} */ event) => jump(Number(/** @type {HTMLInputElement} */ (event.target).value))} />
    <div class="scrub-buttons">
      <button type="button" class="quiet square" aria-label=${t('replay.back')} title=${t('replay.back')} disabled=${at === 0} onClick=${back}><${Icon} name="back" /></button>
      <button type="button" class="primary square" aria-label=${t(playing ? 'replay.pause' : 'replay.play')} title=${t(playing ? 'replay.pause' : 'replay.play')}
        onClick=${toggle}><${Icon} name=${playing ? 'pause' : 'play'} /></button>
      <button type="button" class="quiet square forward" aria-label=${t('replay.next')} title=${t('replay.next')} disabled=${at === last} onClick=${next}><${Icon} name="back" /></button>
      <span class="scrub-count number" aria-hidden="true">${at} / ${last}</span>
      <label class="pace"><span>${t('replay.pace')}</span>
        <select onChange=${(/** @type {Event} */ event) => walk(Number(/** @type {HTMLSelectElement} */ (event.target).value))}>
          ${PACES.map((one) => html`<option key=${one} value=${one} selected=${one === pace} translate=${false}>${one}×</option>`)}
        </select></label>
    </div>
  </div>`;
}

/** @param {{at: number, last: number, jump: (version: number) => void, next: () => void, pace: number}} props */
function usePlaying({ at, last, jump, next, pace }) {
  const [playing, play] = useState(false);
  useEffect(() => {
    if (!playing) return undefined;
    if (at === last) {
      play(false);
      return undefined;
    }
    const timer = setTimeout(next, STEP_MS / pace);
    return () => clearTimeout(timer);
  }, [playing, at, pace]);
  const toggle = () => {
    if (!playing && at === last) jump(0);
    play(!playing);
  };
  return { playing, toggle };
}

/** Space plays and pauses, the arrows step, wherever the focus is; a control that uses these keys itself keeps them. */
/** @param {{toggle: () => void, next: () => void, back: () => void}} doing */
function useScrubKeys({ toggle, next, back }) {
  useEffect(() => {
    const press = (/** @type {KeyboardEvent} */ event) => {
      const busy = /** @type {Element} */ (event.target).closest?.('input, select, button, a, textarea, summary');
      const doing = { ' ': toggle, ArrowRight: next, ArrowLeft: back }[event.key];
      if (busy || !doing || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      doing();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  });
}
