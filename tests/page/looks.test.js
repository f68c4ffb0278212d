/** What a general page finds in the fields that the facts of a game name, and in what happened. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  landingOf,
  openChoices,
  pileDice,
  sizeOf,
  takerOf,
  tapped,
  thrownDice,
  trayDice,
  triedBy,
  upNow,
} from '../../src/bussolotto/web/games/looks.js';
import { cellAt, COUNT, POSES } from '../../src/bussolotto/web/pyramid/lattice.js';

const CHANCE = 15;

/** @param {string[]} told `0 roll`, `die 3` @returns {any[]} */
const steps = (...told) =>
  told.map((text, at) => {
    const seat = /^\d/.test(text) ? Number(text[0]) : CHANCE;
    return { seat, text: seat === CHANCE ? text : text.slice(2), version: at + 1 };
  });

/** @param {any[]} known */
const thrown = (known) => {
  const { dice, owner, last } = thrownDice(known, ['die']);
  return [dice.map(({ face }) => face).join(''), owner, last.join()];
};

test('the dice of a turn lie there until the next turn brings others', () => {
  assert.deepEqual(thrown([]), ['', null, '']);
  assert.deepEqual(thrown(steps('0 roll', 'die 1', '1 roll', 'die 4', '1 roll', 'die 5')), ['45', 1, '6']);
  assert.deepEqual(thrown(steps('0 roll', 'die 1', '1 hold', '0 wait')), ['1', 0, '2']);
  assert.deepEqual(thrown(steps('0 roll', 'die 1', '1 pass', '0 roll', 'die 2')), ['2', 0, '5']);
  assert.deepEqual(thrown(steps('start 2', '0 roll', 'die 3', 'die 3', 'lay 5')), ['33', 0, '3,4']);
  assert.deepEqual(thrown(steps('die 6', 'die 2')), ['62', null, '1,2']);
});

test('dice are of a past turn as soon as somebody else has acted, also without a roll', () => {
  const past = (/** @type {string[]} */ ...told) => thrownDice(steps(...told), ['die']).past;
  assert.deepEqual(
    [past(), past('die 6'), past('0 roll', 'die 3'), past('0 roll', 'die 3', '0 wait')],
    Array(4).fill(false),
  );
  assert.equal(past('0 roll', 'die 3', '0 hold', '1 roll'), true);
  assert.equal(past('0 roll', 'die 3', '0 hold', '1 take', '0 take'), true);
  assert.equal(past('0 roll', 'die 3', '1 roll', 'die 2', '1 wait'), false);
});

/** @param {Partial<import('../../src/bussolotto/web/wire.js').TrayLook>} more @returns {any} */
const tray = (more) => ({
  field: 'dice',
  colours: ['ivory'],
  counts: false,
  kinds: false,
  by_seat: false,
  takes: '',
  ...more,
});

test('a tray is a list of faces, or counts by face, or counts by colour', () => {
  const faces = (/** @type {any} */ look, /** @type {any} */ held, /** @type {number} */ seat = NaN) =>
    trayDice(look, { dice: held }, Number.isNaN(seat) ? undefined : seat).map(
      ({ face, colour }) => `${face}${colour[0]}`,
    );
  assert.deepEqual(faces(tray({}), [3, 0, 6]), ['3i', '6i']);
  assert.deepEqual(faces(tray({}), 4), ['4i']);
  assert.deepEqual(faces(tray({ counts: true, colours: ['red'] }), [0, 2, 0, 0, 0, 1]), ['2r', '2r', '6r']);
  assert.deepEqual(faces(tray({ colours: ['pearl', 'red'] }), [1, 2]), ['0p', '0r', '0r']);
  assert.deepEqual(faces(tray({ by_seat: true }), [[1], [5, 5]], 1), ['5i', '5i']);
  assert.deepEqual(faces(tray({ kinds: true, colours: ['pearl', 'red'] }), 2), ['0r']);
  assert.deepEqual(faces(tray({ kinds: true, colours: ['pearl', 'red'] }), 0), []);
});

test('a tap on a die that lies there does the action of its face, on those of all and on one’s own', () => {
  const view = { roll: [1, 3, 3], shelf: [0, 1, 0, 0, 0, 0], own: [[2], [5, 0]] };
  const trays = [
    tray({ field: 'roll', takes: 'keep' }),
    tray({ field: 'shelf', counts: true, takes: 'swap' }),
    tray({ field: 'own', by_seat: true, takes: 'give' }),
    tray({ field: 'roll' }),
  ];
  assert.deepEqual([...tapped(trays, view, 1)], ['keep 1', 'keep 3', 'swap 2', 'give 5']);
});

test('a die that was taken lies last of its colour on the tray that has more of it, of all or of who took it', () => {
  const cart = tray({ field: 'cart', colours: ['pearl', 'red'] });
  const home = tray({ field: 'home', colours: ['pearl', 'red'], by_seat: true });
  const before = {
    cart: [1, 1],
    home: [
      [0, 0],
      [0, 2],
    ],
  };
  const lands = (/** @type {any} */ after, colour = 'pearl') =>
    landingOf([cart, home], before, after, { seat: 1, colour });
  assert.deepEqual(lands({ ...before, cart: [2, 1] }), { tray: cart, place: 1 });
  assert.deepEqual(lands({ ...before, cart: [1, 2] }, 'red'), { tray: cart, place: 2 });
  assert.deepEqual(
    lands({
      cart: [0, 0],
      home: [
        [0, 0],
        [2, 3],
      ],
    }),
    { tray: home, place: 1 },
  );
  assert.equal(
    lands({
      cart: [0, 0],
      home: [
        [9, 0],
        [0, 2],
      ],
    }),
    null,
    'another’s, or nowhere',
  );
});

test('a pyramid is read by colour, by pose or by faces', () => {
  const colour = Array(COUNT).fill(0);
  const face = Array(COUNT).fill(7);
  [colour[0], colour[3]] = [2, 1];
  const pile = {
    dice: 'colour',
    colours: ['red', 'yellow'],
    faces: '',
    first_pose: 0,
    size: 'lattice',
    own_side: false,
  };
  assert.deepEqual(pileDice(pile, { colour }), [
    { cell: 0, colour: 'yellow' },
    { cell: 3, colour: 'red' },
  ]);
  assert.deepEqual(pileDice({ ...pile, faces: 'face' }, { colour, face })[0].faces, POSES[7]);
  assert.deepEqual(pileDice({ ...pile, faces: 'face', first_pose: 1 }, { colour, face })[0].faces, POSES[6]);
  assert.deepEqual(
    pileDice({ ...pile, faces: 'face' }, { colour, face: face.map(() => [1, 2, 3]) })[1].faces,
    [1, 2, 3],
  );
  assert.deepEqual([sizeOf(pile, { lattice: 5 }), sizeOf({ ...pile, size: 7 }, {}), sizeOf(pile, {})], [5, 7, 8]);
});

test('an action that names cells is picked cell by cell, any other at once', () => {
  const texts = ['stop', 'take 0,0,8', 'move 0,8,0 0,0,8', 'move 0,8,0 1,0,7', 'bid 3'];
  const [left, right, inner] = [
    [0, 8, 0],
    [0, 0, 8],
    [1, 0, 7],
  ].map((cell) => cellAt(cell) ?? -1);
  const found = (/** @type {number[]} */ legal, /** @type {number[]} */ picked) => {
    const { now, places, done } = openChoices(texts, legal, picked);
    return [now.map(({ action }) => action), [...places.keys()], done.map(({ action }) => action)];
  };
  assert.deepEqual(found([0, 1, 2, 3, 4], []), [[0, 4], [left, right], []]);
  assert.deepEqual(found([0, 1, 2, 3], [left]), [[0], [inner, right], []]);
  assert.deepEqual(found([1, 2, 3], [left, right]), [[], [], [2]]);
  assert.deepEqual(found([1, 2], [right]), [[], [], [1]]);
  assert.deepEqual(found([], []), [[], [], []]);
});

test('a die goes to the seat whose step named its cell', () => {
  const taker = takerOf(steps('0 take 0,0,8', '1 take 0,8,0', 'die 3'));
  assert.equal(taker(cellAt([0, 8, 0]) ?? -1), 1);
  assert.equal(taker(cellAt([0, 0, 8]) ?? -1), undefined);
  assert.equal(takerOf([])(0), undefined);
});

/** A race of three steps, and the little of its position that matters. */
const tries = [
  { word: 'throw', field: 'step', value: 0, at: '', by: 'turn', once: '' },
  { word: 'take', field: 'step', value: 1, at: 'die', by: '', once: '' },
  { word: 'put', field: 'step', value: 1, at: 'gap', by: '', once: '' },
  { word: 'pass', field: 'step', value: 1, at: '', by: '', once: 'passed' },
  { word: 'pose', field: 'step', value: 2, at: '', by: 'actor', once: '' },
];

/** @param {object} more what else is so; a pile of four dice, in which one hollow of the base is empty */
function racing(more) {
  const colour = Array(COUNT).fill(0);
  for (const triple of [
    [0, 2, 0],
    [1, 1, 0],
    [0, 1, 1],
    [2, 0, 0],
    [1, 0, 1],
    [0, 1, 0],
  ])
    colour[cellAt(triple) ?? 0] = 1;
  return { step: 1, turn: 0, actor: 1, passed: 0, lattice: 2, colour, ...more };
}

test('in a race everybody can try what everybody sees, whether it is right or wrong', () => {
  const pile = /** @type {any} */ ({ dice: 'colour', colours: ['red'], size: 'lattice' });
  const cells = ['0,2,0', '0,1,0', '1,0,0', '0,0,2', '0,0,1', '0,0,0'];
  const texts = ['throw', ...cells.flatMap((cell) => [`take ${cell}`, `put ${cell}`]), 'pass', 'pose 123', 'passed'];
  const tried = (/** @type {object} */ more, seat = 0) =>
    triedBy({ pile, tries }, texts, racing(more), seat).map((code) => texts[code]);
  assert.deepEqual(tried({}), ['take 0,2,0', 'take 0,1,0', 'put 1,0,0', 'put 0,0,2', 'pass']);
  assert.deepEqual(tried({ passed: 1 }).includes('pass'), false);
  assert.deepEqual(tried({ passed: 2 }).includes('pass'), true);
  assert.deepEqual([tried({ step: 0 }), tried({ step: 0 }, 1)], [['throw'], []]);
  assert.deepEqual([tried({ step: 2 }), tried({ step: 2 }, 1), tried({ step: 7 })], [[], ['pose 123'], []]);
});

test('in a race somebody is up who alone may do something', () => {
  const up = (/** @type {object} */ more) => [0, 1].filter((seat) => upNow(tries, racing(more), seat));
  assert.deepEqual([up({ step: 0 }), up({ step: 1 }), up({ step: 2 })], [[0], [], [1]]);
});
