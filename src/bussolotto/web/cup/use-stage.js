/** The canvas of a tray in a page: what goes to the thread that draws it, and what comes back. */
import { useTheme } from '../components/manner.js';
import { Falling } from '../components/falling.js';
import { needs } from '../components/needs.js';
import { html, useContext, useEffect, useLayoutEffect, useRef, useState } from '../vendor/preact.js';
import { useSolid } from './solid.js';
import { CupStage } from './stage.js';

/** @typedef {import('./types.js').TrayDie} TrayDie */
/** @typedef {import('./types.js').Throwing} Throwing */
/** @typedef {import('./scene.js').Place} Place */
/** @typedef {ReadonlyMap<string | number, Place>} Places */
/** @typedef {{dice: readonly TrayDie[], throwing: Throwing | null, motion: boolean}} Wish */

/** @type {Places} */
const NOWHERE = new Map();

const TOUCH_PX = 44;
const ROOMY = 1.15; // a button is so much larger than its die

needs([], [new URL('./tray.css', import.meta.url)]);

/** Is this die under a closed cup? @param {TrayDie} die */
export const isClosed = ({ hidden, face }) => Boolean(hidden) || !face;

/**
 * @param {Wish} wish
 * @returns {{wanted: boolean, solid: boolean, moving: boolean, places: Places, canvas: any, skip: () => void}}
 *     `wanted`: are they to be drawn in
 *     three dimensions? `solid`: are they by now? Until then what is flat is shown; `places`: where dice are on the
 *     canvas
 */
export function useStage({ dice, throwing, motion }) {
  const [broken, breakDown] = useState(false);
  const solid = useSolid() && !broken;
  const theme = useTheme(); // the tray is made of another wood in the dark
  const [drawn, draw] = useState(/** @type {Places | null} */ (null));
  const [moving, move] = useState(false);
  const canvas = useRef(/** @type {HTMLCanvasElement | null} */ (null));
  const stage = useRef(/** @type {CupStage | null} */ (null));
  const thrown = useRef(throwing?.key);
  const falling = useContext(Falling);

  useEffect(() => {
    if (!solid || !canvas.current) return undefined;
    stage.current = new CupStage(canvas.current, {
      places: (list) => draw(new Map(list.map((one) => [one.id, one]))),
      thrown: () => {},
      landed: () => {
        move(false);
        falling.lie();
      },
      failed: () => {
        breakDown(true);
        falling.lie(); // nothing more is heard of dice that were in the air
      },
    });
    return () => {
      stage.current?.end();
      stage.current = null;
      draw(null);
      move(false);
    };
  }, [solid, theme]);

  const shown = shownOf(dice);
  useEffect(() => {
    const fresh = throwing && throwing.key !== thrown.current && motion ? throwing : null;
    thrown.current = throwing?.key;
    stage.current?.show({ ...shown, throwing: fresh && { key: fresh.key, ids: [...fresh.ids] } });
    move(Boolean(fresh && stage.current));
    if (fresh && stage.current) falling.fall();
  }, [JSON.stringify(shown), throwing?.key, solid, theme]);

  const skip = () => {
    stage.current?.skip();
    move(false);
    falling.lie();
  };
  useSkipping(moving, skip);
  return {
    wanted: solid,
    solid: solid && drawn !== null,
    places: (solid && drawn) || NOWHERE,
    moving,
    skip,
    canvas:
      solid &&
      html`<canvas class=${`dice-tray-canvas ${drawn ? '' : 'is-coming'}`} key=${theme} ref=${canvas} aria-hidden="true"
      />`,
  };
}

/** What may be shown, and how many dice are under a closed cup. @param {readonly TrayDie[]} dice */
function shownOf(dice) {
  const open = dice.filter((die) => !isClosed(die));
  return {
    dice: open.map(({ id, face, colour = 'ivory', secret = false }) => ({ id, face, colour, secret })),
    closed: dice.length - open.length,
  };
}

/** Whatever is tapped or typed ends the throw. @param {boolean} moving @param {() => void} skip */
function useSkipping(moving, skip) {
  useLayoutEffect(() => {
    if (!moving) return undefined;
    document.addEventListener('pointerdown', skip, true);
    document.addEventListener('keydown', skip, true);
    return () => {
      document.removeEventListener('pointerdown', skip, true);
      document.removeEventListener('keydown', skip, true);
    };
  }, [moving]);
}

/** Over a die on the canvas, and large enough for a finger. @param {Place} place */
export function over({ x, y, size }) {
  const across = Math.max(TOUCH_PX, size * ROOMY);
  return { left: `${x - across / 2}px`, top: `${y - across / 2}px`, width: `${across}px`, height: `${across}px` };
}

/**
 * Whom a press means where targets lie over each other: the die that is nearest.
 * @param {Places} places @param {{x: number, y: number}} point in pixels, as places are
 * @returns {string | number | null} its id; null where no die is in three dimensions
 */
export function nearestDie(places, point) {
  const apart = (/** @type {Place} */ { x, y }) => Math.hypot(x - point.x, y - point.y);
  const near = [...places.values()].sort((one, other) => apart(one) - apart(other));
  return near.length ? near[0].id : null;
}
