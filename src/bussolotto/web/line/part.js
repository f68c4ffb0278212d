/**
 * The part of this page in the dice of a match: it commits to a chain of nonces, opens the next link for each head for
 * which its seat is asked, never one for two heads, and notices when it is left out. docs/fair-dice.md is the protocol.
 */
import { LENGTH, linksOf, newSecret } from '../fair/chain.js';
import { chainOf, keepChain, keepOpened } from '../storage/chains.js';
import { keepHead } from '../storage/kept-heads.js';

/** @typedef {import('../wire.js').FairTold} FairTold */
/** @typedef {import('../types.js').Table} Table */
/** @typedef {import('../types.js').Dice} Dice */
/** @typedef {import('../types.js').Worry} Worry */

/** The link of a table that is opened next. @param {string} table */
const linkOf = (table) => {
  const chain = chainOf(table);
  return chain ? linksOf(chain.secret)[chain.left] : null;
};

export class Part {
  /**
   * @param {string} match
   * @param {(message: object) => void} send
   * @param {(dice: Dice) => void} tell
   * @param {() => string} newId
   */
  constructor(match, send, tell, newId) {
    this.match = match;
    this.send = send;
    this.tell = tell;
    this.newId = newId;
    /** @type {Dice} */
    this.dice = { chains: [], warning: null, waits: false };
    /** @type {Table | null} */
    this.table = null;
    /** @type {FairTold | null} */
    this.told = null;
    this.rolls = 0; // as far as they are judged
    this.asked = ''; // the id of what this page has committed to and not been answered
    this.takes = false; // has the server said that this seat takes part?
    /** @type {Set<number>} */
    this.sent = new Set(); // rolls for which a link was opened on this line
    this.work = Promise.resolve();
  }

  /** The seat for which this device has a part: its first, unless a bot plays there. */
  get seat() {
    if (this.table?.fair !== 'pages') return null;
    const seat = this.table.me.seats?.[0] ?? this.table.me.seat;
    return seat === null || this.table.seats[seat].player ? null : seat;
  }

  /** A new line: the server does not know yet that this page is there. */
  opened() {
    this.asked = '';
    this.takes = false;
  }

  /** @param {Table} table */
  meet(table) {
    const { told, table: before } = this;
    this.later(() => {
      this.table = table;
      if (this.seat === null) this.opened();
      if (!before && told) this.judge(told);
      this.commit();
    });
  }

  /** @param {FairTold} told what a message says of the dice @param {number} version */
  hear(told, version) {
    keepHead(this.match, told, version);
    this.told = told;
    this.later(() => this.judge(told));
  }

  /** Is this the answer to what this page has committed to? @param {string} id @param {string} [code] why it is refused */
  answered(id, code) {
    if (!this.asked || id !== this.asked) return;
    const { rolls = 0 } = this.told ?? {};
    this.asked = '';
    this.later(() => {
      this.takes = code === undefined;
      if (this.takes) this.rolls = rolls;
      if (code === 'nonces-elsewhere') this.warn('elsewhere', this.rolls);
      if (code === 'no-nonces' && this.sent.size) this.warn('refused', this.rolls);
    });
  }

  /** One thing after the other. @param {() => void} what */
  later(what) {
    this.work = this.work.then(what).catch(console.warn);
  }

  /** Say that this page opens the links of its chain. */
  commit() {
    if (this.seat === null || this.asked || this.takes || !this.table) return;
    const { table } = this.table;
    const { left = 0, opened } = chainOf(table) ?? {};
    const dropped = opened?.match === this.match && this.told?.chains?.[this.seat] === null;
    if (dropped) this.warn('dropped', opened.roll);
    if (!left || dropped) keepChain(table, { secret: newSecret(), left: LENGTH });
    this.asked = this.newId();
    this.send({ type: 'commit', id: this.asked, link: linkOf(table) });
  }

  /** @param {FairTold} told */
  judge({ head, rolls, chains = [], ask }) {
    const { seat } = this;
    this.show(chains, Boolean(ask));
    if (seat === null || !this.table) return;
    if (this.takes) this.judgeFallen(rolls, chains[seat] ?? null);
    this.rolls = rolls;
    if (ask?.includes(seat)) this.open(seat, rolls, head, chains[seat]);
    else if (ask && this.takes) this.warn('unasked', rolls);
  }

  /**
   * Rolls have fallen since this page was told something: was its part in all of them?
   * @param {number} rolls @param {string | null} link the last one of this seat, as the server says
   */
  judgeFallen(rolls, link) {
    for (let roll = this.rolls; roll < rolls; roll++) if (!this.sent.has(roll)) this.warn('unasked', roll);
    if (rolls === this.rolls || this.isOwn(link)) return;
    if (link !== null) this.warn('elsewhere', rolls - 1);
    this.opened();
    this.commit();
  }

  /** Is this a link of the chain of this browser, of which another tab may have opened more? @param {string | null} link */
  isOwn(link) {
    const { secret, left = 0 } = chainOf(this.table?.table ?? '') ?? {};
    return Boolean(secret && link && linksOf(secret).indexOf(link, left) >= 0);
  }

  /**
   * Open the next link for this head; the same again where it was opened for it before.
   * @param {number} seat @param {number} roll @param {string} head @param {string | null} known the last link of this
   *     seat, as the server says
   */
  open(seat, roll, head, known) {
    const table = this.table?.table ?? '';
    const chain = chainOf(table);
    if (!chain || !this.table) return;
    const links = linksOf(chain.secret);
    const { opened } = chain;
    const again = opened?.match === this.match && opened.roll === roll;
    if (again && opened?.head !== head) return this.warn('two-heads', roll);
    const left = again ? chain.left : chain.left - 1;
    if (left < 0 || known !== links[left + 1]) return; // the chain of another device of mine
    keepChain(table, { ...chain, left, opened: { match: this.match, roll, head } });
    keepOpened(this.match, { roll, seat, head, link: links[left] });
    this.sent.add(roll);
    this.send({ type: 'nonce', id: this.newId(), roll, link: links[left] });
  }

  /** @param {(string | null)[]} chains @param {boolean} waits */
  show(chains, waits) {
    if (String(chains) === String(this.dice.chains) && waits === this.dice.waits) return;
    this.dice = { ...this.dice, chains, waits };
    this.tell(this.dice);
  }

  /** @param {Worry} worry @param {number} roll */
  warn(worry, roll) {
    const { warning } = this.dice;
    if (warning?.worry === worry && (warning.roll === roll || worry === 'elsewhere')) return;
    this.dice = { ...this.dice, warning: { worry, roll } };
    this.tell(this.dice);
  }
}
