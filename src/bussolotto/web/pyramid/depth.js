/** The pile in three dimensions: brings the scene when it is wanted, and says so where there cannot be one. */
import { html, useEffect, useRef, useState } from '../vendor/preact.js';

/** @typedef {import('./types.js').Scene} Scene */

/**
 * @param {{dice: readonly import('./types.js').PileDie[], places: readonly import('./types.js').Place[], look:
 *     import('./types.js').Look,
 *   theme: 'light' | 'dark', onPick: (cell: number) => void, onAgain: (cell: number | null) => void, onSide: (side:
 *   import('./types.js').Side) => void, onZoom: (scale: number) => void, onUnseen: (count: number) => void,
 *   onSlow: (ms: number) => void, scene: {current: Scene | null}, onFail: () => void}} props `scene`: where to put it, for who turns it
 */
export function Depth(props) {
  const { dice, places, look, theme, scene, onFail } = props;
  const canvas = useRef(/** @type {HTMLCanvasElement | null} */ (null));
  const latest = useRef(props);
  latest.current = props;
  const [ready, set] = useState(false);
  useEffect(() => {
    let left = false;
    const begin = async () => {
      if (!canvas.current) return;
      if (!hasWebgl()) {
        onFail();
        return;
      }
      try {
        const { createScene } = await import('./scene.js');
        if (left) return;
        const made = await createScene(canvas.current, {
          theme,
          onPick: (cell) => latest.current.onPick(cell),
          onAgain: (cell) => latest.current.onAgain(cell),
          onSide: (side) => latest.current.onSide(side),
          onZoom: (scale) => latest.current.onZoom(scale),
          onUnseen: (count) => latest.current.onUnseen(count),
          onSlow: (ms) => latest.current.onSlow(ms),
          onLost: () => latest.current.onFail(),
        });
        keepReadable(canvas.current, made);
        if (left) made.dispose();
        else scene.current = made;
        set(!left);
      } catch {
        if (!left) onFail(); // the scene did not come: the flat twin shows everything
      }
    };
    begin();
    return () => {
      left = true;
      set(false);
      scene.current?.dispose();
      scene.current = null;
    };
  }, [theme]);
  useEffect(() => {
    if (ready) scene.current?.show(dice, places, look);
  }, [ready, dice, places, look]);
  useEffect(() => {
    if (!canvas.current) return undefined;
    const observer = new ResizeObserver(() => scene.current?.resize());
    observer.observe(canvas.current);
    return () => observer.disconnect();
  }, []);
  return html`<canvas class="pile-canvas" key=${theme} ref=${canvas} aria-hidden="true"></canvas>`;
}

/**
 * What was drawn in an earlier frame cannot be read any more, so it is drawn anew for whoever wants the picture.
 * @param {HTMLCanvasElement} canvas @param {Scene} scene
 */
function keepReadable(canvas, scene) {
  canvas.toDataURL = (...kind) => {
    scene.draw();
    return HTMLCanvasElement.prototype.toDataURL.apply(canvas, kind);
  };
}

/**
 * Can this browser draw in three dimensions at all? Asked before the scene is brought, which is large and complains.
 */
function hasWebgl() {
  const context = document.createElement('canvas').getContext('webgl2');
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return context !== null;
}
