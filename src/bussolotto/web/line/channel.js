/**
 * The line to one match. It knows the last position, asks for what it has missed when it comes back, and keeps what a
 * person has done and the server has not confirmed, one thing, in a race several: that is sent again, under the same id
 * and in the same order, until it is.
 */
import { get, Refused } from './api.js';
import { Connection } from './connection.js';
import { forgetLeft, keepLeft, leftAt, leftOf } from './pending.js';
import { CHANCE } from './steps.js';

/** @typedef {import('../types.js').Position} Position */
/** @typedef {import('../types.js').Step} Step */
/** @typedef {import('../wire.js').Message} Message what the server says */
/** @typedef {import('../types.js').Line} Line */
/** @typedef {import('../types.js').Known} Known */
/** @typedef {import('../types.js').Request} Request */
/** @typedef {{request: Request, resolve: (answer: any) => void, reject: (refusal: Refused) => void}} Waiting */
/** @typedef {Waiting & {answer: Promise<void>, outlasted: boolean}} Pending `outlasted`: the line was gone since then */

const LATER_MS = 8000;
/** Of silence, until a page that waits for an answer asks whether the server is there. */
const WAITING_S = 2;
/** Until one asks that shows a match which goes on. */
const PLAYING_S = 5;
/** Until any asks: a sleeping laptop does not notice that its line is dead. */
const IDLE_S = 45;
const VERSIONS_KEPT = 64;
const MOST_CLAIMS = 8; // under way at once
/** Closed because of who this is, or what was sent. */
const POLICY = 1008;

const after = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));
/** When the page stands: then what nobody waits for is brought. @type {Promise<void>} */
export const stands = after(globalThis.document ? 1000 : 0);

/** @returns {Promise<typeof import('./part.js')>} tried again until it comes */
export const bringPart = () => import('./part.js').catch(() => after(LATER_MS).then(bringPart));

const newId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('');

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
    this.changed = changed;
    /** @type {Known} */
    this.known = { line: 'connecting', position: null, steps: [], table: null, pending: 0, said: [], returned: [] };
    /** @type {Map<string, Pending>} */
    this.pending = new Map(); // by id, in the order in which it was done
    /** @type {Channel | null} */
    this.earlier = null; // asks what came of what was done in the match before this one
    const send = (/** @type {object} */ message) => this.send(message);
    /** @type {import('../types.js').Dice} */
    this.dice = { chains: [], warning: null, waits: false };
    const told = (/** @type {import('../types.js').Dice} */ dice) => this.tell({ dice: (this.dice = dice) });
    this.part = stands.then(bringPart).then(({ Part }) => new Part(match, send, told, newId));
    this.recall();
    /** @type {Map<string, Waiting>} */
    this.asked = new Map();
    /** @type {Map<number, number>} */
    this.arrivals = new Map(); // of the latest versions, by the clock of the page
    this.connection = new Connection(`/api/matches/${match}/socket?${shows ? 'show=1' : ''}&${eyes}`, {
      opened: () => this.opened(),
      lost: (line, code) => this.lost(line, code),
      heard: (message) => this.heard(message),
      patience: () => this.patience(),
    });
  }

  close() {
    this.earlier?.close();
    this.connection.close();
  }

  /**
   * Play; resolves when the server has stored it, however often the line breaks until then.
   * @param {number[]} actions
   * @param {import('../types.js').Press} [press] in a race: what was seen, and how long
   * @returns {Promise<void>}
   */
  act(actions, press) {
    return this.commit({ ...this.request('act', actions), ...(press && this.reaction(press)) });
  }

  /**
   * What somebody reacted to, and how long he took from when it arrived: the server's pings take the same way, and do
   * not wait for a drawing either.
   * @param {import('../types.js').Press} press
   */
  reaction({ version, pressed_ms }) {
    const arrived = this.arrivals.get(version);
    return { version, reaction_ms: arrived === undefined ? null : pressed_ms - arrived };
  }

  /**
   * Say how dice fell that people rolled: outcomes of chance by their code; as `act`.
   * @param {number[]} outcomes
   * @returns {Promise<void>}
   */
  roll(outcomes) {
    return this.commit({ ...this.request('throw', []), outcomes });
  }

  /**
   * One thing at a time; only claims in a race do not wait for each other.
   * @param {Request} request
   * @returns {Promise<void>}
   */
  commit(request) {
    const claims = 'reaction_ms' in request;
    const same = claims && this.alike(request);
    if (same) return same.answer;
    if (this.pending.size >= (claims ? MOST_CLAIMS : 1)) return Promise.reject(new Refused({ code: 'busy' }));
    const answer = this.wait(request);
    keepLeft(this.left(request));
    this.tell({ pending: this.pending.size });
    this.send(request);
    return answer;
  }

  /** The same claim for the same throw that is under way already. @param {Request} request */
  alike({ actions }) {
    const fallen = this.known.steps.findLast(({ seat }) => seat === CHANCE)?.version ?? 0;
    return [...this.pending.values()].find(
      ({ request }) => request.version >= fallen && request.actions.join() === actions.join(),
    );
  }

  /** From now on this is under way. @param {Request} request @returns {Promise<void>} */
  wait(request) {
    const waiting = /** @type {Pending} */ ({ request, outlasted: this.known.line !== 'open' });
    waiting.answer = new Promise((resolve, reject) => Object.assign(waiting, { resolve, reject }));
    this.pending.set(request.id, waiting);
    return waiting.answer;
  }

  /**
   * What would be after these actions; nobody else hears of it.
   * @param {number[]} actions
   * @returns {Promise<Position>}
   */
  preview(actions) {
    return this.ask(this.request('preview', actions));
  }

  /** I have seen what stops the table. @param {number} version */
  skip(version) {
    this.send({ type: 'skip', version });
  }

  /** Say something to all at the table. @param {{phrase: number} | {text: string}} words @returns {Promise<void>} */
  say(words) {
    return this.ask({ ...words, type: 'say', id: newId() });
  }

  /**
   * What changes nothing in the match; asked again when the line comes back.
   * @param {any} request
   * @returns {Promise<any>}
   */
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

  opened() {
    this.inform((part) => part.opened());
    this.tell({ line: 'open' });
    this.resume();
    for (const { request } of [...this.pending.values(), ...this.asked.values()]) this.send(request);
  }

  /** @param {import('../types.js').Line} line @param {number} [code] */
  lost(line, code) {
    if (code === POLICY) get('/api/me').catch(() => {}); // may be a ban, which the page then shows
    for (const waiting of this.pending.values()) waiting.outlasted = true;
    if (!this.known.position && !this.eyes) this.remember();
    this.tell({ line });
  }

  /** For how many seconds nothing may come until this page asks whether the server is there. */
  patience() {
    const { table } = this.known;
    if (document.visibilityState === 'hidden') return IDLE_S;
    if (this.pending.size || this.asked.size) return WAITING_S;
    return table?.state === 'running' && table.pace === 'live' ? PLAYING_S : IDLE_S;
  }

  /** All plies since the last known position; from the very first one, so that the log is whole. */
  resume() {
    this.send({ type: 'resume', version: this.known.position?.version ?? 0 });
  }

  /** @param {object} message */
  send(message) {
    this.connection.send(message);
  }

  /** @param {Message} message */
  heard(message) {
    const answers = /** @type {{[T in Message['type']]?: (message: Extract<Message, {type: T}>) => void}} */ ({
      view: (view) => this.see(view, this.known.steps),
      steps: (steps) => this.follow(steps),
      table: ({ table }) => this.meet(table),
      spectators: ({ spectators }) => this.known.table && this.tell({ table: { ...this.known.table, spectators } }),
      said: ({ said }) => this.listen(said),
      restarting: () => this.expectRestart(),
      alive: ({ version }) => version > (this.known.position?.version ?? 0) && this.resume(),
      contested: (contested) => this.tell({ contested }),
      ack: ({ id }) => this.settle(String(id))?.resolve(undefined),
      preview: (position) => this.settle(String(position.id))?.resolve(position),
      refused: (refusal) => this.refuse(String(refusal.id), new Refused(refusal)),
    });
    /** @type {Record<string, ((message: any) => void) | undefined>} */ (answers)[message.type]?.(message);
  }

  expectRestart() {
    this.connection.expectRestart();
    this.tell({ line: 'restarting' });
  }

  /** @param {import('../wire.js').StepsMessage} message */
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

  /**
   * @param {Omit<Position, 'show'> & {show?: string, fair?: import('../wire.js').FairTold}} position
   * @param {Step[]} steps
   */
  see({ version, view, movers, legal, show = '', rest_ms: restMs = 0, throw: due, practice, fair }, steps) {
    if (fair) this.inform((part) => part.hear(fair, version));
    if (!this.arrivals.has(version)) this.arrivals.set(version, performance.now());
    if (this.arrivals.size > VERSIONS_KEPT) this.arrivals.delete(this.arrivals.keys().next().value ?? 0);
    this.tell({
      position: { version, view, movers, legal, show, rest_ms: restMs, throw: due, practice },
      steps,
      kept: 0,
      dice: fair ? this.dice : null,
    });
  }

  /** @param {import('../wire.js').Utterance[]} said what somebody said, or all of it again */
  listen(said) {
    const last = this.known.said.at(-1)?.number ?? 0;
    const fresh = said
      .filter(({ number }) => number > last)
      .map((one) => ({ ...one, at: Date.now() - one.ago_s * 1000 }));
    this.tell({ said: [...this.known.said, ...fresh] });
  }

  /** What this tab did in this match before it was loaded anew is still on its way. */
  recall() {
    const left = leftOf(this.match, this.eyes).filter(({ reason }) => !reason);
    for (const { request } of left) this.wait(request).catch(() => {}); // a refusal is given back beside the table
    this.known.pending = left.length;
  }

  /**
   * What is kept beyond this page of something under way; with a reason, of what came back instead.
   * @param {Request} request
   * @param {import('../types.js').Reason} [reason]
   * @returns {import('../types.js').Left}
   */
  left(request, reason) {
    return { match: this.match, eyes: this.eyes, table: this.known.table?.table ?? '', request, reason };
  }

  /** Without a line, show where the match stood when it was last seen here. */
  async remember() {
    const kept = await import('../storage/offline.js')
      .then(({ lastKnown }) => lastKnown(this.match))
      .catch(console.info);
    if (kept && !this.known.position)
      this.tell({ position: kept.position, steps: /** @type {Step[]} */ (kept.steps), kept: kept.at });
  }

  /** @param {import('../types.js').Table} table */
  meet(table) {
    this.inform((part) => part.meet(table));
    if (this.known.table) return this.tell({ table });
    const left = leftAt(table.table);
    const returned = () => leftAt(table.table).filter(({ reason }) => reason);
    this.tell({ table, returned: returned() });
    const open = left.find(({ match, reason }) => match !== this.match && !reason);
    if (open)
      this.earlier ??= new Channel(
        open.match,
        false,
        ({ pending }) => {
          if (pending) return;
          this.earlier?.close();
          this.tell({ returned: returned() });
        },
        open.eyes,
      );
  }

  /**
   * What outlasted the line is given back beside the table; what did not, where it was done.
   * @param {string} id
   * @param {Refused} refusal
   */
  refuse(id, refusal) {
    const { code, clause, text, values } = refusal;
    refusal.told = this.pending.get(id)?.outlasted ?? false;
    const waiting = this.settle(id, code);
    waiting?.reject(refusal);
    if (!waiting || !refusal.told) return;
    const left = this.left(waiting.request, { code, clause, text, values });
    keepLeft(left);
    this.tell({ returned: [...this.known.returned, left] });
  }

  /** It has been read. */
  dismiss() {
    for (const left of this.known.returned) forgetLeft(left);
    this.tell({ returned: [] });
  }

  /** @param {string} id @param {string} [code] why it was refused */
  settle(id, code) {
    this.inform((part) => part.answered(id, code));
    const waiting = this.asked.get(id) ?? this.pending.get(id);
    this.asked.delete(id);
    if (waiting && this.pending.delete(id)) {
      forgetLeft(waiting);
      this.tell({ pending: this.pending.size });
    }
    return waiting;
  }

  /** Tell the part of this page in the dice, once it has come. @param {(part: import('./part.js').Part) => void} what */
  inform(what) {
    this.part.then(what).catch(console.warn);
  }

  /** @param {Partial<Known>} news */
  tell(news) {
    this.known = { ...this.known, ...news };
    this.changed(this.known);
  }
}
