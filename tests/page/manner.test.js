/** When dice are shown in three dimensions. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { typicalOf } from '../../src/bussolotto/web/components/frame-time.js';
import { isDeep } from '../../src/bussolotto/web/components/manner.js';
import { Pace } from '../../src/bussolotto/web/pyramid/scene-pace.js';

const phone = { asked: null, pile: null, roomy: false, frame: null };

test('on a small screen dice are in 3D by choice, or where a measured frame stays under 25 ms', () => {
  assert.equal(isDeep(phone), false, 'nothing is known yet');
  assert.equal(isDeep({ ...phone, frame: 24 }), true);
  assert.equal(isDeep({ ...phone, frame: 25 }), false);
  assert.equal(isDeep({ ...phone, frame: 400, pile: 'deep' }), true);
  assert.equal(isDeep({ ...phone, frame: 5, pile: 'flat' }), false);
  assert.equal(isDeep({ ...phone, frame: 400, asked: 'deep' }), true);
});

test('on a large screen they are in 3D unless somebody wants them flat', () => {
  assert.equal(isDeep({ ...phone, roomy: true, frame: 400 }), true);
  assert.equal(isDeep({ ...phone, roomy: true, pile: 'flat' }), false);
});

test('the first frames, which prepare, do not count', () => {
  assert.equal(typicalOf([300, 80, 30, 30, 12, 11, 40, 12, 13]), 12);
});

test('who draws even the coarsest picture slowly is told so', () => {
  const pace = new Pace(false);
  for (let frame = 0; frame < 60; frame += 1) pace.measure(90);
  assert.ok(pace.hopeless);
  for (let frame = 0; frame < 4; frame += 1) pace.measure(10);
  assert.ok(!pace.hopeless);
});
