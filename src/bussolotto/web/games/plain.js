/** The plain page: plays any game, with the position as text and every legal action as a button. */
import { fromMine, SeatCard, SeatStrip } from '../components/seats.js';
import { actionName, wordName } from '../names.js';
import { excuse, useShell } from '../shell.js';
import { html, useMemo, useState } from '../vendor/preact.js';

/** @typedef {import('../types.js').TableProps} TableProps */

const CHANCE = 15;
const TYPED_FROM = 12; // so many choices are quicker typed than searched

/** @param {TableProps} props */
export default function Table(props) {
  const { seats, me, movers, show, match, t } = props;
  const others = fromMine(seats, me).filter(({ seat }) => seat !== me);
  const card = (/** @type {import('../types.js').Seat} */ seat) => html`<${SeatCard} key=${seat.seat} seat=${seat} mine=${seat.seat === me}
    turn=${!match.over && (movers ?? []).includes(seat.seat)} score=${match.scores?.[seat.seat] ?? null} note=${match.over ? '' : undefined} />`;
  return html`<div class="plain">
    <${SeatStrip} label=${t('seat.others')}>${others.map(card)}<//>
    <div class="paper" tabindex="0" role="region" aria-label=${t('plain.position')}><pre translate=${false}>${show}</pre></div>
    <div class="plain-hand">
      ${me !== null && html`<${SeatStrip} label=${t('seat.mine')}>${card(seats[me])}<//>`}
      <${Choices} ...${props} />
    </div>
  </div>`;
}

/** @param {TableProps} props */
function Choices({ game, match, legal, me, act, replay, seats, movers, t }) {
  const { announce } = useShell();
  const [problem, fail] = useState('');
  const [busy, work] = useState(false);
  const groups = useMemo(() => byWord(game, legal ?? []), [game, legal]);
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
  return html`<div class="choices">
    ${!mayAct && html`<p class="choices-wait">${idle(t, { match, movers, seats, replay })}</p>`}
    ${mayAct && (legal === null || legal.length > TYPED_FROM) && html`<${TypeAction} game=${game} legal=${legal} play=${play} busy=${busy} />`}
    ${mayAct && groups.map(([word, actions]) => html`<fieldset class="word" key=${word} disabled=${busy}>
      <legend>${wordName(t, word)}</legend>
      <div class="word-actions">${actions.map(({ action, rest }) => html`<button type="button" key=${action} data-action=${action}
        aria-label=${actionName(t, `${word} ${rest}`.trim())} onClick=${() => play(action)}><span translate=${false}>${rest || '·'}</span></button>`)}</div>
    </fieldset>`)}
    <p class="problem">${problem}</p>
  </div>`;
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
 * @returns {[string, {action: number, rest: string}[]][]}
 */
export function byWord(game, legal) {
  /** @type {Map<string, {action: number, rest: string}[]>} */
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
 * What a step says in words, for any game. Dice that fall together are told together, with the last of them.
 * @type {import('../types.js').Sentence}
 */
export function sentence(step, { names, t, steps, index }) {
  if (step.seat !== CHANCE) return t(step.text ? 'plain.step' : 'plain.secret', { name: names[step.seat], text: step.text ?? '' });
  const word = firstWord(step);
  if (!word || (steps[index + 1]?.seat === CHANCE && firstWord(steps[index + 1]) === word)) return '';
  const together = [];
  for (let at = index; at >= 0 && steps[at].seat === CHANCE && firstWord(steps[at]) === word; at--) {
    together.unshift(steps[at].text?.slice(word.length + 1));
  }
  return t('plain.chance', { text: `${word} ${together.join(' ')}` });
}

/** @param {import('../types.js').Step} step */
const firstWord = (step) => step.text?.split(' ')[0] ?? '';
