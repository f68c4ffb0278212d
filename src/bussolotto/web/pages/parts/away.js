/**
 * Who is away and who is back: told to the others, and what each may do about it. One notice at a time, over the page.
 */
import { post } from '../../line/api.js';
import { usualPlayer } from '../../words/levels.js';
import { needs } from '../../components/needs.js';
import { excuse, useShell } from '../../components/shell.js';
import { html, useEffect, useRef, useState } from '../../vendor/preact.js';

/** @typedef {import('../../types.js').Seat} Seat */
/** @typedef {import('../../types.js').Table} Table */
/** @typedef {import('./at-table.js').AtTable & {seats: Seat[], log?: () => void}} Props */
/** @typedef {{key: string, text: string, buttons: {label: string, press: () => Promise<any> | void}[]}} Told */

needs(['later-away']);

const NEWS_MS = 6000;

/** @param {Props} props */
export function Company(props) {
  const { t, announce } = useShell();
  const [problem, fail] = useState({ key: '', text: '' }); // `key`: of the notice whose button was pressed
  const [news, tell] = useNews(props);
  const tellable = [mine, played, left, free].map((find) => find(t, props)).filter((found) => found !== null);
  const [read, dismiss] = useRead(tellable.map(({ key }) => key));
  const told = tellable.find(({ key }) => !read.includes(key)) ?? null;
  const text = told?.text ?? news;
  useEffect(() => announce(text), [text]);
  if (!text) return null;
  const press = async (/** @type {Told['buttons'][number]} */ button) => {
    try {
      const now = await button.press();
      if (now) props.changed(now);
      else dismiss(told?.key ?? '');
      tell('');
      fail({ key: '', text: '' });
    } catch (refusal) {
      fail({ key: told?.key ?? '', text: excuse(t, refusal) });
    }
  };
  return html`<div class="notice" role="group" aria-label=${text} data-away=${told?.key ?? 'news'}>
    <p>${text}</p>
    ${told?.buttons.map(
      (button, index) => html`<button type="button" key=${button.label} class=${index ? 'quiet' : ''}
          onClick=${() => press(button)}>
        ${button.label}</button>`,
    )}
    ${problem.key === told?.key && html`<p class="problem" role="alert">${problem.text}</p>`}
  </div>`;
}

/**
 * What has been read of all that is so. When it ends, and is so again, it is told again.
 * @param {string[]} keys
 * @returns {[string[], (key: string) => void]}
 */
export function useRead(keys) {
  const [read, keep] = useState(/** @type {string[]} */ ([]));
  const isSo = (/** @type {string} */ key) => keys.includes(key);
  // `last`: also what was pressed just before
  useEffect(() => keep((last) => (last.every(isSo) ? last : last.filter(isSo))));
  return [read, (key) => keep((last) => [...last, key])];
}

/**
 * A bot plays in my seat, which I have to ask for.
 * @param {import('../../types.js').Translate} t
 * @param {Props} props
 * @returns {Told | null}
 */
function mine(t, { table }) {
  const seat = table.state === 'running' && table.me.seat !== null ? table.seats[table.me.seat] : null;
  if (!seat?.player || !(seat.late || seat.left)) return null;
  return {
    key: `mine-${seat.late}`,
    text: t(seat.late ? 'away.late' : 'away.stood'),
    buttons: [{ label: t('away.back'), press: () => post(`/api/tables/${table.table}/seats/${seat.seat}`) }],
  };
}

/**
 * What it has done meanwhile.
 * @param {import('../../types.js').Translate} t
 * @param {Props} props
 * @returns {Told | null}
 */
function played(t, { table, log }) {
  const stood = table.me.stand_in;
  if (!stood?.plies || table.me.seat === null || table.seats[table.me.seat].player) return null;
  return {
    key: `played-${stood.since}`,
    text: t('away.played', { n: stood.plies }),
    buttons: [...(log ? [{ label: t('away.log'), press: log }] : []), { label: t('away.close'), press: () => {} }],
  };
}

/**
 * Of two the other has left.
 * @param {import('../../types.js').Translate} t
 * @param {Props} props
 * @returns {Told | null}
 */
function left(t, { table, seats }) {
  const me = table.me.seat;
  const other = table.seats.length === 2 && me !== null && !table.seats[me].left ? seats[1 - me] : null;
  if (table.state !== 'running' || !other?.left) return null;
  return {
    key: 'left',
    text: t('away.left', { name: other.name }),
    buttons: [
      { label: t('away.go-on'), press: () => {} },
      { label: t('away.end'), press: () => post(`/api/tables/${table.table}/seats/${other.seat}/resign`) },
    ],
  };
}

/**
 * After the match the seat of who left is free for the next.
 * @param {import('../../types.js').Translate} t
 * @param {Props} props
 * @returns {Told | null}
 */
function free(t, { table, seats, game }) {
  const seat = table.state === 'over' ? seats.find((one) => one.left && one.seat !== table.me.seat) : null;
  if (!seat || (table.me.seat !== null && !table.me.host)) return null;
  const path = `/api/tables/${table.table}/seats/${seat.seat}`;
  const sit = { label: t('away.sit'), press: () => post(path) };
  const bot = { label: t('away.bot'), press: () => post(path, { player: usualPlayer(game) }) };
  return { key: `free-${seat.seat}`, text: t('away.free', { name: seat.name }), buttons: [table.me.host ? bot : sit] };
}

/**
 * For a while: for whom a bot plays now, and who is back.
 * @param {Props} props
 * @returns {[string, (news: string) => void]}
 */
function useNews({ table, seats }) {
  const { t } = useShell();
  const [news, tell] = useState('');
  const before = useRef(/** @type {readonly boolean[]} */ (seats.map(() => false)));
  useEffect(() => {
    const gone = seats.map(({ left: stood, away, player }) => Boolean(player && (stood || away)));
    const changed = seats.filter(({ seat }) => seat !== table.me.seat && gone[seat] !== before.current[seat]);
    const said = [true, false]
      .map((away) =>
        changed
          .filter(({ seat }) => gone[seat] === away)
          .map(({ name }) => name)
          .join(', '),
      )
      .map((names, index) => names && t(index ? 'away.returned' : 'away.taken', { names }));
    before.current = gone;
    if (changed.length && table.state === 'running') tell(said.filter(Boolean).join(' '));
  }, [table.seats]);
  useEffect(() => {
    const timer = setTimeout(() => tell(''), NEWS_MS);
    return () => clearTimeout(timer);
  }, [news]);
  return [news, tell];
}
