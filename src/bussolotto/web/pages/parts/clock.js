/** The clocks of a table: what each seat may still take for its decision, counted down here between two messages. */
import { needs } from '../../components/needs.js';
import { useShell } from '../../components/shell.js';
import { html, useEffect, useRef, useState } from '../../vendor/preact.js';
import { clockText, clockTime } from './clock-text.js';
import { Avatar, fromMine } from '../../components/seats.js';

/** @typedef {import('../../types.js').Seat} Seat */
/** @typedef {NonNullable<import('../../types.js').Table['clock']>} Clock */

needs(['later-clock'], [new URL('./clock.css', import.meta.url)]);

const LOOK_MS = 200;
const SHORT_MS = 10_000;
const TOLD_MS = [30_000, SHORT_MS];

/** @param {{table: import('../../types.js').Table & {clock: Clock}, seats: Seat[]}} props */
export function Clocks({ table, seats }) {
  const { t, lang } = useShell();
  const { clock, me } = table;
  const passed = usePassed(clock);
  const left = (/** @type {number} */ seat) => clock.left_ms[seat] - (clock.running.includes(seat) ? passed : 0);
  useWarnings(me.seat !== null && clock.running.includes(me.seat) ? left(me.seat) : Infinity);
  const people = fromMine(seats, me.seat).filter(({ kind, left: gone, away }) => kind === 'person' || gone || away);
  return html`<ul class="clocks" aria-label=${t('clock.list', { clock: clockText(t, lang, clock) })}>${people.map(
    ({ seat, name }) => {
      const runs = clock.running.includes(seat);
      return html`<li key=${seat} data-seat=${seat}
          class=${`clock ${runs ? 'clock-runs' : ''} ${runs && left(seat) <= SHORT_MS ? 'clock-short' : ''}`}>
        <${Avatar} seat=${seats[seat]} /><span class="clock-name" translate=${false}>${name}</span>
        <span class="clock-time number" role="timer">${clockTime(t, Math.max(0, left(seat)))}</span></li>`;
    },
  )}</ul>`;
}

/** Milliseconds that the clocks have run since the server told of them. @param {Clock} clock */
function usePassed(clock) {
  const told = useRef({ clock, at: performance.now() });
  if (told.current.clock !== clock) told.current = { clock, at: performance.now() };
  const [, look] = useState(0);
  useEffect(() => {
    if (!clock.running.length) return undefined;
    const timer = setInterval(() => look(performance.now()), LOOK_MS);
    return () => clearInterval(timer);
  }, [clock]);
  return Math.max(0, performance.now() - told.current.at - clock.rest_ms);
}

/** Tell who listens that his time runs out. @param {number} leftMs Infinity while it does not run */
function useWarnings(leftMs) {
  const { t, announce } = useShell();
  const before = useRef(leftMs);
  useEffect(() => {
    const passed = TOLD_MS.filter((mark) => before.current > mark && leftMs <= mark).at(-1);
    if (passed && before.current !== Infinity) announce(t('clock.warning', { n: passed / 1000 }));
    before.current = leftMs;
  }, [leftMs]);
}

/** A line of the house rules. @param {{table: {clock: Clock}}} props */
export function Rule({ table }) {
  const { t, lang } = useShell();
  return html`<div><dt>${t('clock.choice')}</dt><dd>${clockText(t, lang, table.clock)}</dd></div>`;
}
