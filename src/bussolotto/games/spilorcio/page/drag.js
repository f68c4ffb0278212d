/** Dragging a die from the roll to the tray, with mouse, pen or finger. */
import { useRef } from '../../../web/vendor/preact.js';

const THRESHOLD_PX = 8;

/** @typedef {{die: HTMLElement, x: number, y: number, place: number, moved: boolean}} Drag */

/**
 * Handlers for the dice of the roll.
 * @param {(place: number) => void} onDrop a die was let go over the tray
 */
export function useDrag(onDrop) {
  const drag = useRef(/** @type {Drag | null} */ (null));
  const dropped = useRef(false);

  /** @param {PointerEvent} event @param {number} place */
  function onPointerDown(event, place) {
    if (event.button !== 0) return;
    const die = /** @type {HTMLElement} */ (event.currentTarget);
    dropped.current = false;
    die.setPointerCapture(event.pointerId);
    drag.current = { die, x: event.clientX, y: event.clientY, place, moved: false };
  }

  /** @param {PointerEvent} event */
  function onPointerMove(event) {
    const now = drag.current;
    if (!now) return;
    const x = event.clientX - now.x;
    const y = event.clientY - now.y;
    if (!now.moved && Math.hypot(x, y) < THRESHOLD_PX) return;
    now.moved = true;
    now.die.classList.add('dragging');
    now.die.style.translate = `${x}px ${y}px`;
  }

  /** @param {PointerEvent} event */
  function onPointerUp(event) {
    const now = release();
    if (!now?.moved) return;
    dropped.current = true;
    const under = document.elementsFromPoint(event.clientX, event.clientY);
    if (under.some((element) => element.closest('[data-drop]'))) onDrop(now.place);
  }

  function release() {
    const now = drag.current;
    drag.current = null;
    now?.die.classList.remove('dragging');
    if (now) now.die.style.translate = '';
    return now;
  }

  /** Was the click that follows only the end of a drag? */
  function wasDrag() {
    const was = dropped.current;
    dropped.current = false;
    return was;
  }

  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: release, wasDrag };
}
