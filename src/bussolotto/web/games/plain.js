/** The plain page: plays any game, with the position as text and what one may do as buttons, or typed. */
import { Hint, useAdvice, Worth, worthId } from '../components/advice.js';
import { fromMine, SeatCard, SeatStrip } from '../components/seats.js';
import { actionName, wordName } from '../names.js';
import { excuse, useShell } from '../shell.js';
import { html, useEffect, useMemo, useState } from '../vendor/preact.js';

/** @typedef {import('../types.js').TableProps} TableProps */
/** @typedef {{action: number, rest: string}} Choice an action by what follows its word */

const CHANCE = 15;
const TYPED_FROM = 12; // so many choices are quicker typed than searched
const FOLDED_FROM = 40; // so many of one word are folded by the first number of their cells
const TOLD = 12; // more dice that fall together are counted, not told one by one

/** @param {TableProps} props */
export default function Table(props) {
  const { seats, me, movers, show, match, t } = props;
  const others = fromMine(seats, me).filter(({ seat }) => seat !== me);
  const card = (/** @type {import('../types.js').Seat} */ seat) => html`<${SeatCard} key=${seat.seat} seat=${seat} mine=${seat.seat === me}
    turn=${!match.over && (movers ?? []).includes(seat.seat)} score=${match.scores?.[seat.seat] ?? null} note=${match.over || movers === null ? '' : undefined} />`;
  return html`<div class="plain">
    <${SeatStrip} label=${t('seat.others')}>${others.map(card)}<//>
    <div class="paper" tabindex="0" role="region" aria-label=${t('plain.position')}><pre translate=${false} style=${{ '--columns': columns(show) }}>${show}</pre></div>
    <div class="plain-hand">
      ${me !== null && html`<${SeatStrip} label=${t('seat.mine')}>${card(seats[me])}<//>`}
      <${Choices} ...${props} />
    </div>
  </div>`;
}

/** The longest line of a text, in characters. @param {string} text */
const columns = (text) => Math.max(1, ...text.split('\n').map((line) => line.length));

/** @param {TableProps} props */
function Choices({ game, match, legal, me, act, replay, seats, movers, version, rest_ms: restMs, t, lang }) {
  const { announce } = useShell();
  const [problem, fail] = useState('');
  const [working, work] = useState(false);
  const busy = useRest(version, restMs ?? 0) || working;
  const advisor = useAdvice({ match, version, game, t, lang });
  const { advice } = advisor;
  const groups = useMemo(() => byWord(game, legal ?? wordsAlone(game)), [game, legal]);
  const alone = groups.filter(([, choices]) => choices.every(({ rest }) => !rest));
  const play = async (/** @type {number} */ action) => {
    work(true);
    fail('');
    try {
      await act([action]);
    } catch (refusal) {
      const sorry = excuse(t, refusal);
      fail(sorry);
      announce(sorry);
    }
    work(false);
  };
  const mayAct = me !== null && !replay && !match.over && (legal === null || legal.length > 0);
  return html`<div class=${`choices ${legal === null ? 'choices-race' : ''}`}>
    ${!mayAct && html`<p class="choices-wait">${idle(t, { match, movers, seats, replay })}</p>`}
    ${mayAct && (legal === null || legal.length > TYPED_FROM) && html`<${TypeAction} game=${game} legal=${legal} play=${play} busy=${busy} />`}
    ${mayAct && match.hints && html`<${Hint} ...${advisor} lang=${lang} />`}
    ${mayAct && alone.length > 0 && html`<fieldset class="word" disabled=${busy}><div class="word-actions">
      ${alone.map(([word, [{ action }]]) => html`<button type="button" key=${word} data-action=${action} aria-describedby=${worthId(advice, action)}
        onClick=${() => play(action)}>${wordName(t, word)}<${Worth} advice=${advice} action=${action} lang=${lang} /></button>`)}
    </div></fieldset>`}
    ${mayAct && groups.filter((group) => !alone.includes(group)).map(([word, choices]) => html`<fieldset class="word" key=${word} disabled=${busy}>
      <legend>${wordName(t, word)}</legend>
      <${Buttons} word=${word} choices=${choices} play=${play} advice=${advice} />
    </fieldset>`)}
    <p class="problem">${problem}</p>
  </div>`;
}

/**
 * All that may follow a word, as buttons; very many of them folded by the first number of their cells.
 * @param {{word: string, choices: Choice[], play: (action: number) => void, advice: import('../types.js').Advice | null}} props
 */
function Buttons({ word, choices, play, advice }) {
  const { t, lang } = useShell();
  const buttons = (/** @type {Choice[]} */ some) => html`<div class="word-actions">${some.map(({ action, rest }) => html`<button type="button"
    key=${action} data-action=${action} aria-label=${actionName(t, `${word} ${rest}`)} aria-describedby=${worthId(advice, action)}
    onClick=${() => play(action)}><span translate=${false}>${rest}</span><${Worth} advice=${advice} action=${action} lang=${lang} /></button>`)}</div>`;
  if (choices.length < FOLDED_FROM) return buttons(choices);
  const folds = [...new Set(choices.map(({ rest }) => rest.split(',')[0]))];
  return folds.map((first) => {
    const folded = choices.filter(({ rest }) => rest.split(',')[0] === first);
    return html`<details class="fold" key=${first}><summary><span translate=${false}>${first},…</span> (${folded.length})</summary>${buttons(folded)}</details>`;
  });
}

/** The actions whose text is one word: in a race the buttons. @param {import('../types.js').Game} game */
const wordsAlone = (game) => (game.actions ?? []).flatMap((text, action) => (text.includes(' ') ? [] : [action]));

/**
 * Is this still the time in which all look and nothing is accepted? It begins with each position that states one.
 * @param {number} version @param {number} restMs
 */
function useRest(version, restMs) {
  const [over, end] = useState(-1); // the version whose rest is over
  useEffect(() => {
    const timer = setTimeout(() => end(version), restMs);
    return () => clearTimeout(timer);
  }, [version]);
  return restMs > 0 && over !== version;
}

/** @param {import('../types.js').Translate} t @param {Pick<TableProps, 'match' | 'movers' | 'seats' | 'replay'>} props */
function idle(t, { match, movers, seats, replay }) {
  if (match.over) return t('over');
  const names = (movers ?? []).map((seat) => seats[seat].name).join(', ');
  if (replay || !names) return '\u00a0';
  return t('turn.of', { name: names });
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
 * @param {{game: import('../types.js').Game, legal: number[] | null, play: (action: number) => void, busy: boolean}} props
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
      <input type="text" value=${text} autocomplete="off" autocapitalize="off" spellcheck="false" aria-describedby="type-problem"
        onInput=${(/** @type {InputEvent} */ event) => write(/** @type {HTMLInputElement} */ (event.target).value)} /></label>
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
  return codes.find((code) => texts[code] === typed) ?? codes.find((code) => texts[code].replace(/^\S+ /, '') === typed) ?? -1;
}

/**
 * What a step says in words, for any game. Dice that fall together are told together, with the last of them; hidden ones
 * belong to what is seen after them.
 * @type {import('../types.js').Sentence}
 */
export function sentence(step, { names, t, steps, index }) {
  if (step.seat !== CHANCE) return t(step.text ? 'plain.step' : 'plain.secret', { name: names[step.seat], text: step.text ?? '' });
  const word = firstWord(step);
  const next = steps[index + 1];
  if (next?.seat === CHANCE && (!word || firstWord(next) === word)) return '';
  const together = [];
  for (let at = index; at >= 0 && steps[at].seat === CHANCE && ['', word].includes(firstWord(steps[at])); at--) {
    together.unshift(steps[at].text?.slice(word.length + 1) ?? '?');
  }
  if (word === 'lay') return t('plain.laid', { n: together.length });
  const many = together.length > TOLD;
  return t('plain.chance', { text: many ? `${word} × ${together.length}` : `${word} ${together.join(' ')}`.trim() });
}

/** @param {import('../types.js').Step} step */
const firstWord = (step) => step.text?.split(' ')[0] ?? '';
