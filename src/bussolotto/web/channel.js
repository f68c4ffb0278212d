/**
 * The line to one match. It knows the last position, asks for what it has missed when it comes back, and keeps the one
 * thing that a person has done and the server has not confirmed: that is sent again, under the same id, until it is.
 */
import { Refused } from './api.js';

/** @typedef {import('./types.js').Position} Position */
/** @typedef {import('./types.js').Step} Step */
/** @typedef {'connecting' | 'open' | 'lost'} Line */
/** @typedef {{line: Line, position: Position | null, steps: Step[], table: import('./types.js').Table | null, pending: boolean}} Known */
/** @typedef {{type: 'act' | 'preview', id: string, version: number, actions: number[]}} Request */
/** @typedef {{request: Request, resolve: (answer: any) => void, reject: (refusal: Refused) => void}} Waiting */

const FIRST_RETRY_MS = 300;
const LAST_RETRY_MS = 8000;
const PROBE_MS = 45_000; // a sleeping laptop does not notice that its line is dead
const ANSWER_MS = 5000;

export class Channel {
  /**
   * @param {string} match
   * @param {boolean} shows does the page want every position as text?
   * @param {(known: Known) => void} changed told at every change
   */
  constructor(match, shows, changed) {
    this.match = match;
    this.query = shows ? '?show=1' : '';
    this.changed = changed;
    /** @type {Known} */
    this.known = { line: 'connecting', position: null, steps: [], table: null, pending: false };
    /** @type {Waiting | null} */
    this.pending = null;
    /** @type {Map<string, Waiting>} */
    this.previews = new Map();
    this.retries = 0;
    this.retryTimer = 0;
    this.answerTimer = 0;
    this.probeTimer = setInterval(() => this.probe(), PROBE_MS);
    this.wake = () => document.visibilityState === 'visible' && this.probe();
    document.addEventListener('visibilitychange', this.wake);
    window.addEventListener('online', this.wake);
    this.socket = this.connect();
  }

  close() {
    clearInterval(this.probeTimer);
    clearTimeout(this.retryTimer);
    clearTimeout(this.answerTimer);
    document.removeEventListener('visibilitychange', this.wake);
    window.removeEventListener('online', this.wake);
    this.socket.onclose = null;
    this.socket.close();
  }

  /**
   * Play; resolves when the server has stored it, however often the line breaks until then.
   * @param {number[]} actions
   * @returns {Promise<void>}
   */
  act(actions) {
    if (this.pending) return Promise.reject(new Refused({ code: 'busy' }));
    return new Promise((resolve, reject) => {
      this.pending = { request: this.request('act', actions), resolve, reject };
      this.tell({ pending: true });
      this.send(this.pending.request);
    });
  }

  /**
   * What would be after these actions; nobody else hears of it.
   * @param {number[]} actions
   * @returns {Promise<Position>}
   */
  preview(actions) {
    return new Promise((resolve, reject) => {
      const request = this.request('preview', actions);
      this.previews.set(request.id, { request, resolve, reject });
      this.send(request);
    });
  }

  /** @param {'act' | 'preview'} type @param {number[]} actions @returns {Request} */
  request(type, actions) {
    const bytes = crypto.getRandomValues(new Uint8Array(12));
    const id = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
    return { type, id, version: this.known.position?.version ?? 0, actions };
  }

  connect() {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/api/matches/${this.match}/socket${this.query}`);
    socket.onopen = () => this.opened();
    socket.onclose = () => this.lost();
    socket.onmessage = (event) => this.heard(JSON.parse(event.data));
    return socket;
  }

  again() {
    clearTimeout(this.retryTimer);
    this.socket.onclose = null;
    this.socket.close();
    this.socket = this.connect();
  }

  opened() {
    this.retries = 0;
    this.tell({ line: 'open' });
    this.resume();
    if (this.pending) this.send(this.pending.request);
    for (const { request } of this.previews.values()) this.send(request);
  }

  lost() {
    clearTimeout(this.answerTimer);
    this.tell({ line: 'lost' });
    const wait = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** this.retries++);
    clearTimeout(this.retryTimer);
    this.retryTimer = setTimeout(() => this.again(), wait * (0.75 + Math.random() / 2));
  }

  /** Ask whether the line is alive; who does not answer is called anew. */
  probe() {
    if (this.known.line === 'lost') {
      this.again();
    } else if (this.known.line === 'open') {
      this.resume();
      clearTimeout(this.answerTimer);
      this.answerTimer = setTimeout(() => this.socket.close(), ANSWER_MS);
    }
  }

  /** All plies since the last known position; from the very first one, so that the log is whole. */
  resume() {
    this.send({ type: 'resume', version: this.known.position?.version ?? 0 });
  }

  /** @param {object} message */
  send(message) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** @param {any} message */
  heard(message) {
    clearTimeout(this.answerTimer);
    const answers = /** @type {Record<string, (message: any) => void>} */ ({
      view: (view) => this.see(view, this.known.steps),
      steps: (steps) => this.follow(steps),
      table: ({ table }) => this.tell({ table }),
      ack: ({ id }) => this.settle(id)?.resolve(undefined),
      preview: (position) => this.settle(position.id)?.resolve(position),
      refused: (refusal) => this.settle(refusal.id)?.reject(new Refused(refusal)),
    });
    answers[message.type]?.(message);
  }

  /** @param {{version: number, steps: import('./types.js').SentStep[]} & Position} message */
  follow(message) {
    const last = this.known.position?.version ?? 0;
    const first = message.version - message.steps.length;
    if (first > last) return this.resume();
    if (message.version < last) return undefined; // an old answer that a newer message has overtaken
    const before = this.known.position?.view ?? null;
    const fresh = message.steps.slice(last - first).map((step, index) => {
      const context = { before, after: message.view };
      return { ...step, ...context, version: last + index + 1 };
    });
    return this.see(message, [...this.known.steps, ...fresh]);
  }

  /** @param {Position} position @param {Step[]} steps */
  see({ version, view, movers, legal, show = '', rest_ms: restMs = 0 }, steps) {
    this.tell({ position: { version, view, movers, legal, show, rest_ms: restMs }, steps });
  }

  /** @param {string} id */
  settle(id) {
    const preview = this.previews.get(id);
    this.previews.delete(id);
    if (preview) return preview;
    if (this.pending?.request.id !== id) return null;
    const waiting = this.pending;
    this.pending = null;
    this.tell({ pending: false });
    return waiting;
  }

  /** @param {Partial<Known>} news */
  tell(news) {
    this.known = { ...this.known, ...news };
    this.changed(this.known);
  }
}
