/** What has just been decided: one sentence over the board, and what moves with it. */
import { needs } from '../components/needs.js';
import { html, useEffect, useLayoutEffect, useRef } from '../vendor/preact.js';
import { eventText } from './told.js';

/** @typedef {import('../types.js').TableProps} TableProps */
/** @typedef {import('../types.js').EventTold} EventTold */
/**
 * @typedef {{glow?: string, fly?: string, most?: number, to?: number}} Move `glow`: what lights up, `fly`: what flies to the player
 *     `to`, the first `most` of it; selectors within the page of the game
 */
/** @typedef {Record<string, (values: Record<string, any>) => Move>} Moves by the word of an event */

const FLIGHT_MS = 650;

needs([], [new URL('./banner.css', import.meta.url)]);

/** @param {Pick<TableProps, 'event' | 'skip' | 't' | 'game' | 'seats' | 'replay'>} props */
export function Banner({ event, skip, t, game, seats, replay }) {
  useSkip(event && !replay ? (skip ?? null) : null);
  if (!event) return null;
  const names = seats.map(({ name }) => name);
  return html`<div class="banner" data-event=${event.word}>
    <p key=${JSON.stringify(event)}>${eventText(event, { t, game: game.name, names })}</p></div>`;
}

/** A tap anywhere on the table or a key goes on. @param {(() => void) | null} skip */
function useSkip(skip) {
  const latest = useRef(skip);
  latest.current = skip;
  const on = skip !== null;
  useEffect(() => {
    if (!on) return undefined;
    const press = (/** @type {Event} */ event) => {
      const inside = /** @type {Element} */ (event.target).closest('.game');
      if (event instanceof KeyboardEvent ? [' ', 'Enter', 'Escape'].includes(event.key) : inside) latest.current?.();
    };
    document.addEventListener('pointerdown', press);
    document.addEventListener('keydown', press);
    return () => {
      document.removeEventListener('pointerdown', press);
      document.removeEventListener('keydown', press);
    };
  }, [on]);
}

/**
 * Light up and let fly what an event moves.
 * @param {{current: HTMLElement | null}} table the page of the game @param {EventTold | null | undefined} event
 * @param {Moves | undefined} moves @param {boolean} motion
 */
export function useMoves(table, event, moves, motion) {
  useLayoutEffect(() => {
    const root = table.current;
    const move = event && moves?.[event.word]?.(event.values);
    if (!root || !move) return undefined;
    const lit = move.glow ? [...root.querySelectorAll(move.glow)] : [];
    for (const element of lit) element.classList.add('event-glow');
    lit[0]?.scrollIntoView?.({ block: 'nearest' });
    const flying = move.fly && motion ? fly(root, move, event.values.seat) : [];
    return () => {
      for (const element of lit) element.classList.remove('event-glow');
      for (const element of flying) element.remove();
    };
  }, [event]);
}

/**
 * Copies of these things fly to a player.
 * @param {HTMLElement} root @param {Move} move @param {number} own the player of the event @returns {HTMLElement[]}
 */
function fly(root, { fly: selector = '', most, to }, own) {
  const target = root.querySelector(`.seat[data-seat="${to ?? own}"]`)?.getBoundingClientRect();
  if (!target) return [];
  return /** @type {HTMLElement[]} */ ([...root.querySelectorAll(selector)].slice(0, most)).map((element, at) => {
    const from = element.getBoundingClientRect();
    const copy = /** @type {HTMLElement} */ (element.cloneNode(true));
    copy.setAttribute('aria-hidden', 'true');
    copy.classList.add('event-flight');
    Object.assign(copy.style, {
      left: `${from.left}px`,
      top: `${from.top}px`,
      width: `${from.width}px`,
      height: `${from.height}px`,
    });
    root.append(copy);
    const across = target.left + target.width / 2 - from.left - from.width / 2;
    const down = target.top + target.height / 2 - from.top - from.height / 2;
    copy.animate([{ transform: 'none' }, { transform: `translate(${across}px, ${down}px) scale(.4)`, opacity: 0.3 }], {
      duration: FLIGHT_MS,
      delay: 80 * at,
      easing: 'cubic-bezier(.5, 0, .3, 1)',
      fill: 'both',
    });
    return copy;
  });
}
