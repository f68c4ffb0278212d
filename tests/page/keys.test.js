/** Keys of a table: each press does one thing, however long the key is held down. */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useTableKeys } from '../../src/bussolotto/games/cincinnati/page/keys.js';
import { pressOnce } from '../../src/bussolotto/web/table/focus.js';
import { useKeys } from '../../src/bussolotto/web/table/keys.js';
import { give } from './browser.js';
import { giveFrames, used } from './hooks.js';

/** What hears keys on the page. @type {((event: any) => void)[]} */
let heard = [];
beforeEach(() => {
  giveFrames();
  heard = [];
  const addEventListener = (/** @type {string} */ _name, /** @type {any} */ hear) => void heard.push(hear);
  give({ document: Object.assign(document, { addEventListener, removeEventListener: () => {} }) });
});

/** A key that goes down. @param {string} key @param {{repeat?: boolean, on?: string}} [how] `on`: what has the focus */
function down(key, { repeat = false, on = '' } = {}) {
  const target = { closest: (/** @type {string} */ selector) => (on && selector.split(', ').includes(on) ? {} : null) };
  const event = { key, repeat, target, defaultPrevented: false, preventDefault: () => {} };
  event.preventDefault = () => void (event.defaultPrevented = true);
  return /** @type {any} */ (event);
}

test('a key that is held down does its thing once, and nothing else with what has the focus', () => {
  let done = 0;
  used(() => useKeys((key) => (key === 'Enter' ? () => void (done += 1) : undefined)), {});
  const events = [down('Enter'), down('Enter', { repeat: true }), down('Enter', { repeat: true })];
  for (const event of events) for (const hear of heard) hear(event);
  assert.equal(done, 1);
  assert.ok(events.every(({ defaultPrevented }) => defaultPrevented));
});

test('a button is pressed once by a key that is held down; a text field hears all', () => {
  const prevented = (/** @type {any} */ event) => (pressOnce(event), event.defaultPrevented);
  assert.equal(prevented(down('Enter', { on: 'button' })), false);
  assert.equal(prevented(down('Enter', { on: 'button', repeat: true })), true);
  assert.equal(prevented(down('Tab', { on: 'button', repeat: true })), false);
  assert.equal(prevented(down('Enter', { on: 'input', repeat: true })), false);
});

test('keys of Cincinnati do nothing that no button could do, as while dice fall', () => {
  /** @type {string[]} */
  const done = [];
  const offered = [{ text: 'keep 3 3', label: '', primary: true }];
  const decision = { busy: true, can: () => true, play: (/** @type {string} */ text) => done.push(text) };
  const hook = () => useTableKeys(/** @type {any} */ ({ own: { may: true }, decision, offered }));
  const page = used(hook, {});
  const press = () => ['Enter', 'b'].forEach((key) => heard.forEach((hear) => hear(down(key))));
  press();
  assert.deepEqual(done, []);
  decision.busy = false;
  page.render({});
  press();
  assert.deepEqual(done, ['keep 3 3', 'table B']);
});
