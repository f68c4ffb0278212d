/** Talk at a table: what was said, set phrases, free words where the host allows them; and bubbles by the seats. */
import { seatName } from '../../words/names.js';
import { needs } from '../../components/needs.js';
import { excuse, useShell } from '../../components/shell.js';
import { html, useEffect, useRef, useState } from '../../vendor/preact.js';
import { mute, People } from './people.js';
import { PHRASES } from './phrases.js';

/** @typedef {import('../../types.js').Said} Said */
/** @typedef {import('../../types.js').Table} Table */
/** @typedef {Pick<import('./at-table.js').AtTable, 'table' | 'known' | 'channel' | 'changed'>} Props */

needs(['later-talk'], [new URL('./talk.css', import.meta.url)]);

const SHOWN_MS = 7000;
const LONGEST = 200;
const BUBBLE_PX = 272; // as wide as it may be, with the margin beside it
const MARGIN_PX = 8;

/** @param {Props} props */
export function Talk(props) {
  const { t, settings, set } = useShell();
  const { table, known } = props;
  const said = useHeard(table, known.said);
  const speaks = table.me.seat !== null && table.chat !== 'off';
  return html`<div class="talk">
    <${Lines} said=${said} me=${table.me.seat} />
    ${speaks && html`<${Mouth} ...${props} />`}
    ${!speaks && html`<p class="muted">${t(table.chat === 'off' ? 'talk.off' : 'talk.watching')}</p>`}
    <div class="choice">
      <label><input type="checkbox" checked=${settings.quiet} onChange=${() => set({ quiet: !settings.quiet })} />
        <span>${t('talk.quiet')}</span></label></div>
    <${People} ...${props} />
  </div>`;
}

/** @param {{said: Said[], me: number | null}} props */
function Lines({ said, me }) {
  const { t } = useShell();
  const list = useRef(/** @type {HTMLOListElement | null} */ (null));
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [said.length]);
  if (!said.length) return html`<p class="muted talk-empty">${t('talk.empty')}</p>`;
  return html`<ol class="talk-lines" ref=${list} tabindex="0" aria-label=${t('talk.said')}>${said.map(
    (one) => html`<li key=${one.number}
        class=${`log-line seat-colour-${one.seat} ${one.seat === me ? 'talk-mine' : ''}`}>
      <b translate=${false}>${speaker(t, one)}</b> <span translate=${one.text === null}>${words(t, one)}</span></li>`,
  )}</ol>`;
}

/** What one can say. @param {Pick<Props, 'table' | 'channel'>} props */
export function Mouth({ table, channel }) {
  const { t } = useShell();
  const [problem, fail] = useState('');
  const [text, write] = useState('');
  const free = table.chat === 'free';
  const onItsWay = useRef('');
  const say = (/** @type {{phrase: number} | {text: string}} */ what) =>
    channel.say(what).then(
      () => {
        fail('');
        if ('text' in what) write((typed) => (typed === what.text ? '' : typed)); // others may have been typed since
      },
      (refusal) => fail(excuse(t, refusal)),
    );
  const sayOwn = () => {
    if (!text.trim() || onItsWay.current === text) return;
    onItsWay.current = text;
    say({ text }).then(() => {
      onItsWay.current = '';
    });
  };
  const phrases = html`<ul class="talk-phrases" aria-label=${t('talk.phrases')}>${PHRASES.map(
    (name, phrase) => html`<li key=${name}>
      <button type="button" class="quiet" onClick=${() => say({ phrase })}>${t(`talk.phrase.${name}`)}</button></li>`,
  )}</ul>`;
  return html`
    ${
      free &&
      html`<form class="talk-form" onSubmit=${(/** @type {Event} */ event) => {
        event.preventDefault();
        sayOwn();
      }}>
        <label class="field"><span>${t('talk.free')}</span>
          <input type="text" value=${text} maxlength=${LONGEST} autocomplete="off"
              onInput=${(/** @type {InputEvent} */ event) => write(/** @type {HTMLInputElement} */ (event.target).value)}
          /></label>
        <button type="submit" disabled=${!text.trim()}>${t('talk.send')}</button></form>`
    }
    <p class="problem" role="alert">${problem}</p>
    ${free ? html`<details class="fold"><summary>${t('talk.phrases')}</summary>${phrases}</details>` : phrases}`;
}

/**
 * What was said a moment ago, by the seat of who said it: over the page, so that nothing moves. It is also told to who
 * listens, and what nobody has looked at yet is counted.
 * @param {{table: Table, known: import('../../types.js').Known, open: boolean, count: (unread: number) =>
 *     void}} props `open`: are the lines looked at?
 */
export function Bubbles({ table, known, open, count }) {
  const { t, announce } = useShell();
  const said = useHeard(table, known.said);
  const others = said.filter(({ seat }) => seat !== table.me.seat);
  const last = said.at(-1)?.number ?? 0;
  const told = useRef(0);
  useEffect(() => {
    for (const one of others)
      if (one.number > told.current && isFresh(one)) announce(`${speaker(t, one)}: ${words(t, one)}`);
    told.current = Math.max(told.current, last);
  }, [last]);
  useEffect(() => {
    if (open) keepRead(table.table, last);
    const read = lastRead(table.table);
    count(others.filter(({ number }) => number > read).length);
  }, [open, said.length, last]);
  const fresh = useFresh(said);
  return (
    !open &&
    html`<div class="talk-bubbles" aria-hidden="true">${fresh.map(
      (one) => html`<p key=${one.seat} class="talk-bubble" data-of=${one.seat} style=${place(one.seat)}>
        <b translate=${false}>${speaker(t, one)}</b> <span translate=${one.text === null}>${words(t, one)}</span></p>`,
    )}</div>`
  );
}

/** What is not muted. @param {Table} table @param {Said[]} said @returns {Said[]} */
function useHeard(table, said) {
  const { settings } = useShell();
  return said.filter(
    ({ seat, name }) => seat === table.me.seat || !(settings.quiet || settings.muted.includes(mute(table, seat, name))),
  );
}

/** The last fresh words of every seat. @param {Said[]} said @returns {Said[]} */
function useFresh(said) {
  const [, look] = useState(0);
  const fresh = [...new Map(said.filter(isFresh).map((one) => [one.seat, one])).values()];
  const next = Math.min(...fresh.map(({ at }) => at + SHOWN_MS)); // infinite if there are none
  useEffect(() => {
    if (next === Infinity) return undefined;
    const timer = setTimeout(() => look(next), Math.max(0, next - Date.now()) + 1);
    return () => clearTimeout(timer);
  }, [next]);
  return fresh;
}

/** @param {Said} said */
const isFresh = ({ at }) => Date.now() < at + SHOWN_MS;

/** @param {import('../../types.js').Translate} t @param {Said} said */
const speaker = (t, { name }) => seatName(t, { name, kind: 'person' });

/** @param {import('../../types.js').Translate} t @param {Said} said what a newer server may know is told as it is */
const words = (t, { phrase, text }) => text ?? (PHRASES[phrase ?? 0] ? t(`talk.phrase.${PHRASES[phrase ?? 0]}`) : '…');

/** Beside the seat, on the side where there is room. @param {number} seat */
function place(seat) {
  const rect = [...document.querySelectorAll(`[data-seat="${seat}"], [data-at="seat-${seat}"]`)]
    .map((found) => found.getBoundingClientRect())
    .find(({ width }) => width);
  if (!rect) return { top: '4.5rem', left: `${MARGIN_PX}px` };
  const left = `${Math.max(MARGIN_PX, Math.min(rect.left, innerWidth - BUBBLE_PX))}px`;
  const below = rect.bottom < innerHeight * 0.6;
  return below ? { top: `${rect.bottom + 4}px`, left } : { bottom: `${innerHeight - rect.top + 4}px`, left };
}

const READ = (/** @type {string} */ table) => `bussolotto.talk.${table}`;

/** @param {string} table @returns {number} */
function lastRead(table) {
  try {
    return Number(sessionStorage.getItem(READ(table)) ?? 0);
  } catch {
    return 0; // a private window forgets it
  }
}

/** @param {string} table @param {number} number */
function keepRead(table, number) {
  try {
    sessionStorage.setItem(READ(table), String(Math.max(number, lastRead(table))));
  } catch {
    // it then counts again after a reload
  }
}
