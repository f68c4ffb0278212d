/** How fine the picture may be: full at rest, and while things move as fine as this machine can draw fast enough. */

const SHARPEST = 2;
const COARSEST = 0.5;
const FINE = 1.7e6; // pixels that a processor may draw at rest: it draws without smoothing, more pixels do that
const SLOW_MS = 45; // until a frame comes: coarser then
const FAST_MS = 24; // finer then
const HOPELESS_MS = 180; // coarser at once
const AWAY_MS = 2500; // the page was not seen meanwhile
const FEW = 4; // frames that tell how long one takes
const SOFTWARE = /swiftshader|llvmpipe|software|basic render/i;

/** Is the picture drawn by the processor alone? @param {HTMLCanvasElement | OffscreenCanvas} canvas to try it on */
export function drawsInSoftware(canvas = document.createElement('canvas')) {
  const context = /** @type {WebGL2RenderingContext | null} */ (canvas.getContext('webgl2'));
  if (!context) return false;
  const plain = String(context.getParameter(context.RENDERER));
  const named = plain === 'WebKit WebGL' ? context.getExtension('WEBGL_debug_renderer_info') : null; // where the plain name tells nothing
  const name = named ? String(context.getParameter(named.UNMASKED_RENDERER_WEBGL)) : plain;
  context.getExtension('WEBGL_lose_context')?.loseContext();
  return SOFTWARE.test(name);
}

/** Watches how long frames take. */
export class Pace {
  /** @param {boolean} software */
  constructor(software) {
    this.software = software;
    this.moving = software ? 0.75 : SHARPEST;
    /** @type {number[]} */
    this.spans = [];
    this.typical = 0; // milliseconds of a frame
  }

  /** Does even the coarsest picture come too slowly? */
  get hopeless() {
    return this.moving === COARSEST && this.typical > SLOW_MS;
  }

  /**
   * Pixels of the picture for one of the page.
   * @param {boolean} inMotion @param {number} [area] of the canvas, in pixels of the page
   * @param {number} [screen] pixels of the screen for one of the page; a worker does not know them by itself
   */
  ratio(inMotion, area = FINE / 1.5, screen = globalThis.devicePixelRatio || 1) {
    const own = Math.min(screen, SHARPEST);
    if (inMotion) return Math.min(own, this.moving);
    return this.software ? Math.max(own, Math.min(SHARPEST, Math.sqrt(FINE / Math.max(1, area)))) : own;
  }

  /**
   * So long it took from asking for a frame to drawing it: longer where the one before is not done.
   * @param {number} span milliseconds
   */
  measure(span) {
    if (span > AWAY_MS) return;
    this.spans.push(span);
    if (this.spans.length < FEW && span < HOPELESS_MS) return;
    const typical = [...this.spans].sort((one, other) => one - other)[this.spans.length >> 1];
    this.spans = [];
    this.typical = typical;
    if (typical > SLOW_MS) this.moving = Math.max(COARSEST, this.moving * (typical > 2 * SLOW_MS ? 0.65 : 0.85));
    else if (typical < FAST_MS) this.moving = Math.min(SHARPEST, this.moving * 1.1);
  }
}
