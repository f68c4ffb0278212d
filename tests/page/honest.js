/**
 * An honest page without a browser, for tests of servers: the line of a page, with its part in the dice, that plays the
 * first thing it may. What it would send goes to stdout, what it hears comes from stdin, a JSON line each; at the end it
 * judges the file of the match by what it kept.
 *
 *     node tests/page/honest.js MATCH
 */
import { webcrypto } from 'node:crypto';
import { createInterface } from 'node:readline';
import { Channel } from '../../src/bussolotto/web/line/channel.js';
import { openedIn } from '../../src/bussolotto/web/storage/chains.js';
import { keptOf } from '../../src/bussolotto/web/storage/kept-heads.js';
import { verify } from '../../src/bussolotto/web/fair/verify.js';
import { give, Line, listeners, Store } from './browser.js';

const match = process.argv[2];
const say = (/** @type {object} */ what) => process.stdout.write(`${JSON.stringify(what)}\n`);

class Piped extends Line {
  /** @param {string} address */
  constructor(address) {
    super(address);
    say({ connects: true });
  }

  /** @param {string} text */
  send(text) {
    say({ send: text });
  }
}

if (!('crypto' in globalThis)) give({ crypto: webcrypto });
give({
  document: { ...listeners, visibilityState: 'visible' },
  window: listeners,
  location: { protocol: 'http:', host: 'bussolotto.test' },
  WebSocket: Piped,
  localStorage: new Store(),
  sessionStorage: new Store(),
});

let acted = -1; // the version at which it has done something
let warned = 'null';
const channel = new Channel(match, false, ({ position, table, dice, line }) => {
  const warning = JSON.stringify(dice?.warning ?? null);
  if (warning !== warned) say({ warning: JSON.parse((warned = warning)) });
  if (table?.state === 'over') say({ over: position?.version });
  if (line !== 'open' || !position?.legal?.length || position.version === acted || table?.state !== 'running') return;
  acted = position.version;
  setTimeout(() => channel.act([/** @type {number[]} */ (position.legal)[0]]).catch(() => {}));
});

/** @param {string} file */
function judge(file) {
  const kept = keptOf(match);
  try {
    say({ verdict: verify(file, kept && { ...kept, opened: openedIn(match) }), opened: openedIn(match).length });
  } catch (problem) {
    say({ wrong: /** @type {any} */ (problem).reason ?? String(problem) });
  }
}

const input = createInterface({ input: process.stdin });
input.on('close', () => process.exit(0));
input.on('line', (text) => {
  const { opened, closed, hear, file } = JSON.parse(text);
  if (opened) Line.last.open();
  if (closed) Line.last.close();
  if (hear) Line.last.hear(hear);
  if (file) judge(file);
});
