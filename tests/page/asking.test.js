/** What is asked for again and again, until it is done or nobody looks any more. */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useWork } from '../../src/bussolotto/web/components/work.js';
import { useStudy } from '../../src/bussolotto/web/pages/lab/study.js';
import { useReview } from '../../src/bussolotto/web/pages/parts/review.js';
import { useEffect } from '../../src/bussolotto/web/vendor/preact.js';
import { give } from './browser.js';
import { giveFrames, settled, used } from './hooks.js';

/** @type {{method: string, path: string, answer: (content: any, status?: number) => void, fail: () => void}[]} */
let asked = [];
/** @type {{run: () => void, ms: number}[]} */
let timers = [];
const late = globalThis.setTimeout;

beforeEach(() => {
  asked = [];
  timers = [];
  giveFrames();
  give({
    fetch: (/** @type {string} */ path, { method = 'GET' } = {}) =>
      new Promise((resolve, reject) => {
        const answer = (/** @type {any} */ content, status = 200) => resolve(Response.json(content, { status }));
        asked.push({ method, path, answer, fail: () => reject(new TypeError('no line')) });
      }),
    setTimeout: (/** @type {() => void} */ run, ms = 0) => {
      if (ms < 500) return late(run, ms);
      return timers.push({ run, ms });
    },
  });
});

/** What was drawn is acted upon. @param {{render: (news: object) => void}} page */
const acted = (page) => page.render({});

for (const [name, hook] of /** @type {[string, () => any][]} */ ([
  ['a review', () => useReview('m', undefined)],
  ['a report on dice', () => useWork('/api/dice')],
]))
  test(`${name} that nobody looks at any more is not asked for any more`, async () => {
    await new Promise((gone) => {
      const page = used(() => {
        hook();
        useEffect(() => () => gone(undefined), []);
      }, {});
      acted(page);
      page.leave();
    });
    asked[0].answer({ state: 'running', review: null });
    await settled();
    assert.deepEqual(timers, []);
  });

test('a review goes on where the line was gone for a while', async () => {
  const page = used(() => useReview('m', undefined), {});
  acted(page);
  asked[0].answer({ state: 'running', review: null });
  await settled();
  timers[0].run();
  asked[1].fail();
  await settled();
  assert.match(page.now.problem, /unknown|offline/);
  timers[1].run();
  asked[2].answer({ state: 'running', review: null });
  await settled();
  assert.equal(page.now.problem, '');
});

test('a report on dice goes on where the line was gone for a while', async () => {
  const page = used(() => useWork('/api/dice'), {});
  acted(page);
  asked[0].fail();
  await settled();
  assert.notEqual(page.now.refusal, null);
  timers[0].run();
  asked[1].answer({ state: 'done' });
  await settled();
  assert.deepEqual([page.now.refusal, page.now.found], [null, { state: 'done' }]);
});

test('a study goes on where the line was gone for a while', async () => {
  const page = used(useStudy, {});
  page.now.ask({});
  asked[0].answer({ study: 's', state: 'running' });
  await settled();
  timers[0].run();
  asked[1].fail();
  await settled();
  assert.notEqual(page.now.problem, '');
  timers[1].run();
  asked[2].answer({ study: 's', state: 'done' });
  await settled();
  assert.deepEqual([page.now.problem, page.now.study?.state], ['', 'done']);
});

test('what is refused to an earlier question is not told of a later one', async () => {
  const page = used(useStudy, {});
  page.now.ask({});
  asked[0].answer({ study: 's', state: 'running' });
  await settled();
  timers[0].run();
  const asking = page.now.ask({});
  asked[2].answer({ study: 's', state: 'stopped' });
  await settled();
  asked[1].answer({ code: 'no-such-study' }, 404);
  asked[3].answer({ study: 'other', state: 'running' });
  await asking;
  await settled();
  assert.deepEqual([page.now.problem, page.now.study?.study], ['', 'other']);
});
