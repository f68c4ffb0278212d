/**
 * The line to one match. It knows the last position, asks for what it has missed when it comes back, and keeps the one
 * thing that a person has done and the server has not confirmed: that is sent again, under the same id, until it is.
 */
import { Refused } from './api.js';
import { forgetLeft, keepLeft, leftAt, leftOf } from './pending.js';

/** @typedef {import('./types.js').Position} Position */
/** @typedef {import('./types.js').Step} Step */
/** @typedef {'connecting' | 'open' | 'lost'} Line */
/** @typedef {{line: Line, position: Position | null, steps: Step[], table: import('./types.js').Table | null, pending: boolean, said: Said[], contested?: {id: string, seats: number[]},
 *   kept?: number, returned?: import('./pending.js').Left | null}} Known `kept`: the position is only remembered, since when; `returned`: what was not played after all */
/** @typedef {{number: number, seat: number, name: string, phrase: number | null, text: string | null, ago_s: number, at: number}} Said `at`: when, on the clock of this page */
/** @typedef {{type: 'act' | 'preview' | 'throw', id: string, version: number, actions: number[], outcomes?: number[]}} Request */
/** @typedef {{request: Request, resolve: (answer: any) => void, reject: (refusal: Refused) => void, outlasted?: boolean}} Waiting `outlasted`: the line was gone since */

const FIRST_RETRY_MS = 300;
const LAST_RETRY_MS = 8000;
const PROBE_MS = 45_000; // a sleeping laptop does not notice that its line is dead
const VERSIONS_KEPT = 64;
const ANSWER_MS = 5000;

const newId = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('');

export class Channel {
  /**
   * @param {string} match
   * @param {boolean} shows does the page want every position as text?
   * @param {(known: Known) => void} changed told at every change
   * @param {string} [eyes] whose: `seat=N` of several of mine, `watch=1` nobody's; the first of mine unless told
   */
  constructor(match, shows, changed, eyes = '') {
    this.match = match;
    this.eyes = eyes;
    this.query = `?${shows ? 'show=1' : ''}&${eyes}`;
    this.changed = changed;
    /** @type {Known} */
    this.known = { line: 'connecting', position: null, steps: [], table: null, pending: false, said: [] };
    /** @type {Waiting | null} */
    this.pending = null;
    /** @type {Channel | null} */
    this.earlier = null; // asks what came of an action in the match before this one
    this.recall();
    /** @type {Map<string, Waiting>} */
    this.asked = new Map();
    /** @type {Map<number, number>} */
    this.arrivals = new Map(); // of the latest versions, by the clock of the page
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
    this.earlier?.close();
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
   * @param {import('./types.js').Press} [press] in a race: what was seen, and how long
   * @returns {Promise<void>}
   */
  act(actions, press) {
    return this.commit({ ...this.request('act', actions), ...(press && this.reaction(press)) });
  }

  /**
   * What somebody reacted to, and how long he took from when it arrived: the server's pings take the same way, and do
   * not wait for a drawing either.
   * @param {import('./types.js').Press} press
   */
  reaction({ version, pressed_ms }) {
    const arrived = this.arrivals.get(version);
    return { version, reaction_ms: arrived === undefined ? null : pressed_ms - arrived };
  }

  /** Say how dice fell that people rolled: outcomes of chance by their code; as `act`. @param {number[]} outcomes @returns {Promise<void>} */
  roll(outcomes) {
    return this.commit({ ...this.request('throw', []), outcomes });
  }

  /** @param {Request} request @returns {Promise<void>} */
  commit(request) {
    if (this.pending) return Promise.reject(new Refused({ code: 'busy' }));
    return new Promise((resolve, reject) => {
      this.pending = { request, resolve, reject };
      this.keep();
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
    return this.ask(this.request('preview', actions));
  }

  /** Say something to all at the table. @param {{phrase: number} | {text: string}} words @returns {Promise<void>} */
  say(words) {
    return this.ask({ ...words, type: 'say', id: newId() });
  }

  /** What changes nothing in the match; asked again when the line comes back. @param {any} request @returns {Promise<any>} */
  ask(request) {
    return new Promise((resolve, reject) => {
      this.asked.set(request.id, { request, resolve, reject });
      this.send(request);
    });
  }

  /** @param {Request['type']} type @param {number[]} actions @returns {Request} */
  request(type, actions) {
    return { type, id: newId(), version: this.known.position?.version ?? 0, actions };
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
    for (const { request } of this.asked.values()) this.send(request);
  }

  lost() {
    clearTimeout(this.answerTimer);
    if (this.pending) this.pending.outlasted = true;
    if (!this.known.position && !this.eyes) this.remember();
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
      table: ({ table }) => this.meet(table),
      said: ({ said }) => this.listen(said),
      contested: (contested) => this.tell({ contested }),
      ack: ({ id }) => this.settle(id)?.resolve(undefined),
      preview: (position) => this.settle(position.id)?.resolve(position),
      refused: (refusal) => this.refuse(refusal.id, new Refused(refusal)),
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
  see({ version, view, movers, legal, show = '', rest_ms: restMs = 0, throw: due }, steps) {
    if (!this.arrivals.has(version)) this.arrivals.set(version, performance.now());
    if (this.arrivals.size > VERSIONS_KEPT) this.arrivals.delete(this.arrivals.keys().next().value ?? 0);
    this.tell({ position: { version, view, movers, legal, show, rest_ms: restMs, throw: due }, steps, kept: 0 });
  }

  /** @param {Said[]} said what somebody said, or all of it again */
  listen(said) {
    const last = this.known.said.at(-1)?.number ?? 0;
    const fresh = said.filter(({ number }) => number > last).map((one) => ({ ...one, at: Date.now() - one.ago_s * 1000 }));
    this.tell({ said: [...this.known.said, ...fresh] });
  }

  /** What this tab did in this match before it was loaded anew is still on its way. */
  recall() {
    const left = leftOf(this.match, this.eyes);
    if (!left || left.reason) return;
    this.pending = { request: left.request, resolve: () => {}, reject: () => {}, outlasted: true };
    this.known.pending = true;
  }

  /** Keep what is on its way beyond this page; with a reason, what came back instead. @param {import('./pending.js').Reason} [reason] */
  keep(reason) {
    if (!this.pending) return null;
    const left = { match: this.match, eyes: this.eyes, table: this.known.table?.table ?? '', request: this.pending.request, reason };
    keepLeft(left);
    return left;
  }

  /** Without a line, show where the match stood when it was last seen here. */
  async remember() {
    const kept = await import('./offline.js').then(({ lastKnown }) => lastKnown(this.match)).catch(console.info);
    if (kept && !this.known.position) this.tell({ position: kept.position, steps: /** @type {Step[]} */ (kept.steps), kept: kept.at });
  }

  /** @param {import('./types.js').Table} table */
  meet(table) {
    const left = this.known.table ? [] : leftAt(table.table);
    this.tell({ table, returned: left.find(({ reason }) => reason) ?? this.known.returned });
    const open = left.find(({ match, reason }) => match !== this.match && !reason);
    if (open) this.earlier ??= new Channel(open.match, false, ({ pending, returned }) => {
      if (pending) return;
      this.earlier?.close();
      this.tell({ returned });
    }, open.eyes);
  }

  /** What outlasted the line is given back beside the table; what did not, where it was done. @param {string} id @param {Refused} refusal */
  refuse(id, refusal) {
    const { code, clause, text, values } = refusal;
    const returned = this.pending?.outlasted && this.pending.request.id === id ? this.keep({ code, clause, text, values }) : null;
    if (returned) refusal.told = true;
    this.settle(id)?.reject(refusal);
    if (returned) {
      keepLeft(returned);
      this.tell({ returned });
    }
  }

  /** It has been read. */
  dismiss() {
    if (this.known.returned) forgetLeft(this.known.returned);
    this.tell({ returned: null });
  }

  /** @param {string} id */
  settle(id) {
    const asked = this.asked.get(id);
    this.asked.delete(id);
    if (asked) return asked;
    if (this.pending?.request.id !== id) return null;
    const waiting = this.pending;
    this.pending = null;
    forgetLeft(this);
    this.tell({ pending: false });
    return waiting;
  }

  /** @param {Partial<Known>} news */
  tell(news) {
    this.known = { ...this.known, ...news };
    this.changed(this.known);
  }
}
