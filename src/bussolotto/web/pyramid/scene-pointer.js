/** Fingers, mouse and wheel on the picture: a drag turns, two fingers and the wheel zoom, a tap picks. */

const STILL_PX = 6; // less than that is no drag
const TURN = 0.0075; // radians for a pixel

/**
 * @typedef {object} Hands what is to be done
 * @property {(x: number, y: number) => void} tap
 * @property {(round: number, up: number) => void} drag radians
 * @property {() => void} drop
 * @property {(factor: number) => void} near
 * @property {(x: number, y: number) => void} hover
 * @property {() => void} leave
 */

/** Listens until the function that it gives back is called. @param {HTMLCanvasElement} canvas @param {Hands} hands */
export function listen(canvas, hands) {
  const { held, place, span } = pointersOn(canvas);
  let still = true;
  let wide = 0;

  /** @type {{x: number, y: number}} */
  let begun = { x: 0, y: 0 };

  /** @param {PointerEvent} event */
  const down = (event) => {
    if (event.button > 0) return;
    canvas.setPointerCapture(event.pointerId);
    held.set(event.pointerId, place(event));
    if (held.size === 1) {
      still = true;
      begun = place(event);
    } else still = false;
    wide = span();
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
    held.set(event.pointerId, now);
    const share = 1 / held.size;
    hands.drag((now.x - before.x) * TURN * share, (now.y - before.y) * TURN * share);
    const wider = span();
    if (wide && wider) hands.near(wide / wider);
    wide = wider;
  };
  /** @param {PointerEvent} event */
  const up = (event) => {
    if (!held.delete(event.pointerId) || held.size) return;
    if (!still) hands.drop();
    else if (event.type === 'pointerup') hands.tap(begun.x, begun.y);
    wide = 0;
  };
  /** @param {WheelEvent} event */
  const wheel = (event) => {
    event.preventDefault();
    hands.near(Math.exp(event.deltaY * 0.0012));
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

/** The pointers that are down by their id, where one is, and how far two of them are apart. @param {HTMLElement} canvas */
function pointersOn(canvas) {
  /** @type {Map<number, {x: number, y: number}>} */
  const held = new Map();
  /** @param {PointerEvent} event */
  const place = (event) => {
    const box = canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const span = () => {
    const [one, other] = [...held.values()];
    return other ? Math.hypot(one.x - other.x, one.y - other.y) : 0;
  };
  return { held, place, span };
}
