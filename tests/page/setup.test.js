/** Setting a table: what is chosen while something else is under way stays chosen. */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { Presets } from '../../src/bussolotto/web/pages/setup/presets.js';
import { Setup } from '../../src/bussolotto/web/pages/setup/setup.js';
import { give } from './browser.js';
import { giveFrames, partsOf, settled, used } from './hooks.js';

beforeEach(giveFrames);

const game = { name: 'toy', seats: [2, 3], options: { rule: ['old', 'new'] }, numbers: [], printed: {}, players: [] };

test('rules that were changed while others were kept do not get the name of those', async () => {
  give({ fetch: async () => Response.json([]) });
  /** @type {any[]} */
  const changes = [];
  const change = (/** @type {any} */ news) => void changes.push(news);
  const wish = { options: { rule: 'new' }, preset: null };
  const page = used(Presets, { game, wish, change });
  const [keeping] = partsOf(page.now).filter(({ props }) => props.kept);
  page.render({ wish: { options: { rule: 'newer' }, preset: null } });
  keeping.props.kept({ preset: 'p', game: 'toy', name: 'ours', fits: true, options: { rule: 'new' } });
  await settled();
  page.render({});
  assert.deepEqual(changes, []);
});

test('what is kept of the rules, or noticed of them, undoes nothing that was chosen meanwhile', async () => {
  const page = used(Setup, { game });
  const parts = () => partsOf(page.now).find(({ type }) => type.name === 'Presets').props;
  const { change } = parts();
  change({ seats: 2 });
  await settled();
  change({ preset: 'ours' });
  await settled();
  const { seats, preset } = parts().wish;
  assert.deepEqual([seats, preset], [2, 'ours']);
});
