/** The part of a page in the dice: what it opens for which head, and what it notices. */
import assert from 'node:assert/strict';
import { createHash, webcrypto } from 'node:crypto';
import { beforeEach, test } from 'node:test';
import { linksOf } from '../../src/bussolotto/web/fair/chain.js';
import { joined, unhex } from '../../src/bussolotto/web/fair/hashes.js';
import { Part } from '../../src/bussolotto/web/line/part.js';
import { chainOf, openedIn } from '../../src/bussolotto/web/storage/chains.js';
import { give, Store } from './browser.js';

/** @typedef {import('../../src/bussolotto/web/types.js').Dice} Dice */

let tab = new Store();
beforeEach(() => {
  tab = new Store();
  if (!('crypto' in globalThis)) give({ crypto: webcrypto });
  give({ localStorage: tab });
});

/** A page of seat 0 of a match, and the server as a test plays it. */
class Scene {
  /** @type {any[]} */ sent = [];
  /** @type {Dice} */ dice = { chains: [], warning: null, waits: false };
  number = 0;

  constructor(match = 'm', table = `t-${Math.random()}`) {
    this.table = table;
    const send = (/** @type {object} */ message) => void this.sent.push(message);
    const tell = (/** @type {Dice} */ dice) => void (this.dice = dice);
    this.part = new Part(match, send, tell, () => `id${this.number++}`);
    this.part.opened();
  }

  /** @param {object} [more] */
  async meet(more = {}) {
    const seats = [{ player: null }, { player: null }];
    this.part.meet(/** @type {any} */ ({ table: this.table, fair: 'pages', seats, me: { seat: 0 }, ...more }));
    await this.part.work;
  }

  /** @param {object} fair */
  async hear(fair) {
    this.part.hear(/** @type {any} */ ({ head: 'aa'.repeat(32), rolls: 0, chains: [this.link, null], ...fair }), 0);
    await this.part.work;
  }

  /** The last link that is open. */
  get link() {
    const chain = chainOf(this.table);
    return chain ? linksOf(chain.secret)[chain.left] : null;
  }

  /** It has committed, and the server has said yes. */
  async joined() {
    await this.meet();
    await this.answer();
    await this.hear({});
    return this;
  }

  /** @param {string} [code] */
  async answer(code) {
    this.part.answered(this.of('commit').at(-1).id, code);
    await this.part.work;
  }

  /** @param {string} type */
  of(type) {
    return this.sent.filter((message) => message.type === type);
  }

  get worry() {
    return this.dice.warning?.worry;
  }
}

const head = (/** @type {string} */ letter) => letter.repeat(64);

test('a chain is that of the protocol', () => {
  const links = linksOf('6e'.repeat(32), 3);
  const next = (/** @type {string} */ link) =>
    createHash('sha256')
      .update(joined('bussolotto fair 1 nonce\n', unhex(link, 32) ?? ''))
      .digest('hex');
  assert.deepEqual(links.slice(1), links.slice(0, -1).map(next));
});

test('it commits once, and opens the next link for each head for which it is asked', async () => {
  const scene = await new Scene().joined();
  await scene.meet();
  assert.deepEqual(
    scene.of('commit').map(({ link }) => link),
    [scene.link],
  );
  const links = linksOf(chainOf(scene.table)?.secret ?? '');
  await scene.hear({ head: head('a'), ask: [0, 1] });
  await scene.hear({ head: head('b'), rolls: 1 });
  await scene.hear({ head: head('c'), rolls: 1, ask: [0] });
  await scene.hear({ head: head('d'), rolls: 2 });
  assert.deepEqual(
    scene.of('nonce').map(({ roll, link }) => [roll, link]),
    [
      [0, links.at(-2)],
      [1, links.at(-3)],
    ],
  );
  assert.equal(scene.worry, undefined);
  assert.deepEqual(
    openedIn('m').map(({ roll }) => roll),
    [0, 1],
  );
});

test('it opens nothing before it is asked, for nobody but its seat, and nothing where the server draws alone', async () => {
  const scene = await new Scene().joined();
  await scene.hear({ head: head('a') });
  await scene.hear({ head: head('a'), ask: [1] });
  assert.deepEqual(scene.of('nonce'), []);
  for (const more of [{ fair: 'race' }, { me: { seat: null } }, { seats: [{ player: 'sensible' }] }]) {
    const other = new Scene();
    await other.meet(more);
    await other.hear({ ask: [0] });
    assert.deepEqual(other.sent, []);
  }
});

test('a page that is loaded anew opens the same link for the same head, and none for another', async () => {
  const scene = await new Scene().joined();
  const before = scene.link;
  await scene.hear({ head: head('a'), ask: [0] });
  const again = await reloaded(scene, { head: head('a'), chains: [before, null], ask: [0] });
  assert.deepEqual(
    again.of('nonce').map(({ link }) => link),
    scene.of('nonce').map(({ link }) => link),
  );
  assert.equal(again.worry, undefined);
  const other = await reloaded(scene, { head: head('b'), chains: [before, null], ask: [0] });
  assert.deepEqual(other.of('nonce'), []);
  assert.equal(other.worry, 'two-heads');
});

test('a page that may keep nothing has a part as long as it lives', async () => {
  give({ localStorage: undefined });
  const scene = await new Scene().joined();
  await scene.hear({ head: head('a'), ask: [0] });
  await scene.hear({ head: head('b'), rolls: 1, ask: [0] });
  assert.equal(new Set(scene.of('nonce').map(({ link }) => link)).size, 2);
});

test('what is kept is never of before: a full store is emptied rather than opened twice', async () => {
  const scene = await new Scene().joined();
  tab.setItem = () => {
    throw new Error('full');
  };
  await scene.hear({ head: head('a'), ask: [0] });
  await scene.hear({ head: head('b'), rolls: 1, ask: [0] });
  assert.equal(new Set(scene.of('nonce').map(({ link }) => link)).size, 2);
  assert.equal(tab.getItem('bussolotto-chains'), null);
});

test('it says at once that it was not asked: by whom others are asked, and by a roll that has fallen', async () => {
  const asked = await new Scene().joined();
  await asked.hear({ head: head('a'), ask: [1] });
  assert.deepEqual(asked.dice.warning, { worry: 'unasked', roll: 0 });
  const fallen = await new Scene().joined();
  await fallen.hear({ head: head('a'), rolls: 1 });
  assert.deepEqual(fallen.dice.warning, { worry: 'unasked', roll: 0 });
});

test('it says at once that what it opened is not in the roll, and begins a new chain', async () => {
  const scene = await new Scene().joined();
  const before = scene.link;
  await scene.hear({ head: head('a'), ask: [0] });
  await scene.hear({ head: head('b'), rolls: 1, chains: [null, null] });
  assert.deepEqual(scene.dice.warning, { worry: 'dropped', roll: 0 });
  assert.equal(scene.of('commit').length, 2);
  assert.notEqual(scene.of('commit')[1].link, before);
  await scene.answer();
  await scene.hear({ head: head('c'), rolls: 1 });
  await scene.hear({ head: head('d'), rolls: 1, ask: [0] });
  assert.equal(scene.of('nonce').length, 2);
});

test('a page that comes back finds that what it opened did not come', async () => {
  const scene = await new Scene().joined();
  await scene.hear({ head: head('a'), ask: [0] });
  const again = await reloaded(scene, { head: head('b'), rolls: 1, chains: [null, null] });
  assert.deepEqual(again.dice.warning, { worry: 'dropped', roll: 0 });
});

test('it notices that another device has its seat', async () => {
  const refused = new Scene();
  await refused.meet();
  await refused.answer('nonces-elsewhere');
  assert.equal(refused.worry, 'elsewhere');
  const replaced = await new Scene().joined();
  await replaced.hear({ head: head('a'), ask: [0] });
  await replaced.hear({ head: head('b'), rolls: 1, chains: [head('e'), null] });
  assert.equal(replaced.worry, 'elsewhere');
});

test('another tab that is ahead is no other device', async () => {
  const table = 'two-tabs';
  const ahead = await new Scene('m', table).joined();
  const behind = await new Scene('m', table).joined();
  const first = { head: head('a'), ask: [0], chains: [ahead.link, null] };
  await ahead.hear(first);
  await behind.hear(first);
  const second = { head: head('b'), rolls: 1, ask: [0], chains: [ahead.link, null] };
  await ahead.hear(second);
  await behind.hear(second);
  assert.equal(behind.worry, undefined);
  assert.deepEqual(
    behind.of('nonce').map((sent) => sent.link),
    ahead.of('nonce').map((sent) => sent.link),
  );
});

test('what fell while the line was gone is nobody’s fault', async () => {
  const scene = await new Scene().joined();
  scene.part.opened();
  await scene.hear({ head: head('a'), rolls: 7 });
  await scene.meet();
  await scene.answer();
  await scene.hear({ head: head('a'), rolls: 7 });
  assert.equal(scene.worry, undefined);
  assert.equal(scene.of('commit').length, 2);
});

test('no secret of a chain is sent or told', async () => {
  const scene = await new Scene().joined();
  await scene.hear({ head: head('a'), ask: [0] });
  const { secret = '' } = chainOf(scene.table) ?? {};
  assert.ok(secret && !JSON.stringify([scene.sent, scene.dice, openedIn('m')]).includes(secret));
});

/** The same page, loaded anew; the first that it hears. @param {Scene} scene @param {object} fair */
async function reloaded(scene, fair) {
  const again = new Scene('m', scene.table);
  await again.hear(fair);
  await again.meet();
  return again;
}

test('it says while a roll waits, and of others too, until it has fallen', async () => {
  const scene = new Scene();
  await scene.meet({ me: { seat: null } });
  const chains = [null, 'bb'.repeat(32)];
  await scene.hear({ chains, ask: [1] });
  assert.equal(scene.dice.waits, true);
  await scene.hear({ chains, rolls: 1 });
  assert.equal(scene.dice.waits, false);
});
