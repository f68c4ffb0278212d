/** The page verifies the dice of a match file by itself: the vectors of the docs, files that we write, and changed ones. */
import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { hash, hex, mac, unhex } from '../../src/bussolotto/web/fair/hashes.js';
import { Roll, weightsOf } from '../../src/bussolotto/web/fair/roll.js';
import { verify } from '../../src/bussolotto/web/fair/verify.js';

const read = (/** @type {string} */ path) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
const vectors = read('../../docs/fair-dice.json');
/** @type {Record<string, {file: string, kept: {start: string, head: string}}>} */
const files = read('./golden/fair.json');
const bytes = (/** @type {string} */ text) => unhex(text, text.length / 2) ?? new Uint8Array();

test('hashes are those of Node.js', () => {
  for (let length = 0; length < 300; length += 7) {
    const message = new Uint8Array(length).fill(length);
    assert.equal(hex(hash(message)), createHash('sha256').update(message).digest('hex'));
    const key = new Uint8Array(32).fill(length);
    assert.equal(hex(mac(key, message)), createHmac('sha256', key).update(message).digest('hex'));
  }
});

test('rolls are those of the vectors', () => {
  const seed = bytes(vectors.seed);
  for (const { roll: number, message, weights, outcomes } of vectors.rolls) {
    const roll = new Roll(mac(seed, `roll ${number}`), bytes(message));
    const known = weightsOf(weights) ?? [];
    assert.deepEqual(
      outcomes.map(() => roll.draw(known)),
      outcomes,
      weights,
    );
  }
});

test('heads and commitments are those of the vectors', () => {
  const { start, lines, heads, plain } = vectors.transcript;
  let head = hash(`start ${start}`);
  assert.equal(hex(head), heads[0]);
  lines.forEach((/** @type {string} */ line, /** @type {number} */ at) => {
    head = hash(head, line);
    assert.equal(hex(head), heads[at + 1]);
  });
  const salt = mac(bytes(vectors.seed), 'salt 2').subarray(0, 16);
  assert.equal(lines[3].split(' ').at(-2), `#${hex(hash(salt, plain[2]))}`);
});

for (const [game, { file, kept }] of Object.entries(files)) {
  test(`a file of ${game} is proved, and compared with what was kept`, () => {
    const verdict = verify(file, kept);
    assert.ok(verdict.kept && verdict.proved && verdict.proved.drawn > 10);
    assert.equal(verify(file).kept, false);
    assert.throws(() => verify(file, { ...kept, head: '00'.repeat(32) }), { reason: 'kept' });
    assert.throws(() => verify(file, { ...kept, start: '{}' }), { reason: 'kept' });
  });
}

/** @type {[string, RegExp, string, string][]} */
const changes = [
  ['another seed', /"seed":"7373/, '"seed":"7374', 'seed'],
  ['another name', /"names":\["Anna"/, '"names":["Anne"', 'names'],
  ['a name taken out', /"names":\["Anna"/, '"names":[""', 'names'],
  ['another last head', /"head":"[0-9a-f]{8}/, '"head":"00000000', 'head'],
  ['another result', /"returns":\[[\d.]+/, '"returns":[0.25', 'head'],
  ['other weights', /"mark":"@6\*1"/, '"mark":"@7*1"', 'dice'],
  ['weights that are none', /"mark":"@6\*1"/, '"mark":"@"', 'form'],
  ['a line of no transcript', /"entry":\["dice 0 -"\]/, '"entry":["dice 1 -"]', 'form'],
  ['a nonce that nobody was asked for', /"entry":\["dice 0 -"\]/, `"entry":["dice 0 0:${'0'.repeat(64)}"]`, 'nonces'],
  ['no file at all', /^[^]*$/, '[]\n', 'form'],
  ['half a file', /^([^]{2000})[^]*$/, '$1\n', 'form'],
];
for (const [what, found, instead, reason] of changes) {
  test(`found: ${what}`, () => {
    const { file } = files.spilorcio;
    assert.match(file, found);
    const changed = file.replace(found, instead);
    // what is changed early also changes every die after it: then that is what shows
    assert.throws(
      () => verify(changed),
      (/** @type {any} */ { reason: told }) => told === reason || told === 'dice',
    );
  });
}

test('every die and every choice that is changed is found', () => {
  const lines = files.spilorcio.file.split('\n');
  for (const [at, line] of lines.entries()) {
    if (!line.includes('"line":"step"')) continue;
    const action = /"action":(\d+)/.exec(line)?.[1] ?? '';
    const changed = lines.with(at, line.replace(`"action":${action}`, `"action":${Number(action) + 1}`));
    assert.throws(() => verify(changed.join('\n')), { name: 'Error' });
  }
});

test('an old file proves nothing, and is no match of which something was kept', () => {
  const { file, kept } = files.spilorcio;
  const lines = file.split('\n').map((line) => {
    if (!line) return line;
    const { fair: _fair, entry: _entry, mark: _mark, ...rest } = JSON.parse(line);
    return JSON.stringify(rest);
  });
  assert.deepEqual(verify(lines.join('\n')), { proved: null, kept: false, dropped: [], gaps: [] });
  assert.throws(() => verify(lines.join('\n'), kept), { reason: 'kept' });
});
