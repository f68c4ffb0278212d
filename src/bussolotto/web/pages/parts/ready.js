/** Before a race everybody says Ready, then 3-2-1. */
import { post } from '../../line/api.js';
import { needs } from '../../components/needs.js';
import { Avatar } from '../../components/seats.js';
import { excuse, useShell } from '../../components/shell.js';
import { joinNames } from '../../words/i18n.js';
import { html, useEffect, useRef, useState } from '../../vendor/preact.js';

needs(['later-ready', 'later-shelf'], [new URL('./ready.css', import.meta.url)]);

const TICK_MS = 50;

/** @typedef {import('../../types.js').Seat} Seat */
/** @typedef {import('./at-table.js').AtTable & {seats: Seat[]}} Props */

/** @param {Props} props */
export function Ready(props) {
  const { table, known } = props;
  const left = useCountdown(table.ready !== null, known.position?.rest_ms ?? 0);
  if (table.ready !== null) return html`<${Waiting} ...${props} ready=${table.ready} />`;
  return left > 0 && html`<${Count} number=${Math.ceil(left / 1000)} />`;
}

/** What the game is about, who is ready, and the button. @param {Props & {ready: readonly number[]}} props */
function Waiting({ table, seats, ready, changed }) {
  const { t, announce } = useShell();
  const [problem, fail] = useState('');
  const about = `game.${table.game}.about`; // a rule sheet may say nothing of itself
  const people = seats.filter(({ kind, player }) => kind === 'person' && !player);
  const { seat: me } = table.me;
  const asked = me !== null && !ready.includes(me) && !seats[me].player;
  const missing = people.filter(({ seat }) => !ready.includes(seat));
  const say = () => post(`/api/tables/${table.table}/ready`).then(changed, (refusal) => fail(excuse(t, refusal)));
  useEffect(() => announce(t('ready.title')), []);
  return html`<section class="ready" aria-label=${t('ready.title')}>
    ${t.has(about) && html`<p class="ready-about">${t(about)}</p>`}
    ${
      people.length > 1 &&
      html`<ul class="ready-people">${people.map(
        (seat) => html`<li key=${seat.seat} class=${ready.includes(seat.seat) ? 'ready-yes' : ''}>
          <${Avatar} seat=${seat} /><span translate=${false}>${seat.name}</span>
          <span class="muted">${t(ready.includes(seat.seat) ? 'ready.yes' : 'ready.no')}</span></li>`,
      )}</ul>`
    }
    ${
      asked
        ? html`<button type="button" class="primary large" data-ready onClick=${say}>${t('ready.say')}</button>`
        : html`<p role="status">${t('ready.wait', { n: missing.length, names: joinNames(missing.map(({ name }) => name)) })}</p>`
    }
    <p class="problem" role="alert">${problem}</p>
  </section>`;
}

/** @param {{number: number}} props */
function Count({ number }) {
  const { announce } = useShell();
  useEffect(() => announce(String(number)), [number]);
  return html`<p class="ready-count number" aria-hidden="true" key=${number}>${number}</p>`;
}

/**
 * Milliseconds until the race begins; 0 unless its countdown runs.
 * @param {boolean} waiting is somebody waited for?
 * @param {number} restMs how long the server says it takes, once nobody is
 */
function useCountdown(waiting, restMs) {
  const waited = useRef(waiting);
  const [until, set] = useState(0);
  const [now, look] = useState(0);
  waited.current ||= waiting;
  const begins = waited.current && !waiting && restMs > 0;
  useEffect(() => {
    if (!begins) return undefined;
    waited.current = false;
    set(performance.now() + restMs);
    look(performance.now());
    return undefined;
  }, [begins]);
  useEffect(() => {
    if (until <= performance.now()) return undefined;
    const timer = setInterval(() => {
      look(performance.now());
      if (performance.now() >= until) clearInterval(timer);
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [until]);
  return Math.max(0, until - now);
}
