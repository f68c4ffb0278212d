/**
 * The connection of a page to its match. It comes back whenever it is lost, and finds out when nobody is at the other
 * end any more: a machine that vanishes closes nothing, so whoever hears nothing for a while asks.
 */

/** @typedef {import('../types.js').Line} Line */
/**
 * @typedef {object} Page whose connection it is
 * @property {() => void} opened
 * @property {(message: any) => void} heard
 * @property {(line: Line, code?: number) => void} lost with the code that the connection was closed with
 * @property {() => number} patience for so many seconds nothing may come until it asks
 */

const FIRST_RETRY_MS = 300;
const LAST_RETRY_MS = 8000;
/** At most: so long the pages of a server take to come to the next one. */
const RESTART_RETRY_MS = 400;
const RESTART_RETRIES = 4;
const SERVICE_RESTART = 1012; // RFC 6455, and the registry of its codes
const LOOK_MS = 1000;
/**
 * In which the other end must say anything at all. It is twice as long at each call after which nothing was heard: to
 * call a slow server anew as often as ever only gives it more to do, and its answer never arrives in time.
 */
const ANSWER_S = 3;
const LONGEST_ANSWER_S = 24;
const OPEN_S = 10; // in which a connection must be there

export class Connection {
  /** @param {string} path @param {Page} page */
  constructor(path, page) {
    this.path = path;
    this.page = page;
    /** @type {Line} */
    this.line = 'connecting';
    this.retries = 0; // since anything was heard
    this.retryTimer = 0;
    this.silent = 0; // seconds since anything came, as far as this page was awake
    this.probed = 0; // as many they were when it asked; 0: it has not
    this.lookTimer = setInterval(() => this.look(), LOOK_MS);
    this.wake = () => document.visibilityState === 'visible' && this.probe();
    document.addEventListener('visibilitychange', this.wake);
    window.addEventListener('online', this.wake);
    this.socket = this.connect();
  }

  close() {
    clearInterval(this.lookTimer);
    clearTimeout(this.retryTimer);
    document.removeEventListener('visibilitychange', this.wake);
    window.removeEventListener('online', this.wake);
    const { socket } = this;
    if (socket.readyState !== WebSocket.CONNECTING) return this.leave();
    socket.onclose = socket.onmessage = null;
    socket.onopen = () => socket.close(); // a browser complains of one that is closed before it is open
  }

  /** @param {object} message @returns {void} what cannot be sent is not */
  send(message) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** The server said that it is about to restart. */
  expectRestart() {
    this.line = 'restarting';
  }

  connect() {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}${this.path}`);
    socket.onopen = () => this.opened();
    socket.onclose = (event) => this.lost(event?.code);
    socket.onmessage = (event) => this.heard(JSON.parse(event.data));
    this.silent = this.probed = 0;
    return socket;
  }

  opened() {
    this.silent = 0;
    this.line = 'open';
    this.page.opened();
  }

  /** @param {any} message */
  heard(message) {
    this.silent = this.probed = this.retries = 0;
    this.page.heard(message);
  }

  again() {
    clearTimeout(this.retryTimer);
    this.leave();
    this.socket = this.connect();
  }

  /** Hear nothing more from this socket: one whose other end is gone takes many seconds to close. */
  leave() {
    this.socket.onclose = this.socket.onmessage = null;
    this.socket.close();
  }

  /** @param {number} [code] */
  lost(code) {
    const restarts = code === SERVICE_RESTART || this.line === 'restarting';
    this.line = restarts && this.retries < RESTART_RETRIES ? 'restarting' : 'lost';
    this.page.lost(this.line, code);
    clearTimeout(this.retryTimer);
    this.retryTimer = setTimeout(() => this.again(), this.waitMs());
  }

  /** How long to wait before the next try: those who were cut off together do not come back together. */
  waitMs() {
    const doubled = 2 ** this.retries++;
    if (this.line === 'restarting') return RESTART_RETRY_MS * doubled * Math.random();
    return Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * doubled) * (0.75 + Math.random() / 2);
  }

  /** Once a second: does anybody wait for too long? */
  look() {
    const silent = ++this.silent;
    if (this.socket.readyState === WebSocket.CONNECTING) this.giveUpAfter(OPEN_S);
    else if (this.socket.readyState !== WebSocket.OPEN) return;
    else if (this.probed) this.giveUpAfter(this.probed + this.answerS());
    else if (silent >= this.page.patience()) this.probe();
  }

  answerS() {
    return Math.min(LONGEST_ANSWER_S, ANSWER_S * 2 ** this.retries);
  }

  /** @param {number} seconds */
  giveUpAfter(seconds) {
    if (this.silent < seconds) return;
    this.leave();
    this.lost();
  }

  /** Ask whether anybody is there; without a connection, try again at once. */
  probe() {
    if (this.socket.readyState === WebSocket.OPEN) {
      this.probed ||= this.silent || 1;
      this.send({ type: 'probe' });
    } else if (this.line === 'lost' || this.line === 'restarting') {
      this.again();
    }
  }
}
