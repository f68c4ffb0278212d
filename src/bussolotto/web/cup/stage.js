/** The page's end of the thread that throws and draws the dice. */

/** @typedef {import('./worker.js').FromWorker} FromWorker */
/** @typedef {import('./worker.js').ToWorker} ToWorker */
/** @typedef {import('./worker.js').Shown} Shown */
/** @typedef {import('./worker.js').Size} Size */
/** @typedef {{places: (places: import('./scene.js').Place[]) => void, thrown: (hits: import('./types.js').Path['hits'], wait: number) => void,
 *   landed: () => void, failed: () => void}} Listener */

/** Bodies and pips of dice, where the page's style sheet has no token for them. */
const PAINTS = {
  ivory: ['#fbf4e2', '#33231a'],
  red: ['#c8362d', '#fff6e6'],
  yellow: ['#f0b429', '#3a2410'],
  pearl: ['#f4ecdc', '#3b2a1c'],
  turquoise: ['#1f9e9a', '#fff6e6'],
  violet: ['#7b55b8', '#fff6e6'],
};

export class CupStage {
  /** @param {HTMLCanvasElement} canvas @param {Listener} listener */
  constructor(canvas, listener) {
    this.canvas = canvas;
    this.listener = listener;
    this.waiting = 0; // what was shown and does not lie yet; each lands once
    this.worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
    this.worker.onmessage = ({ data }) => this.hear(data);
    this.worker.onerror = () => listener.failed();
    const size = sizeOf(canvas);
    const offscreen = canvas.transferControlToOffscreen();
    canvas.toDataURL = (...kind) => copyOf(canvas).toDataURL(...kind);
    this.say({ kind: 'begin', canvas: offscreen, size, ...coloursOf(canvas) }, [offscreen]);
    this.watch = new ResizeObserver(() => {
      if (canvas.clientWidth) this.say({ kind: 'size', size: sizeOf(canvas) }); // else it is hidden for a while
    });
    this.watch.observe(canvas);
  }

  /** @param {ToWorker} message @param {Transferable[]} [given] */
  say(message, given = []) {
    this.worker.postMessage(message, given);
  }

  /** @param {FromWorker} message */
  hear(message) {
    if (message.kind === 'failed') this.listener.failed();
    if (message.kind === 'places') this.listener.places(message.places);
    if (message.kind === 'thrown') this.listener.thrown(message.hits, message.wait);
    if (message.kind === 'landed' && (this.waiting -= 1) === 0) this.listener.landed();
  }

  /** @param {Shown} shown */
  show(shown) {
    this.waiting += 1;
    this.say({ kind: 'show', shown });
  }

  skip() {
    this.say({ kind: 'skip' });
  }

  end() {
    this.watch.disconnect();
    this.worker.terminate();
  }
}

/** @param {HTMLCanvasElement} canvas @returns {Size} */
function sizeOf(canvas) {
  const { clientWidth, clientHeight, offsetLeft, offsetTop } = canvas;
  return {
    width: Math.max(1, clientWidth),
    height: Math.max(1, clientHeight),
    beside: Math.max(0, -offsetLeft),
    above: Math.max(0, -offsetTop),
    screen: devicePixelRatio,
  };
}

/** The colours of the page. @param {Element} element */
function coloursOf(element) {
  const style = getComputedStyle(element);
  const colour = (/** @type {string} */ name, other = '') => style.getPropertyValue(name).trim() || other;
  const paints = Object.entries(PAINTS).map(([name, [body, pips]]) => [
    name,
    { body: colour(`--die-${name}`, body), pips: colour(`--pip-${name}`, pips) },
  ]);
  return {
    colours: {
      felt: colour('--felt'),
      wood: colour('--tray-wood'),
      leather: colour('--tray-leather'),
      brass: colour('--tray-brass'),
    },
    paints: Object.fromEntries(paints),
  };
}

/** A canvas with what is seen on this one, which its thread alone can read. @param {HTMLCanvasElement} canvas */
function copyOf(canvas) {
  const copy = Object.assign(document.createElement('canvas'), { width: canvas.width, height: canvas.height });
  copy.getContext('2d')?.drawImage(canvas, 0, 0);
  return copy;
}
