/** Every module of the page can be loaded without a browser: loading one fetches nothing and shows nothing. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { PACKAGE, scripts } from './files.js';

/** What a browser runs by itself, and so begins something when it is loaded. */
const BEGINNINGS = ['web/app.js', 'web/cup/worker.js', 'web/theme.js', 'web/worker/service.js'];
const MODULES = scripts().filter((path) => !BEGINNINGS.includes(path));

test('every module loads, and asks for nothing while it does', async () => {
  /** @type {unknown[]} */
  const asked = [];
  globalThis.fetch = async (address) => {
    asked.push(address);
    throw new Error(`${address} was asked for by a module that is only loaded`);
  };
  for (const path of MODULES) await import(new URL(path, PACKAGE).href);
  assert.ok(MODULES.length > 200, 'the scripts are found');
  assert.deepEqual(asked, []);
  assert.equal(typeof document, 'undefined', 'no module brings a document of its own');
});

test('no module waits for anything while it is loaded', () => {
  const waiting = MODULES.filter((path) => /^(?!.*\basync\b)\S.*\bawait\b/m.test(coded(path)));
  assert.deepEqual(waiting, []);
});

test('what begins by itself is there', () => {
  assert.deepEqual(
    BEGINNINGS.filter((path) => !scripts().includes(path)),
    [],
  );
});

test('a module that is brought later comes with all that it needs', () => {
  const own = ['scene.js', 'frame-time.js', 'playing.js', 'storage/offline.js', 'example.js', '/part.js']; // they need neither texts nor styles
  const bare = scripts().flatMap((path) =>
    [...coded(path).matchAll(/(?<!complete\()(?<!typeof )\bimport\('([^']+)'\)(?!\.[A-Z])/g)].map(
      ([, wanted]) => `${path}: ${wanted}`,
    ),
  );
  assert.deepEqual(
    bare.filter((found) => !own.some((name) => found.endsWith(name))),
    [],
  );
});

test('what is kept for when there is no line comes with all that it imports', () => {
  const kept = [...coded('web/storage/offline.js').matchAll(/'\/(web\/[^']+\.js)'/g)].map(([, path]) => path);
  assert.ok(kept.includes('web/pages/offline.js'));
  const there = importedBy(['web/app.js', 'web/pages/table.js', 'web/storage/offline.js']);
  const needed = importedBy(kept);
  assert.deepEqual(
    [...needed].filter((path) => !there.has(path) && !kept.includes(path)),
    [],
  );
});

/** These scripts, and all that come with them. @param {string[]} begun */
function importedBy(begun) {
  const found = new Set(begun);
  for (const path of found)
    for (const [, wanted] of coded(path).matchAll(/\bfrom '(\.[^']+)'/g))
      found.add(new URL(wanted, `file:///${path}`).pathname.slice(1));
  return found;
}

/** A script without its remarks. @param {string} path */
const coded = (path) =>
  readFileSync(new URL(path, PACKAGE), 'utf8')
    .replace(/\/\*[^]*?\*\//g, '')
    .replace(/\s\/\/ .*$/gm, '');
