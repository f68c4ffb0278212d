/** What has just been decided: one sentence over the board, and what moves with it. */
import { flyCopies, flyDice } from '../components/flight.js';
import { needs } from '../components/needs.js';
import { html, useLayoutEffect, useRef } from '../vendor/preact.js';
import { eventText } from './told.js';

/** @typedef {import('../types.js').TableProps} TableProps */
/** @typedef {import('../types.js').EventTold} EventTold */
/**
 * @typedef {{glow?: string, fly?: string, most?: number, dice?: string, to?: number}} Move `glow`: what lights up,
 *     `fly`: what flies, the first `most` of it, `dice`: from where dice do; selectors within the page of the game; `to`:
 *     to whom, else to the player of the event
 */
/** @typedef {Record<string, (values: Record<string, any>) => Move>} Moves by the word of an event */

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
  useLayoutEffect(() => {
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
    const flying = motion ? fliers(root, move, move.to ?? event.values.seat) : [];
    return () => {
      for (const element of lit) element.classList.remove('event-glow');
      for (const element of flying) element.remove();
    };
  }, [event]);
}

/** What flies to a player. @param {HTMLElement} root @param {Move} move @param {number} seat */
export function fliers(root, { fly, most, dice }, seat) {
  const boxes = dice ? [...root.querySelectorAll(dice)].map((element) => element.getBoundingClientRect()) : [];
  return [
    ...flyCopies(root, fly ? [...root.querySelectorAll(fly)].slice(0, most) : [], seat),
    ...flyDice(root, boxes, seat),
  ];
}
