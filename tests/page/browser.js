/** The little of a browser that modules without pictures use: storage, caches, the line, timers that a test turns. */

/** Something is done now and then; a test says when. */
export class Timers {
  /** @type {Map<number, {run: () => void, ms: number, repeats: boolean}>} */
  waiting = new Map();
  next = 1;

  /** @param {() => void} run @param {number} [ms] */
  once = (run, ms = 0) => this.add({ run, ms, repeats: false });
  /** @param {() => void} run @param {number} [ms] */
  every = (run, ms = 0) => this.add({ run, ms, repeats: true });
  /** @param {number} id */
  stop = (id) => void this.waiting.delete(id);

  /** @param {{run: () => void, ms: number, repeats: boolean}} timer */
  add(timer) {
    this.waiting.set(this.next, timer);
    return this.next++;
  }

  /** Let the first timer that waits as long as this run. @param {(ms: number, repeats: boolean) => boolean} fits */
  ring(fits) {
    const found = [...this.waiting].find(([, { ms, repeats }]) => fits(ms, repeats));
    if (!found) throw new Error('nothing waits for so long');
    if (!found[1].repeats) this.waiting.delete(found[0]);
    found[1].run();
  }
}

/** What a tab or a browser keeps. */
export class Store {
  /** @type {Map<string, string>} */
  kept = new Map();
  /** @param {string} name */
  getItem = (name) => this.kept.get(name) ?? null;
  /** @param {string} name @param {string} value */
  setItem = (name, value) => void this.kept.set(name, value);
  /** @param {string} name */
  removeItem = (name) => void this.kept.delete(name);
}

/** Somebody may listen here, but nothing is ever heard. */
export const listeners = { addEventListener: () => {}, removeEventListener: () => {} };

/** The line to the server, as a test plays it. */
export class Line {
  static CONNECTING = 0;
  static OPEN = 1;
  /** @type {Line[]} all that were opened */
  static all = [];
  /** @type {any[]} */
  sent = [];
  readyState = 0;
  /** @type {(() => void) | null} */ onopen = null;
  /** @type {((event?: {code: number}) => void) | null} */ onclose = null;
  /** @type {((event: {data: string}) => void) | null} */ onmessage = null;

  /** @param {string} address */
  constructor(address) {
    this.address = address;
    Line.all.push(this);
  }

  static get last() {
    return Line.all[Line.all.length - 1];
  }

  /** @param {string} text */
  send(text) {
    this.sent.push(JSON.parse(text));
  }

  /** @param {string} type @returns {any[]} */
  sentOf(type) {
    return this.sent.filter((message) => message.type === type);
  }

  open() {
    this.readyState = Line.OPEN;
    this.onopen?.();
  }

  /** @param {number} [code] */
  close(code) {
    this.readyState = 3;
    this.onclose?.(code === undefined ? undefined : { code });
  }

  /** @param {object} message what the server says */
  hear(message) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

/** The caches of a browser. */
export class Caches {
  /** @type {Map<string, Shelf>} */
  shelves = new Map();

  /** @param {string} name */
  open = async (name) => {
    const shelf = this.shelves.get(name) ?? new Shelf();
    this.shelves.set(name, shelf);
    return shelf;
  };
  keys = async () => [...this.shelves.keys()];
  /** @param {string} name */
  delete = async (name) => this.shelves.delete(name);
  /** @param {string} path @param {{cacheName: string}} where */
  match = async (path, { cacheName }) => this.shelves.get(cacheName)?.match(path);
}

class Shelf {
  /** @type {Map<string, Response>} */
  kept = new Map();
  /** @param {string | {url: string}} request @param {Response} answer */
  put = async (request, answer) => void this.kept.set(addressOf(request), answer);
  /** @param {string | {url: string}} request */
  match = async (request) => this.kept.get(addressOf(request))?.clone();
  /** @param {string | {url: string}} request */
  delete = async (request) => this.kept.delete(addressOf(request));
  keys = async () => [...this.kept.keys()].map((url) => ({ url }));
}

export const ORIGIN = 'http://bussolotto.test';
/** @param {string | {url: string}} request */
const addressOf = (request) => new URL(typeof request === 'string' ? request : request.url, ORIGIN).href;

/** Put this into the world that modules see, whatever is there already. @param {Record<string, unknown>} parts */
export function give(parts) {
  for (const [name, value] of Object.entries(parts))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}
