/**
 * Fingers, mouse and wheel on the picture: a drag turns, two fingers look closer and move, so do the wheel and a drag
 * with Shift or the middle button; a tap picks, and a second one at the same spot is told as such.
 */
import { Taps } from './taps.js';

const STILL_PX = 6; // less than that is no drag
const TURN = 0.0075; // radians for a pixel
const WHEEL = 0.0012;
const MIDDLE = 1; // button of a mouse

/** @typedef {{x: number, y: number}} Point in pixels of the canvas */
/**
 * @typedef {object} Hands what is to be done
 * @property {(point: Point, again: boolean) => void} tap `again`: the second one of a double tap
 * @property {(round: number, up: number) => void} drag radians
 * @property {() => void} drop
 * @property {(factor: number, point: Point) => void} near larger by this factor, about this point
 * @property {(right: number, down: number) => void} move pixels
 * @property {(x: number, y: number) => void} hover
 * @property {() => void} leave
 */

/** Listens until the function that it gives back is called. @param {HTMLCanvasElement} canvas @param {Hands} hands */
export function listen(canvas, hands) {
  const { held, place, pair } = pointersOn(canvas);
  const taps = new Taps();
  let still = true;
  let moves = false; // instead of turning
  /** @type {Point} */
  let begun = { x: 0, y: 0 };

  /** @param {PointerEvent} event */
  const down = (event) => {
    if (event.button > MIDDLE) return;
    canvas.setPointerCapture(event.pointerId);
    held.set(event.pointerId, place(event));
    still = held.size === 1;
    moves = event.shiftKey || event.button === MIDDLE;
    if (still) begun = place(event);
  };
  /** @param {PointerEvent} event */
  const move = (event) => {
    const now = place(event);
    const before = held.get(event.pointerId);
    if (!before) {
      if (event.pointerType === 'mouse') hands.hover(now.x, now.y);
      return;
    }
    if (still && Math.hypot(now.x - begun.x, now.y - begun.y) < STILL_PX) return;
    still = false;
    const was = pair();
    held.set(event.pointerId, now);
    const is = pair();
    if (was && is) {
      if (was.span && is.span) hands.near(is.span / was.span, was);
      hands.move(is.x - was.x, is.y - was.y);
    } else if (moves) hands.move(now.x - before.x, now.y - before.y);
    else hands.drag((now.x - before.x) * TURN, (now.y - before.y) * TURN);
  };
  /** @param {PointerEvent} event */
  const up = (event) => {
    if (!held.delete(event.pointerId) || held.size) return;
    if (!still) hands.drop();
    else if (event.type === 'pointerup') hands.tap(begun, taps.again(begun, event.timeStamp));
  };
  /** @param {WheelEvent} event */
  const wheel = (event) => {
    event.preventDefault();
    const { left, top } = canvas.getBoundingClientRect();
    hands.near(Math.exp(-event.deltaY * WHEEL), { x: event.clientX - left, y: event.clientY - top });
  };
  const heard = { pointerdown: down, pointermove: move, pointerup: up, pointercancel: up };
  const events = /** @type {[string, EventListener][]} */ (
    Object.entries({ ...heard, pointerleave: hands.leave, wheel })
  );
  for (const [name, hear] of events) canvas.addEventListener(name, hear, { passive: false });
  return () => {
    for (const [name, hear] of events) canvas.removeEventListener(name, hear);
  };
}

/**
 * The pointers that are down by their id, where one is, and of two the point between them and how far they are apart.
 * @param {HTMLElement} canvas
 */
function pointersOn(canvas) {
  /** @type {Map<number, Point>} */
  const held = new Map();
  /** @param {PointerEvent} event */
  const place = (event) => {
    const box = canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const pair = () => {
    const [one, other] = [...held.values()];
    if (!other) return null;
    const span = Math.hypot(one.x - other.x, one.y - other.y);
    return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2, span };
  };
  return { held, place, pair };
}
