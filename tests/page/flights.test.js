/** What flies to a player when an event says so: from where it lies, to the plate, in the colour of who gets it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import './browser.js';
import { Hand } from '../../src/bussolotto/games/cui_bono/page/hand.js';
import { moves as cuiBono } from '../../src/bussolotto/games/cui_bono/page/moves.js';
import { keeperOf } from '../../src/bussolotto/games/eintrichtern/page/funnel.js';
import { fliers } from '../../src/bussolotto/web/table/banner.js';
import { seatedDice } from '../../src/bussolotto/web/pyramid/taken.js';

const HAND = { left: 40, top: 600, width: 60, height: 60 };
const PLATES = [0, 1, 2].map((seat) => ({ left: 300 * seat, top: 20, width: 200, height: 60 }));
const t = /** @type {any} */ ((/** @type {string} */ key) => key);

/** The page of a game as far as flights ask for it: the hand, and a plate for each seat. */
function table() {
  const found = { appended: /** @type {any[]} */ ([]), asked: /** @type {string[]} */ ([]) };
  const box = (/** @type {object} */ rectangle) => ({ getBoundingClientRect: () => rectangle });
  const root = {
    querySelectorAll: (/** @type {string} */ selector) => (found.asked.push(selector), [box(HAND)]),
    querySelector: (/** @type {string} */ selector) => box(PLATES[Number(selector.match(/\d/)?.[0])]),
    append: (/** @type {any} */ thing) => found.appended.push(thing),
  };
  return { ...found, root: /** @type {any} */ (root) };
}

/** The elements that are made, with what they are told to do. */
globalThis.document = /** @type {any} */ ({
  createElement: () => {
    const made = /** @type {any} */ ({ className: '', style: {}, setAttribute: () => {} });
    made.classList = { add: (/** @type {string} */ name) => (made.className += ` ${name}`) };
    made.animate = (/** @type {any[]} */ way) => ({ way: (made.way = way) });
    return made;
  },
});

for (const word of ['forced', 'kept'])
  test(`a die of Cui bono? that somebody keeps flies from the hand to their plate: ${word}`, () => {
    const seen = table();
    const [die, ...more] = fliers(seen.root, cuiBono[word]({ seat: 2, n: 3 }), 2);
    assert.deepEqual([more, seen.appended], [[], [die]]);
    assert.ok(/flight-die seat-colour-2/.test(die.className));
    assert.deepEqual([die.style.left, die.style.top], ['55px', '615px'], 'the middle of the hand');
    assert.ok(/^translate\(630px, -580px\)/.test(/** @type {any} */ (die).way[1].transform));
  });

test('where the die of Cui bono? flies from is where it was held', () => {
  const view = /** @type {any} */ ({ phase: 0, held: 0, price: [] });
  const place = /** @type {any} */ (Hand({ view, choice: { cell: null }, pile: [], t }));
  assert.equal(`.${place.props.class}`, cuiBono.kept({}).dice);
});

test('the red die of Eintrichtern that a lift has won flies from the pile to whoever lifted it, and only that', () => {
  const steps = /** @type {any[]} */ ([
    { seat: 0, text: 'back' },
    { seat: 1, text: 'lift 1,1,0' },
  ]);
  const [before, after] = [
    new Map([
      [7, {}],
      [9, {}],
    ]),
    new Map([[9, {}]]),
  ];
  const gone = (/** @type {any[]} */ all) => seatedDice(before, after, [], keeperOf(all));
  assert.deepEqual(gone(steps), []);
  assert.deepEqual(gone([...steps, { seat: 1, text: 'keep' }]), [{ cell: 7, seat: 1 }]);
});
