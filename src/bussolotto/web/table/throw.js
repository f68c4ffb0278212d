/**
 * Dice that people roll on their own table: what they show is tapped or typed in the order seen, and then said at
 * once.
 */
import { Die } from '../components/die.js';
import { needs } from '../components/needs.js';
import { excuse } from '../components/shell.js';
import { html, useEffect, useLayoutEffect, useRef, useState } from '../vendor/preact.js';

/** @typedef {import('../types.js').TableProps} TableProps */
/** @typedef {import('../types.js').Whose} Whose */

needs(['later-throw'], [new URL('./throw.css', import.meta.url)]);

const MOST = 10; // more dice are typed in several goes

/**
 * @param {TableProps & {whose?: (view: any) => Whose}} props `whose`: of the game's page, where several seats roll one
 *     after the other
 */
export function Throw({ whose: tell = ({ turn }) => ({ seat: turn }), ...props }) {
  const { view, me, seats, t, throw: due, announce } = props;
  const whose = tell(view);
  const name = seats[whose.seat]?.name ?? '';
  const count = Math.max(1, Math.min(whose.dice ?? MOST, due?.dice ?? MOST, MOST));
  const mine = Boolean(due?.outcomes.length);
  const words = said({
    t,
    mine,
    own: whose.seat === me,
    secret: Boolean(due?.secret),
    n: count,
    name,
    which: whose.which,
  });
  useEffect(() => announce(words), [words]);
  return mine
    ? html`<${Entry} key=${`${whose.seat} ${props.version}`} ...${props} count=${count} words=${words} />`
    : html`<p class="bench-say">${words}</p>`;
}

/**
 * What all wait for.
 * @param {{t: TableProps['t'], mine: boolean, own: boolean, secret: boolean, n: number, name: string, which?: string}}
 *     props
 */
function said({ t, mine, own, secret, n, name, which }) {
  if (!mine) return t('throw.waiting', { name });
  if (which) return t(`throw.${which}`, { name });
  if (secret) return t('throw.secret', { n });
  return own ? t('throw.mine', { n }) : t('throw.other', { n, name });
}

/** @param {TableProps & {count: number, words: string}} props */
function Entry({ game, throw: due, roll, count, words, t, announce }) {
  const [faces, show] = useState(/** @type {number[]} */ ([]));
  const typed = useRef(faces); // keys may come faster than the page is drawn
  const [problem, fail] = useState('');
  const [busy, work] = useState(false);
  const done = useRef(/** @type {HTMLButtonElement | null} */ (null));
  const codes = new Map((due?.outcomes ?? []).map((code) => [Number(game.outcomes?.[code].split(' ')[1]), code]));
  const full = faces.length === count;
  const lay = (/** @type {number[]} */ some) => {
    typed.current = some;
    show(some);
  };
  const add = (/** @type {number} */ face) => {
    if (typed.current.length === count || busy) return;
    const left = count - typed.current.length - 1;
    lay([...typed.current, face]);
    announce(t(left ? 'throw.typed' : 'throw.full', { face, n: left }));
    if (!left && document.activeElement?.closest('.throw-faces')) done.current?.focus();
  };
  const undo = () => {
    const last = typed.current.at(-1);
    if (!last || busy) return;
    announce(t('throw.undone', { face: last }));
    lay(typed.current.slice(0, -1));
  };
  const say = async () => {
    if (typed.current.length < count || busy) return;
    work(true);
    try {
      await roll?.(typed.current.map((face) => /** @type {number} */ (codes.get(face))));
    } catch (refusal) {
      fail(excuse(t, refusal));
      announce(excuse(t, refusal));
      work(false);
    }
  };
  useKeys({ add, undo, say });
  return html`<p class=${`bench-say ${problem ? 'problem' : ''}`}>${problem || words}</p>
    <div class="throw">
      <div class="throw-faces" role="group" aria-label=${t('throw.faces')}>${[...codes.keys()].map(
        (face) => html`<button type="button" key=${face} class="throw-face"
            aria-label=${t('throw.face', { face })} aria-disabled=${full || busy} data-face=${face}
            onClick=${() => add(face)}>
          <${Die} face=${face} /></button>`,
      )}</div>
      <div class="throw-said">
        <p class="throw-typed" role="img"
            aria-label=${t('throw.lie', { dice: faces.join(' ') || '–', n: count - faces.length })}>
          ${Array.from(
            { length: count },
            (_, at) => html`<${Die} key=${at} face=${faces[at] ?? 0}
                class=${at < faces.length ? '' : 'throw-open'} />`,
          )}</p>
        <button type="button" class="quiet" disabled=${!faces.length || busy} onClick=${undo}>
          ${t('throw.undo')}</button>
        <button type="button" class="primary" ref=${done} aria-disabled=${!full || busy} onClick=${say}>
          ${t('throw.say', { n: count })}</button>
      </div>
    </div>`;
}

/**
 * Digits, Backspace and Enter, before anything else on the page hears them.
 * @param {{add: (face: number) => void, undo: () => void, say: () => void}} commands
 */
function useKeys(commands) {
  const latest = useRef(commands);
  latest.current = commands;
  useLayoutEffect(() => {
    const press = (/** @type {KeyboardEvent} */ event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const target = /** @type {Element} */ (event.target);
      if (target.closest('input, textarea, select, dialog, [contenteditable], [role="dialog"]')) return;
      const command = commandOf(event.key, latest.current, target.closest('button, a, summary') !== null);
      if (!command) return;
      event.preventDefault();
      event.stopPropagation();
      command();
    };
    document.addEventListener('keydown', press, true);
    return () => document.removeEventListener('keydown', press, true);
  }, []);
}

/**
 * @param {string} key
 * @param {{add: (face: number) => void, undo: () => void, say: () => void}} commands
 * @param {boolean} onButton
 */
function commandOf(key, { add, undo, say }, onButton) {
  if (/^[1-6]$/.test(key)) return () => add(Number(key));
  if (key === 'Backspace') return undo;
  return key === 'Enter' && !onButton ? say : null;
}
