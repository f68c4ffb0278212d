/**
 * Looking closer at the flat pile: by buttons, two fingers, or a wheel with Ctrl; moved by dragging, inside its frame.
 */
import { useMemo, useRef, useState } from '../vendor/preact.js';
import { about, kept, MOST, STEP, WHOLE } from './magnify.js';
import { frameOf } from './plan.js';
import { Taps } from './taps.js';

const DRAG_PX = 6; // less is a tap
const NEARLY = 1e-6;
const THUMB_PX = 44; // what a thumb hits for certain

/** @typedef {import('./magnify.js').Zoom} Zoom */
/** @typedef {import('./magnify.js').Point} Point */

/** @param {number} size of the pile */
export function useZoom(size) {
  const [zoom, set] = useState(/** @type {Zoom} */ (WHOLE));
  const now = useRef(zoom);
  now.current = zoom;
  const frame = useMemo(() => frameOf(size), [size]);
  const middle = { x: frame[0] + frame[2] / 2, y: frame[1] + frame[3] / 2 };
  const change = (/** @type {Zoom} */ next) => {
    now.current = kept(next, frame);
    set(now.current);
  };
  const gestures = useGestures(now, change);
  return {
    scale: zoom.scale,
    style: `transform:translate(${zoom.x}px,${zoom.y}px) scale(${zoom.scale})`,
    closer: () => change(about(now.current, STEP, middle)),
    farther: () => change(about(now.current, 1 / STEP, middle)),
    whole: () => change(WHOLE),
    most: zoom.scale >= MOST,
    /**
     * Where a finger cannot tell this point from another one so far away, look closer, and say so.
     * @param {readonly [number, number]} point @param {number} far @param {number} pixels of a unit that is not enlarged
     */
    crowded: ([x, y], far, pixels) => {
      const factor = THUMB_PX / (far * pixels * now.current.scale);
      if (!gestures.byFinger() || factor <= 1 + NEARLY || now.current.scale >= MOST) return false;
      const { scale, x: right, y: down } = now.current;
      change(about(now.current, factor, { x: x * scale + right, y: y * scale + down }));
      return true;
    },
    dragged: gestures.dragged,
    again: gestures.again,
    byFinger: gestures.byFinger,
    handlers: gestures.handlers,
    /**
     * Where a point of the pile is in the frame, as shares of its width and height.
     * @param {readonly [number, number]} point
     */
    share: ([x, y]) => [
      (x * zoom.scale + zoom.x - frame[0]) / frame[2],
      (y * zoom.scale + zoom.y - frame[1]) / frame[3],
    ],
  };
}

/** @param {{current: Zoom}} now @param {(next: Zoom) => void} change */
function useGestures(now, change) {
  const held = useRef(/** @type {Map<number, Point>} */ (new Map()));
  const moved = useRef({ far: 0, start: { x: 0, y: 0 } });
  const finger = useRef(false);
  const taps = useMemo(() => new Taps(), []);
  const down = (/** @type {PointerEvent} */ event) => {
    finger.current = event.pointerType === 'touch';
    if (held.current.size === 0) moved.current = { far: 0, start: { x: event.clientX, y: event.clientY } };
    held.current.set(event.pointerId, pointOf(event));
  };
  const move = (/** @type {PointerEvent} */ event) => {
    const before = held.current.get(event.pointerId);
    if (!before) return;
    const point = pointOf(event);
    const { start } = moved.current;
    moved.current.far = Math.max(moved.current.far, Math.hypot(event.clientX - start.x, event.clientY - start.y));
    if (held.current.size === 2) pinch(event.pointerId, before, point);
    else if (now.current.scale > 1 && moved.current.far > DRAG_PX) {
      change({ ...now.current, x: now.current.x + point.x - before.x, y: now.current.y + point.y - before.y });
    }
    held.current.set(event.pointerId, point);
  };
  const pinch = (/** @type {number} */ id, /** @type {Point} */ before, /** @type {Point} */ point) => {
    const other = [...held.current].find(([key]) => key !== id)?.[1];
    if (!other) return;
    moved.current.far = Infinity;
    const factor =
      Math.hypot(point.x - other.x, point.y - other.y) /
      Math.max(1, Math.hypot(before.x - other.x, before.y - other.y));
    change(about(now.current, factor, { x: (before.x + other.x) / 2, y: (before.y + other.y) / 2 }));
    const { scale, x, y } = now.current;
    change({ scale, x: x + (point.x - before.x) / 2, y: y + (point.y - before.y) / 2 });
  };
  const up = (/** @type {PointerEvent} */ event) => {
    held.current.delete(event.pointerId);
  };
  const wheel = (/** @type {WheelEvent} */ event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    change(about(now.current, Math.exp(-event.deltaY / 200), pointOf(event)));
  };
  return {
    dragged: () => moved.current.far > DRAG_PX,
    byFinger: () => finger.current,
    /** Is this click the second one of two? */
    again: (/** @type {MouseEvent} */ { clientX: x, clientY: y, timeStamp }) => taps.again({ x, y }, timeStamp),
    handlers: {
      onPointerDown: down,
      onPointerMove: move,
      onPointerUp: up,
      onPointerCancel: up,
      onPointerLeave: up,
      onWheel: wheel,
    },
  };
}

/** Where an event is, in the units of the drawing. @param {MouseEvent} event @returns {Point} */
function pointOf(event) {
  const drawing = /** @type {SVGSVGElement} */ (event.currentTarget);
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(drawing.getScreenCTM()?.inverse());
  return { x, y };
}
