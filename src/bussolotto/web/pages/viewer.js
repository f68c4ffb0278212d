/** The replay itself: the page of the game at one moment, a scrubber under it, log and result beside it. */
import { recordSeats } from './parts/record-seats.js';
import { Drawer, DrawerButton, NARROW, useDrawer, useMedia } from '../components/drawer.js';
import { Frame, TableTitle, useGamePage } from './parts/frame.js';
import { Icon } from '../components/icon.js';
import { Log, useLines } from './parts/log.js';
import { MomentLink } from './parts/moment.js';
import { Places, TurningPoints } from './parts/result.js';
import { Scrubber } from './parts/scrubber.js';
import { learn } from '../words/i18n.js';
import { useLoad } from '../components/load.js';
import { gameTitle } from '../words/names.js';
import { complete, needs } from '../components/needs.js';
import { later } from '../components/when-needed.js';
import { useShell } from '../components/shell.js';
import { CHANCE } from '../line/steps.js';
import { Graph } from '../table/graph.js';
import { whyOver } from '../table/told.js';
import { turningPoints } from '../table/turns.js';
import { useTitle } from '../components/title.js';
import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from '../vendor/preact.js';

/** @typedef {import('../types.js').Replay} Replay */
/** @typedef {import('../types.js').Step} Step */

needs(['later-replay']);

const Review = later(() => complete(import('./parts/verdicts.js')).then((part) => part.Beside));

/**
 * @param {{replay: Replay, game: import('../types.js').Game, match: string | null, whole?: (() => void) | null}} props
 *     `match` is null for an opened file; `whole`: back to the evening of which this is a part
 */
export function Viewer({ replay, game, match, whole }) {
  const { t, announce } = useShell();
  const { frames } = replay;
  const page = useGamePage(game);
  const seats = useSeats(replay);
  const names = seats.map(({ name }) => name);
  const steps = useMemo(() => stepsOf(frames), [frames]);
  const turns = useMemo(
    () => (replay.end ? turningPoints(frames, replay.scores, replay.end.returns, game.fewest_win) : []),
    [replay],
  );
  const told = useLines(page, steps, { names, t, game: replay.game, me: null, apart: game.apart });
  const opening = openingOf(steps);
  const moments = useMemo(() => momentsOf(told, opening, frames.length - 1), [told, frames]);
  const { at, jump, next, back } = useMoment(moments);
  const fair = useLoad(
    async () => (replay.claims?.length ? complete(import('./parts/fairness.js')) : null),
    [replay],
  ).value;
  const { marks, hear } = useVerdicts({ match, game, names, size: frames[0].view.lattice });
  const lines = useMemo(() => (marks ? marks.marked(told, marks.all) : told), [told, marks]);
  const real = useLoad(async () => replay.dice === 'real' && learn('later-presets').then(() => true), [replay]).value;
  const drawer = useDrawer('log');
  const narrow = useMedia(NARROW);
  const reviewed = match && replay.end;
  const shown = useShown({ replay, game, match, seats, steps, at });
  useTitle(`${gameTitle(t, replay.game)} · ${t('replay.title')}`);
  const said = told.filter(({ version }) => version === at).map(({ text }) => text);
  const judged = marks ? marks.all.filter((mark) => mark.at === at).map(({ more }) => more) : [];
  useEffect(() => announce([...said, ...judged].join(' ')), [at]);

  const words = { title: gameTitle(t, replay.game), names: names.join(' · '), said: said.join(' · ') };
  const link = match && html`<${MomentLink} ...${{ match, at, narrow, words }} />`;
  return html`<${Frame} page=${page} shown=${shown}
      title=${html`<${TableTitle} game=${replay.game}
          under=${[t('replay.title'), real && t('dice.short')].filter(Boolean).join(' · ')} />`}
      menu=${narrow && link ? link : html`<a class="button quiet" href="/">${t('header.home')}</a>`}
      buttons=${html`
        ${
          whole &&
          html`<button type="button" class="quiet" onClick=${whole}>
            <${Icon} name="dark" /> ${t('evening.title')}</button>`
        }
        ${!narrow && link}
        ${page?.Rules && html`<${DrawerButton} name="rules" icon="rules" drawer=${drawer} />`}
        <${DrawerButton} name="log" icon="log" drawer=${drawer} class="narrow-only" />
        ${reviewed && !narrow && html`<${DrawerButton} name="review" icon="odds" drawer=${drawer} />`}
        <${DrawerButton} name="result" icon="result" drawer=${drawer} />`}
      under=${html`<${Scrubber} at=${at} first=${opening} last=${frames.length - 1} jump=${jump} next=${next} back=${back}
          marks=${roundsOf(frames)} turns=${turns} verdicts=${marks?.all}
          text=${
            [...said, ...judged].join(' · ') ||
            (told.findLast(({ version }) => version <= at)?.text ?? t('replay.start'))
          } />
        ${fair && html`<${fair.FinishAt} claims=${replay.claims ?? []} at=${at} drawer=${drawer} />`}`}>
    ${besideOf({ replay, game, page, match, shown, drawer, narrow, steps, names, seats, lines, at, jump, hear, fair, t })}
  <//>`;
}

/** What stands beside the replay: the log, the rules, the review, the result. @param {any} props */
function besideOf({
  replay,
  game,
  page,
  match,
  shown,
  drawer,
  narrow,
  steps,
  names,
  seats,
  lines,
  at,
  jump,
  hear,
  fair,
  t,
}) {
  const reviewed = match && replay.end;
  return html`<${Drawer} drawer=${drawer}>
      ${drawer.open === 'log' && html`<${Log} lines=${lines} at=${at} jump=${jump} />`}
      ${
        drawer.open === 'finish' &&
        fair &&
        html`<${fair.Photo} claims=${fair.claimsAt(replay.claims ?? [], at)}
            seats=${seats} />`
      }
      ${drawer.open === 'rules' && page?.Rules && html`<${page.Rules} ...${shown} options=${replay.options} />`}
      ${
        drawer.open === 'review' &&
        match &&
        html`<${Review} ...${{ match, names, tell: hear }} game=${game.name} worth=${game.point_worth}
            size=${shown.view.lattice} />`
      }
      ${
        drawer.open === 'result' &&
        html`<${Outcome} ...${{ replay, page, game, seats, steps, names }} />
          ${
            reviewed &&
            narrow &&
            html`<button type="button" class="quiet" onClick=${() => drawer.show('review')}>
              <${Icon} name="odds" /> ${t('drawer.review')}</button>`
          }`
      }
    <//>`;
}

/**
 * What the review says of each ply, if there is one or, once `hear` was told of it, has come to be.
 * @param {{match: string | null, game: import('../types.js').Game, names: readonly string[], size?: number}} props
 *     `size`: of the base of the pile, where there is one
 */
function useVerdicts({ match, game, names, size }) {
  const { t, lang } = useShell();
  const [review, hear] = useState(/** @type {import('../wire.js').ReviewTold | null} */ (null));
  const part = useLoad(async () => match && complete(import('./parts/verdicts.js')), [match]).value;
  useEffect(() => {
    if (part && match) part.reviewOf(match).then((found) => found && hear(found));
  }, [part]);
  const saying = { t, lang, game: game.name, names, worth: game.point_worth, size };
  const marks = useMemo(
    () => (part && review ? { all: part.marksOf(review, saying), marked: part.marked } : null),
    [part, review, t],
  );
  return { marks, hear };
}

/**
 * How it ended and why, how it went, and what decided it.
 * @param {{replay: Replay, page: import('../types.js').GamePage | null, game: import('../types.js').Game,
 *     seats: import('../types.js').Seat[], steps: Step[], names: string[]}} props
 */
function Outcome({ replay, page, game, seats, steps, names }) {
  const { t } = useShell();
  const { end, frames, scores } = replay;
  const fewest = game.fewest_win;
  const why = whyOver(steps, { t, game: replay.game, names });
  return html`${
    end &&
    html`<${Places} end=${end} seats=${seats} me=${null} fewest=${fewest}
        worth=${game.point_worth} why=${why} />`
  }
    ${
      page?.Summary &&
      html`<${page.Summary} t=${t} frames=${frames} scores=${scores} names=${names}
        Graph=${Graph} />`
    }
    <${TurningPoints} replay=${replay} names=${names} fewest=${fewest} link="" />`;
}

/** Those who played, as seats: nobody of them is away. @param {Replay} replay */
function useSeats(replay) {
  const { t } = useShell();
  return useMemo(() => recordSeats(t, replay.names), [replay, t]);
}

/**
 * What the page of the game is shown at a moment.
 * @param {{replay: Replay, game: import('../types.js').Game, match: string | null, seats:
 *     import('../types.js').Seat[], steps: Step[], at: number}} props
 * @returns {import('../types.js').TableProps}
 */
function useShown({ replay, game, match, seats, steps, at }) {
  const { t, lang, settings, announce } = useShell();
  const motion = !useMedia('(prefers-reduced-motion: reduce)');
  const known = useMemo(() => steps.slice(0, at), [steps, at]);
  const { show, movers } = replay.frames[at];
  const over = at === replay.frames.length - 1;
  const { view, event } = toldAt(replay.frames[at], over);
  const end = over ? replay.end : null;
  return {
    game,
    seats,
    me: null,
    view,
    show,
    movers,
    legal: [],
    version: at,
    steps: known,
    held: view,
    falling: false,
    busy: false,
    event,
    done: [],
    t,
    lang,
    announce,
    replay: true,
    act: refuse,
    preview: refuse,
    settings: { motion, tumble: motion, theme: settings.theme },
    match: {
      id: match ?? '',
      table: '',
      over,
      options: replay.options,
      end,
      returns: end?.returns ?? null,
      scores: replay.scores[at] ?? null,
    },
  };
}

const refuse = () => Promise.reject(new Error('a replay is only watched'));

/**
 * The view in which an event is told, and the event; in the last view of all, what it brings is counted already.
 * @param {Replay['frames'][0]} frame @param {boolean} over
 */
export function toldAt({ view, scene, events = [] }, over) {
  const event = events.find(({ ms }) => ms > 0) ?? null;
  if (!over || !event) return { view: over ? view : (scene ?? view), event };
  const { gain, ...values } = event.values;
  return { view, event: { ...event, values } };
}

/**
 * The steps between the frames; the first frame is the opening position.
 * @param {Replay['frames']} frames
 * @returns {Step[]}
 */
function stepsOf(frames) {
  return frames.slice(1).map(({ seat, action, text, view, events }, index) => ({
    seat: /** @type {number} */ (seat),
    action,
    text,
    events,
    version: index + 1,
    before: frames[index].view,
    after: view,
  }));
}

/** Where rounds begin, or where there are none what stopped the table. @param {Replay['frames']} frames */
function roundsOf(frames) {
  const at = (/** @type {(frame: Replay['frames'][0]) => unknown} */ marked) =>
    frames.flatMap((frame, index) => (marked(frame) ? [index] : []));
  const rounds = at(({ begins }) => begins);
  return rounds.length ? rounds : at(({ scene }) => scene);
}

/** A replay begins where somebody first decides: a pile is built by then, die by die. @param {Step[]} steps */
export const openingOf = (steps) =>
  Math.max(
    0,
    steps.findIndex(({ seat }) => seat !== CHANCE),
  );

/**
 * Where playing and stepping stop: after every event that is told, at the opening and at the end.
 * @param {import('./parts/log.js').Line[]} told @param {number} opening @param {number} last
 */
function momentsOf(told, opening, last) {
  const later = told.map(({ version }) => version).filter((version) => version > opening);
  return [...new Set([opening, ...later, last])];
}

/**
 * The moment shown, which is also the end of the address. Keys may come faster than pictures: the moment is a ref.
 * @param {readonly number[]} moments
 */
function useMoment(moments) {
  const [first, last] = [moments[0], moments[moments.length - 1]];
  const read = () => Math.min(last, Math.max(first, Number.parseInt(location.hash.slice(1), 10) || 0));
  const [at, show] = useState(read);
  const now = useRef(at);
  const jump = (/** @type {number} */ version) => {
    history.replaceState(null, '', `#${version}`);
    now.current = version;
    show(version);
  };
  const next = () => jump(moments.find((moment) => moment > now.current) ?? last);
  const back = () => jump(moments.findLast((moment) => moment < now.current) ?? first);
  useLayoutEffect(() => {
    const follow = () => jump(read());
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return { at, jump, next, back };
}
