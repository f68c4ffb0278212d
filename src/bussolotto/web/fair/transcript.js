/** The transcript of a match as its file tells it: every head is computed again, and every die drawn again. */
import { hash, hex, joined, mac, unhex } from './hashes.js';
import { Roll, weightsOf } from './roll.js';

/** @typedef {'form' | 'seed' | 'dice' | 'head' | 'names' | 'nonces' | 'kept' | 'asked'} Reason */
/** @typedef {{drawn: number, rolls: number, given: number, typed: number, nonces: number, gaps: number}} Found */
/** @typedef {{head: string, nonces: Record<string, string>}} Rolled `head`: before it; `nonces`: by seat, `-` for a gap */
/** @typedef {{ply: number, seat: number, action: number, entry?: string[], mark?: string}} Step */

const CHANCE = 15;
const LEADS = /^(act|typed) (\d|1[0-4])$/;
const DICE = /^dice (0|[1-9]\d*) (\S+)$/;
const CHAIN = /^chain ([0-7]) ([0-9a-f]{64})$/;
const ASK = /^ask (0|[1-9]\d*) ([0-7](?:,[0-7])*)$/;

/** Something in the file is not as it must be. `reason` names the text `verify.wrong.REASON`. */
export class Wrong extends Error {
  /** @param {Reason} reason */
  constructor(reason) {
    super(reason);
    this.reason = reason;
  }
}

/** @param {unknown} condition @param {Reason} reason @returns {asserts condition} */
export function demand(condition, reason) {
  if (!condition) throw new Wrong(reason);
}

/** The same for the same contents. @param {any} value @returns {string} */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  return `{${Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`)
    .join()}}`;
}

const shown = (/** @type {Step} */ { mark = '' }) => (mark.startsWith('?') ? mark.slice(1) : mark);

export class Transcript {
  /** @param {any} header @param {Step[]} steps @param {any} end */
  constructor(header, steps, end) {
    this.header = header;
    this.steps = steps;
    this.end = end;
    this.start = JSON.parse(header.fair.start);
    const seed = unhex(header.fair.seed, 32);
    demand(seed, 'form');
    this.seed = seed;
    this.head = hash(`start ${header.fair.start}`);
    this.heads = [hex(this.head)];
    /** @type {(string | null)[]} */
    this.chains = this.start.chains;
    /** @type {number[]} */
    this.asked = [];
    /** @type {Found} */
    /** @type {Rolled[]} */
    this.rolled = [];
    this.found = { drawn: 0, rolls: 0, given: 0, typed: 0, nonces: 0, gaps: 0 };
  }

  /** @returns {Found} what was checked; Wrong is thrown for what does not fit */
  check() {
    const { start, header } = this;
    const same = ['game', 'rules', 'seats', 'options'].every(
      (name) => canonical(start[name]) === canonical(header[name]),
    );
    demand(start.fair === 1 && same && start.chains.length === start.seats, 'form');
    demand(hex(hash('bussolotto fair 1 seed\n', this.seed)) === start.seed, 'seed');
    for (let at = 0; at < this.steps.length;) at = this.follow(at);
    this.finish();
    return this.found;
  }

  /** @param {string} line */
  add(line) {
    this.head = hash(this.head, line);
    this.heads.push(hex(this.head));
  }

  /** One line with plies, and those before it. @param {number} at @returns {number} where the next one begins */
  follow(at) {
    const { entry } = this.steps[at];
    demand(entry?.length, 'form');
    for (const line of entry.slice(0, -1)) this.prepare(line);
    const next = this.steps.findIndex((step, place) => place > at && step.entry);
    const plies = this.steps.slice(at, next < 0 ? undefined : next);
    const before = this.head;
    const begins = entry[entry.length - 1];
    this.add([begins, at, ...plies.map((step, place) => this.item(step, at + place))].join(' '));
    const dice = DICE.exec(begins);
    if (dice) this.roll(Number(dice[1]), dice[2], plies, before);
    else this.lead(LEADS.exec(begins), plies);
    return at + plies.length;
  }

  /** A ply as it enters the heads. @param {Step} step @param {number} version */
  item(step, version) {
    demand(step.ply === version + 1, 'form');
    const secret = step.mark?.startsWith('?');
    const plain = `${step.action}${shown(step)}`;
    if (!this.start.secrets || (!secret && !plain.includes('@'))) return plain;
    const salt = mac(this.seed, `salt ${version}`).subarray(0, 16);
    return `${secret ? '' : step.action}#${hex(hash(salt, `${version} ${step.seat} ${plain}`))}`;
  }

  /** A line without plies: a new chain, or who is asked for a nonce. @param {string} line */
  prepare(line) {
    const [chain, ask] = [CHAIN.exec(line), ASK.exec(line)];
    demand(!this.asked.length && (chain || ask), 'form');
    if (chain) {
      demand(Number(chain[1]) < this.start.seats, 'form');
      this.chains[Number(chain[1])] = chain[2];
    }
    if (ask) {
      this.asked = ask[2].split(',').map(Number);
      const sorted = [...new Set(this.asked)].sort((one, other) => one - other);
      const known = sorted.join() === ask[2] && sorted.every((seat) => this.chains[seat]);
      demand(known && Number(ask[1]) === this.found.rolls, 'nonces');
    }
    this.add(line);
  }

  /** What a seat decided or typed. @param {RegExpExecArray | null} leads @param {Step[]} plies */
  lead(leads, plies) {
    demand(leads && !this.asked.length, 'form');
    const typed = leads[1] === 'typed';
    const fits = (/** @type {Step} */ step) =>
      step.seat === (typed ? CHANCE : Number(leads[2])) && shown(step) === (typed ? '!' : '');
    demand(plies.every(fits), 'form');
    if (typed) this.found.typed += plies.length;
  }

  /** @param {number} number @param {string} told @param {Step[]} plies @param {Uint8Array} before */
  roll(number, told, plies, before) {
    demand(number === this.found.rolls, 'form');
    const parts = told === '-' ? [] : told.split(',').map((part) => part.split(':'));
    this.rolled.push({ head: hex(before), nonces: Object.fromEntries(parts) });
    const { match, game, rules } = this.start;
    const message = joined(`${match} ${game} ${rules} ${number}\n`, before, ...this.nonces(parts));
    const roll = new Roll(mac(this.seed, `roll ${number}`), message);
    for (const step of plies) {
      const mark = shown(step);
      demand(step.seat === CHANCE && (mark === '=' || mark[0] === '@'), 'form');
      const weights = mark === '=' ? null : weightsOf(mark.slice(1));
      demand(mark === '=' || weights, 'form');
      if (weights) demand(roll.draw(weights) === step.action, 'dice');
      this.found[weights ? 'drawn' : 'given']++;
    }
    this.found.rolls++;
  }

  /** @param {string[][]} parts seat and nonce of each that was asked @returns {Uint8Array[]} */
  nonces(parts) {
    demand(parts.map(([seat]) => seat).join() === this.asked.join(), 'nonces');
    this.asked = [];
    return parts.flatMap(([seat, value]) => {
      const last = this.chains[Number(seat)];
      this.chains[Number(seat)] = value === '-' ? null : value;
      this.found[value === '-' ? 'gaps' : 'nonces']++;
      if (value === '-') return [];
      const nonce = unhex(value, 32);
      demand(nonce && hex(hash('bussolotto fair 1 nonce\n', nonce)) === last, 'nonces');
      return [nonce];
    });
  }

  /** The end, the last head, and the names that are opened. */
  finish() {
    const { fair, end } = this.end;
    for (const line of fair.entry ?? []) this.prepare(line);
    demand(!this.asked.length, 'nonces');
    this.add(`end ${fair.end}`);
    const told = JSON.parse(fair.end);
    demand(hex(this.head) === fair.head && canonical(told.end) === canonical(end), 'head');
    const { names } = this.header;
    demand(
      [names, told.names, fair.names].every(({ length }) => length === this.start.seats),
      'names',
    );
    names.forEach((/** @type {string} */ name, /** @type {number} */ seat) => {
      const salt = unhex(fair.names[seat], 16);
      demand(salt || (!name && !fair.names[seat]), 'names');
      if (salt) demand(hex(hash(salt, `name ${seat} ${name}`)) === told.names[seat], 'names');
    });
  }
}
