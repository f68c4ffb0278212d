/** The plain page: plays any game, with the position as text and what one may do as buttons, or typed. */
import { Hint, useAdvice, Worth, worthId } from '../components/advice.js';
import { useMedia, WIDE } from '../components/drawer.js';
import { fromMine, SeatCard, SeatStrip } from '../components/seats.js';
import { actionName, wordName } from '../words/choices.js';
import { ownPage, useLoad, useStyleOf } from '../components/load.js';
import { needs } from '../components/needs.js';
import { explain, useShell } from '../components/shell.js';
import { CHANCE, firstWord, together } from '../line/steps.js';
import { waitedFor } from '../table/decision.js';
import { useRest } from '../table/rest.js';
import { Rolling } from '../table/rolling.js';
import { Rules as General } from '../table/rules.js';
import { html, useLayoutEffect, useMemo, useRef, useState } from '../vendor/preact.js';
import { columns, height, readLevels } from '../components/levels.js';

/** @typedef {import('../types.js').TableProps} TableProps */
/** @typedef {{action: number, rest: string}} Choice an action by what follows its word */

// the second for who has no rules but what the game says of itself
needs(['later-plain', 'later-shelf'], [new URL('./plain.css', import.meta.url)]);

const TYPED_FROM = 12; // so many choices are quicker typed than searched
const FOLDED_FROM = 40; // so many of one word are folded by the first number of their cells
const BETWEEN = 3; // columns between two levels
const CELL = / (\d+),(\d+),(\d+)$/;
const POSE = / \d{3}$/;
const NO_BUTTON = /^(late|word-\d)$/; // the table makes the first of what comes too late; the others no rule sheet uses
const TOLD = 12; // more dice that fall together are counted, not told one by one

/** @param {TableProps} props */
export default function Table(props) {
  const { game, seats, me, movers, view, show, match, legal, t } = props;
  const others = fromMine(seats, me).filter(({ seat }) => seat !== me);
  const isRace = movers === null;
  const card = (/** @type {import('../types.js').Seat} */ seat) => {
    const turn = !match.over && (isRace ? view.turn === seat.seat : movers.includes(seat.seat));
    const note = isRace && turn ? t('plain.throws') : '';
    return html`<${SeatCard} key=${seat.seat} seat=${seat} mine=${seat.seat === me} turn=${turn}
        over=${match.over} score=${match.scores?.[seat.seat] ?? null} note=${isRace ? note : undefined} />`;
  };
  return html`<div class="plain">
    <${SeatStrip} label=${t('seat.others')}>${others.map(card)}<//>
    <${Position} game=${game} show=${show} legal=${legal} />
    <div class="plain-hand">
      ${
        (me !== null || namesCells(game)) &&
        html`<div class="plain-mine">
          ${me !== null && html`<${SeatStrip} label=${t('seat.mine')}>${card(seats[me])}<//>`}
          ${
            namesCells(game) &&
            html`<details class="fold"><summary>${t('plain.cells')}</summary>
              <${Legend} game=${game} /></details>`
          }
        </div>`
      }
      ${props.throw ? html`<div><${Rolling} ...${props} /></div>` : html`<${Choices} ...${props} />`}
    </div>
  </div>`;
}

/**
 * The rules as the game's own page tells them; for want of one what is known of any game.
 * @param {import('../types.js').RulesProps} props
 */
export function Rules(props) {
  useStyleOf(props.game.page);
  const { value: own, error } = useLoad(() => ownPage(props.game));
  if (props.game.page && !own && !error) return null;
  return html`<${own?.Rules ?? General} ...${props} />`;
}

/**
 * How cells are named, in the first match of a game that names any, where there is room beside the table.
 * @param {TableProps & {close: () => void}} props
 */
export function Walkthrough({ game, t, close }) {
  const wide = useMedia(WIDE);
  if (!wide || !namesCells(game)) return null;
  return html`<aside class="legend-aside" aria-label=${t('plain.cells')}>
    <${Legend} game=${game} />
    <button type="button" class="quiet" onClick=${close}>${t('plain.cells.seen')}</button>
  </aside>`;
}

/** @param {{game: import('../types.js').Game}} props */
function Legend({ game }) {
  const { t } = useShell();
  const showsFaces = [...(game.actions ?? []), ...(game.outcomes ?? [])].some((text) => POSE.test(text));
  return html`<div class="legend">
    <p>${t('plain.cells.places')}</p>
    <p>${t('plain.cells.sum')}</p>
    ${showsFaces && html`<p>${t('plain.cells.faces')}</p>`}
  </div>`;
}

/** @param {import('../types.js').Game} game */
const namesCells = (game) => (game.actions ?? []).some((text) => CELL.test(text));

/**
 * The position as text. Levels of a pyramid stand side by side where there is room, else under each other.
 * @param {{game: import('../types.js').Game, show: string, legal: number[] | null}} props
 */
function Position({ game, show, legal }) {
  const { t } = useShell();
  const paper = useRef(/** @type {HTMLDivElement | null} */ (null));
  const { levels, rest } = useMemo(() => readLevels(show), [show]);
  useLayoutEffect(() => reveal(paper.current, levelsToActOn(game, legal ?? [], levels)), [legal]);
  const wide = levels.length ? levels.reduce((sum, level) => sum + columns(level) + BETWEEN, -BETWEEN) : columns(show);
  const high = levels.length ? height(levels[0]) + height(rest) + 1 : height(show);
  return html`<div class="paper" tabindex="0" role="region" aria-label=${t('plain.position')} ref=${paper}>
    <pre translate=${false} style=${{ '--columns': wide, '--lines': high }}>${
      levels.length > 0 &&
      html`<span class="levels">
        ${levels.map((level, place) => html`<span class="level" key=${place}>${level}</span>`)}
      </span>`
    }<span>${rest}</span></pre>
  </div>`;
}

/**
 * The levels that hold a cell of a legal action, by their places.
 * @param {import('../types.js').Game} game @param {readonly number[]} legal @param {readonly string[]} levels
 */
function levelsToActOn(game, legal, levels) {
  const size = levels.length && height(levels[0]) - 1;
  const cells = legal.map((action) => game.actions?.[action].match(CELL)).filter((cell) => cell != null);
  return [...new Set(cells.map(([, ...numbers]) => numbers.reduce((sum, number) => sum - Number(number), size)))];
}

/**
 * Scroll to these levels, if they are not in sight; their first line counts most.
 * @param {HTMLElement | null} paper
 * @param {readonly number[]} places
 */
function reveal(paper, places) {
  const all = [...(paper?.querySelectorAll('.level') ?? [])];
  const wanted = /** @type {HTMLElement[]} */ (places.map((place) => all[place]).filter(Boolean));
  if (!paper || !wanted.length) return;
  const top = Math.min(...wanted.map((level) => level.offsetTop));
  const bottom = Math.max(...wanted.map((level) => level.offsetTop + level.offsetHeight));
  if (bottom > paper.scrollTop + paper.clientHeight) paper.scrollTop = Math.min(top, bottom - paper.clientHeight);
  else if (top < paper.scrollTop) paper.scrollTop = top;
}

/** @param {TableProps} props */
function Choices({ game, match, legal, me, act, replay, seats, movers, version, rest_ms: restMs, t, lang }) {
  const { play, problem, working } = usePlaying({ act, legal, version, t, game });
  const busy = useRest(version, restMs ?? 0) || (working && legal !== null);
  const advisor = useAdvice({ match, version, game, t, lang });
  const { advice } = advisor;
  const groups = useMemo(() => byWord(game, legal ?? wordsAlone(game)), [game, legal]);
  const alone = groups.filter(([, choices]) => choices.every(({ rest }) => !rest));
  const plays = me !== null && !replay && !match.over;
  const mayAct = plays && (legal === null || legal.length > 0);
  const takesTurns = plays && legal !== null; // then the buttons come and go, and the position keeps its place
  return html`<div class=${`choices ${takesTurns ? 'choices-steady' : ''}`}>
    ${!mayAct && html`<p class="choices-wait">${idle(t, { match, movers, seats, me, replay })}</p>`}
    ${
      mayAct &&
      (legal === null || legal.length > TYPED_FROM) &&
      html`<${TypeAction} game=${game} legal=${legal}
          play=${play} busy=${busy} />`
    }
    ${mayAct && match.hints && html`<${Hint} ...${advisor} game=${game} t=${t} lang=${lang} />`}
    ${
      mayAct &&
      alone.length > 0 &&
      html`<fieldset class="word" disabled=${busy}><div class="word-actions">
        ${alone.map(
          ([
            word,
            [{ action }],
          ]) => html`<button type="button" key=${word} data-action=${action} aria-describedby=${worthId(advice, action)}
              onClick=${() => play(action)}>${wordName(t, word)}
            <${Worth} advice=${advice} action=${action} lang=${lang} /></button>`,
        )}
      </div></fieldset>`
    }
    ${
      mayAct &&
      groups
        .filter((group) => !alone.includes(group))
        .map(
          ([word, choices]) => html`<fieldset class="word" key=${word} disabled=${busy}>
            <legend>${wordName(t, word)}</legend>
            <${Buttons} word=${word} choices=${choices} play=${play} advice=${advice} />
          </fieldset>`,
        )
    }
    <p class="problem">${problem}</p>
  </div>`;
}

/** Doing an action; while that lasts it works, and a refusal is told. @param {Pick<TableProps, 'act' | 'legal' | 'version' | 't' | 'game'>} props */
function usePlaying({ act, legal, version, t, game }) {
  const { announce } = useShell();
  const [problem, fail] = useState('');
  const [working, work] = useState(false);
  const play = async (/** @type {number} */ action) => {
    work(true);
    fail('');
    try {
      await act([action], legal ? undefined : { version, pressed_ms: performance.now() });
    } catch (refusal) {
      const sorry = await explain(t, refusal, game.name);
      fail(sorry);
      announce(sorry);
    }
    work(false);
  };
  return { play, problem, working };
}

/**
 * All that may follow a word, as buttons; very many of them folded by the first number of their cells.
 * @param {{word: string, choices: Choice[], play: (action: number) => void, advice: import('../types.js').Advice |
 *     null}} props
 */
function Buttons({ word, choices, play, advice }) {
  const { t, lang } = useShell();
  const buttons = (/** @type {Choice[]} */ some) =>
    html`<div class="word-actions">${some.map(
      ({ action, rest }) => html`<button type="button"
          key=${action} data-action=${action} aria-label=${actionName(t, `${word} ${rest}`)}
          aria-describedby=${worthId(advice, action)}
          onClick=${() => play(action)}><span translate=${false}>${rest}</span>
        <${Worth} advice=${advice} action=${action} lang=${lang} /></button>`,
    )}</div>`;
  if (choices.length < FOLDED_FROM) return buttons(choices);
  const folds = [...new Set(choices.map(({ rest }) => rest.split(',')[0]))];
  return folds.map((first) => {
    const folded = choices.filter(({ rest }) => rest.split(',')[0] === first);
    return html`<details class="fold" key=${first}>
      <summary><span translate=${false}>${first},…</span> (${folded.length})</summary>${buttons(folded)}</details>`;
  });
}

/** The actions whose text is one word: in a race the buttons. @param {import('../types.js').Game} game */
const wordsAlone = (game) =>
  (game.actions ?? []).flatMap((text, action) => (text.includes(' ') || NO_BUTTON.test(text) ? [] : [action]));

/**
 * @param {import('../types.js').Translate} t
 * @param {Pick<TableProps, 'match' | 'movers' | 'seats' | 'me' | 'replay'>} props
 */
function idle(t, { match, movers, seats, me, replay }) {
  if (match.over) return t('over');
  const waited = waitedFor({ movers, seats, me });
  return replay || !waited.n ? '\u00a0' : t('turn.of', waited);
}

/**
 * The legal actions by the first word of their text, in the order of their codes.
 * @param {import('../types.js').Game} game
 * @param {readonly number[]} legal
 * @returns {[string, Choice[]][]}
 */
export function byWord(game, legal) {
  /** @type {Map<string, Choice[]>} */
  const groups = new Map();
  for (const action of legal) {
    const [word, ...rest] = (game.actions?.[action] ?? String(action)).split(' ');
    groups.set(word, [...(groups.get(word) ?? []), { action, rest: rest.join(' ') }]);
  }
  return [...groups];
}

/**
 * A line to type an action in: the only way in a race, the quick one where there are many.
 * @param {{game: import('../types.js').Game, legal: number[] | null, play: (action: number) => void, busy: boolean}}
 *     props
 */
function TypeAction({ game, legal, play, busy }) {
  const { t } = useShell();
  const [text, write] = useState('');
  const [problem, fail] = useState('');
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const action = readAction(game, legal, text);
    fail(action < 0 ? t('plain.unknown', { text }) : '');
    if (action < 0) return;
    write('');
    play(action);
  };
  return html`<form class="type-action" onSubmit=${submit}>
    <label class="field"><span>${t('plain.type')}</span>
      <input type="text" value=${text} autocomplete="off" autocapitalize="off" spellcheck="false"
          aria-describedby="type-problem"
          onInput=${(/** @type {InputEvent} */ event) => write(/** @type {HTMLInputElement} */ (event.target).value)}
      /></label>
    <button type="submit" class="quiet" disabled=${busy || !text.trim()}>${t('plain.do')}</button>
    <p class="problem" id="type-problem" role="alert">${problem}</p>
  </form>`;
}

/**
 * The code of a typed action; -1 when it names none. Where all choices share one word, it may be left out.
 * @param {import('../types.js').Game} game
 * @param {readonly number[] | null} legal
 * @param {string} text
 */
export function readAction(game, legal, text) {
  const typed = text.trim().toLowerCase().replace(/\s+/g, ' ');
  const texts = game.actions ?? [];
  const codes = legal ?? texts.map((_, code) => code);
  return (
    codes.find((code) => texts[code] === typed) ??
    codes.find((code) => texts[code].replace(/^\S+ /, '') === typed) ??
    -1
  );
}

/**
 * What a step says in words, for any game. Dice that fall together are told together, with the last of them.
 * @type {import('../types.js').Sentence}
 */
export function sentence(step, context) {
  const { names, t } = context;
  if (step.seat !== CHANCE)
    return t(step.text ? 'plain.step' : 'plain.secret', { name: names[step.seat], text: step.text ?? '' });
  const fallen = together(step, context);
  if (!fallen) return '';
  const word = firstWord(step);
  const shown = fallen.map(({ text }) => text?.slice(word.length + 1) ?? '?');
  if (word === 'lay') return t('plain.laid', { n: shown.length });
  const many = shown.length > TOLD;
  return t('plain.chance', { text: many ? `${word} × ${shown.length}` : `${word} ${shown.join(' ')}`.trim() });
}
