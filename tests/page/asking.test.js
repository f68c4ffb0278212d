/** What is asked for again and again, until it is done or nobody looks any more. */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useReport } from '../../src/bussolotto/web/pages/dice.js';
import { useStudy } from '../../src/bussolotto/web/pages/lab/study.js';
import { useReview } from '../../src/bussolotto/web/pages/parts/review.js';
import { give } from './browser.js';
import { giveFrames, used } from './hooks.js';

/** @type {{method: string, path: string, answer: (content: any, status?: number) => void, fail: () => void}[]} */
let asked = [];
/** @type {{run: () => void, ms: number}[]} */
let timers = [];
const late = globalThis.setTimeout;
/** Answers are heard, and what they change is drawn. */
const heard = () => new Promise((resolve) => late(resolve, 5));

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

/** Nobody looks at it any more. @param {(props: any) => any} hook */
async function left(hook) {
  const page = used(({ looked }) => (looked ? hook : () => null)(page), { looked: true });
  return page;
}
