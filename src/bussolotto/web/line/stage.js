/**
 * What a page shows of a match, one thing after the other: first dice that fall, then what they decide, then what comes
 * next. The server says which events stop the table, and in which view they are shown.
 */
import { CHANCE, firstWord } from './steps.js';

/** @typedef {import('../types.js').Position} Position */
/** @typedef {import('../types.js').Step} Step */
/** @typedef {import('../types.js').EventTold} EventTold */
/**
 * @typedef {object} Shown
 * @property {Position} position what the page shows
 * @property {Step[]} steps up to there
 * @property {number} settled the version up to which all lies still and may be told
 * @property {Position} held what was shown before the dice that fall now
 * @property {boolean} falling
 * @property {EventTold | null} event what is told now
 * @property {EventTold[]} done what was told before it, in the same view
 * @property {boolean} busy is there something to look at before anybody goes on?
 */
/**
 * @typedef {{position: Position, steps: Step[], events: EventTold[], falls: boolean, holds: boolean, last: boolean,
 *     arrived: number}} Act `holds`: it is looked at before the next; `last`: nothing more comes of the same message
 */

const FLAT_MS = 360; // flat dice fall so long
const LONGEST_MS = 3500; // a throw that is drawn by a thread of its own
const MOST_TOLD_MS = 3000; // all that one message tells; the server waits as long
const MOST_WAITING = 3; // messages; who has fallen behind further catches up at once

/** @param {Step} step */
const isFallen = (step) => step.seat === CHANCE && firstWord(step) === 'die';

/**
 * Is it the same decision in both views? What comes next would be misread in another one.
 * @param {any} scene @param {any} view
 */
const suits = (scene, view) => !scene || (scene.phase === view.phase && scene.turn === view.turn);

/** What a step tells; without a scene of its own it is told in a view where its gain is counted. @param {Step} step */
const eventsOf = ({ events = [], scene }) =>
  scene ? events : events.map(({ values: { gain, ...values }, ...event }) => ({ ...event, values }));

/**
 * Many events in a row are told faster, each in proportion, so that nobody waits longer for them.
 * @param {Act[]} acts @returns {Act[]}
 */
function inTime(acts) {
  const told = acts.flatMap(({ events }) => events).reduce((sum, { ms }) => sum + ms, 0);
  const pace = Math.min(1, MOST_TOLD_MS / told);
  if (pace === 1) return acts;
  return acts.map((act) => ({ ...act, events: act.events.map((event) => ({ ...event, ms: event.ms * pace })) }));
}

export class Stage {
  /** @param {(shown: Shown) => void} changed @param {{race?: boolean}} game in a race nobody waits for dice */
  constructor(changed, { race = false } = {}) {
    this.changed = changed;
    this.race = race;
    this.motion = true;
    /** @type {Shown | null} */
    this.shown = null;
    /** @type {Act[]} */
    this.waiting = [];
    this.version = -1; // the last that is known, shown or not
    this.timer = 0;
    this.act = /** @type {Act | null} */ (null);
  }

  /** @param {Position} position @param {Step[]} steps all since the match began */
  know(position, steps) {
    const arrived = performance.now();
    const { version } = this;
    this.version = position.version;
    if (!this.shown || position.version < version || !this.fresh(steps, version).length)
      return this.renew(position, steps);
    this.waiting.push(...inTime(this.acts(position, steps, version, arrived)));
    const messages = this.waiting.filter(({ last }) => last).length;
    if (messages > MOST_WAITING) return this.finish();
    if (!this.shown.busy) this.next();
    return undefined;
  }

  /** @param {Step[]} steps @param {number} version */
  fresh(steps, version) {
    return steps.filter((step) => step.version > version);
  }

  /** The same moment told again, or one from which nothing led here. @param {Position} position @param {Step[]} steps */
  renew(position, steps) {
    const last = this.waiting.at(-1);
    if (last?.position.version === position.version && position.rest_ms) {
      last.position = position;
      return;
    }
    this.waiting = [];
    this.show({ position, steps, events: [], falls: false, holds: false, last: true, arrived: performance.now() });
  }

  /**
   * What a message brings: every view in which something is told, then where it leads.
   * @param {Position} position @param {Step[]} steps @param {number} since @param {number} arrived
   * @returns {Act[]}
   */
  acts(position, steps, since, arrived) {
    const fresh = this.fresh(steps, since);
    const scenes = fresh.filter(({ scene }) => scene).map(({ version }) => version);
    const ends = [...scenes, position.version];
    return ends.map((version, at) => {
      const own = fresh.filter((step) => step.version > (ends[at - 1] ?? since) && step.version <= version);
      const step = own.at(-1);
      const events = own.flatMap(eventsOf).filter(({ ms }) => ms > 0);
      const last = at === ends.length - 1;
      const leads = version === position.version && suits(step?.scene, position.view); // what comes next may be seen
      const quiet = leads ? {} : { legal: position.legal && [], movers: position.movers && [], throw: undefined };
      return {
        arrived,
        position: last ? position : { ...position, ...quiet, version, view: step?.scene ?? position.view },
        steps: steps.filter((one) => one.version <= version),
        events,
        falls: this.motion && !this.race && own.some(isFallen),
        holds: !last,
        last,
      };
    });
  }

  next() {
    const act = this.waiting.shift();
    if (act) this.show(act);
  }

  /** @param {Act} act */
  show(act) {
    clearTimeout(this.timer);
    this.act = act;
    const held = this.shown?.position ?? act.position;
    const settled = act.falls ? (this.shown?.settled ?? 0) : act.position.version;
    const { steps } = act;
    const rest = act.position.rest_ms && Math.max(0, act.position.rest_ms - (performance.now() - act.arrived));
    const position = { ...act.position, rest_ms: rest };
    this.tell({
      position,
      steps,
      settled,
      held,
      falling: act.falls,
      event: null,
      done: [],
      busy: act.falls || act.holds,
    });
    if (act.falls) this.timer = setTimeout(() => this.lie(), FLAT_MS);
    else this.narrate();
  }

  /** Dice are in the air, or a page shows in its own way what led here; it says when all lies. */
  fall() {
    const { shown, act } = this;
    if (!shown || !act || !(shown.falling || act.holds) || shown.done.length) return;
    clearTimeout(this.timer);
    if (!shown.falling) this.tell({ ...shown, falling: true, event: null });
    this.timer = setTimeout(() => this.lie(), LONGEST_MS);
  }

  /** The dice lie. */
  lie() {
    if (!this.shown?.falling || !this.act) return;
    clearTimeout(this.timer);
    const { position, holds } = this.act;
    this.tell({ ...this.shown, falling: false, settled: position.version, held: position, busy: holds });
    this.narrate();
  }

  /** Tell the next event of this view; after the last go on. */
  narrate() {
    const { shown, act } = this;
    if (!shown || !act) return;
    const done = shown.event ? [...shown.done, shown.event] : shown.done;
    const event = act.events[done.length] ?? null;
    const busy = Boolean(act.holds && (event || this.waiting.length));
    this.tell({ ...shown, held: act.position, done, event, busy });
    if (event) this.timer = setTimeout(() => this.narrate(), event.ms);
    else if (this.waiting.length) this.next();
  }

  /** All that is still to be told is passed over. */
  finish() {
    const act = this.waiting.at(-1) ?? this.act;
    this.waiting = [];
    if (act) this.show({ ...act, events: [], falls: false, holds: false });
  }

  close() {
    clearTimeout(this.timer);
  }

  /** @param {Shown} shown */
  tell(shown) {
    this.shown = shown;
    this.changed(shown);
  }
}
