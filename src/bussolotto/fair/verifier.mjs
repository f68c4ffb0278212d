#!/usr/bin/env node
/**
 * Verifies the dice of a match file, or of the file of an evening, with Node.js (from 18) and nothing else:
 *
 *     node verifier.mjs FILE [--key HEX].. [--kept KEPT.json]
 *
 * `--key`: a public key of the server, as it lists them at /api/fair/keys; without one, it is only said which key has
 * signed. `--kept`: what a page kept of the match. It shares no code with the program that wrote the file, and knows the
 * rules of no game: it follows docs/fair-dice.md. What dice were drawn from stands in the file; `bussolotto check` knows
 * whether the rules say so, too.
 */
import { createHash, createHmac, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';

const CHANCE = 15;
const HEX = /^[0-9a-f]*$/;
const OWN = ['evening', 'points', 'night']; // lines of an evening beside those of its matches
const ED25519 = Buffer.from('302a300506032b6570032100', 'hex'); // what comes before a raw key (RFC 8410)

class Wrong extends Error {}

/** @param {unknown} condition @param {string} problem @returns {asserts condition} */
function demand(condition, problem) {
    if (!condition) throw new Wrong(problem);
}

const sha256 = (/** @type {(string | Buffer)[]} */ ...parts) => {
    const hash = createHash('sha256');
    for (const part of parts) hash.update(part);
    return hash.digest();
};
const hmac = (/** @type {Buffer} */ key, /** @type {(string | Buffer)[]} */ ...parts) =>
    createHmac('sha256', key)
        .update(Buffer.concat(parts.map((part) => Buffer.from(/** @type {any} */ (part)))))
        .digest();

/** @param {any} text @param {number} size @returns {Buffer} */
function bytes(text, size) {
    demand(
        typeof text === 'string' && HEX.test(text) && text.length === 2 * size,
        `these are not ${size} bytes in hex`,
    );
    return Buffer.from(text, 'hex');
}

/** JSON as files are written: keys sorted, no blanks. @param {any} value @returns {string} */
function canonical(value) {
    if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
    if (value === null || typeof value !== 'object') return JSON.stringify(value);
    const keys = Object.keys(value).sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
    return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join()}}`;
}

/** A number may be written in more than one way: 1.0, 1. */
const plain = (/** @type {string} */ text) => text.replace(/(\d)\.0(?=[,\]}])/g, '$1');

/** @param {string} raw @param {number} number */
function readLine(raw, number) {
    let line;
    try {
        line = JSON.parse(raw);
    } catch {
        throw new Wrong(`line ${number} is not JSON`);
    }
    demand(line !== null && typeof line === 'object' && !Array.isArray(line), `line ${number} is no line of a file`);
    const exact = /\d[eE][+-]?\d/.test(raw) || plain(raw) === plain(canonical(line));
    demand(exact, `line ${number} is not written the way files are`);
    return { raw, number, line };
}

/** @typedef {ReturnType<typeof readLine>} Line */

/** The line as its chain covers it: without the chain, and without what is signed afterwards. @param {Line} line */
function covered({ raw, line, number }) {
    let text = raw.replace(`"chain":"${line.chain}",`, '');
    demand(text.length < raw.length, `line ${number} has no chain`);
    if (line.line === 'night' && line.key) {
        text = text.replace(`"key":"${line.key}",`, '').replace(`"signature":"${line.signature}",`, '');
    }
    return text;
}

/** @param {string} chain @param {string} key @param {string} signature @param {string[]} keys */
function checkSignature(chain, key, signature, keys) {
    demand(!keys.length || keys.includes(key), 'the file is signed with another key than the server has');
    const der = Buffer.concat([ED25519, bytes(key, 32)]);
    const publicKey = createPublicKey({ key: der, format: 'der', type: 'spki' });
    const signed = Buffer.from(`bussolotto file 1\n${chain}`);
    demand(verify(null, signed, publicKey, bytes(signature, 64)), 'the signature is not that of this key');
}

/** @param {string} text @returns {bigint[]} the weights of all outcomes */
function weightsOf(text) {
    demand(
        /^[1-9]\d{0,5}\*(0|[1-9]\d{0,17})(\.[1-9]\d{0,5}\*(0|[1-9]\d{0,17}))*$/.test(text),
        `${text} are no weights`,
    );
    const runs = text.split('.').map((run) => run.split('*'));
    demand(runs.reduce((sum, [count]) => sum + Number(count), 0) <= 8192, 'too many outcomes');
    return runs.flatMap(([count, weight]) => Array(Number(count)).fill(BigInt(weight)));
}

/** The dice of one roll, one after the other. */
class Roll {
    /** @param {Buffer} secret @param {Buffer} message */
    constructor(secret, message) {
        this.left = Buffer.alloc(0);
        this.secret = secret;
        this.message = message;
        this.block = 0;
    }

    /** @param {number} count @returns {bigint} a number of so many bytes */
    take(count) {
        while (this.left.length < count) {
            const number = Buffer.alloc(4);
            number.writeUInt32BE(this.block++);
            this.left = Buffer.concat([this.left, hmac(this.secret, this.message, number)]);
        }
        const taken = this.left.subarray(0, count);
        this.left = this.left.subarray(count);
        return BigInt(`0x${taken.toString('hex')}`);
    }

    /** @param {bigint[]} weights @returns {number} the outcome */
    draw(weights) {
        const total = weights.reduce((sum, weight) => sum + weight, 0n);
        demand(total > 0n, 'no outcome is possible');
        let size = 1;
        while (256n ** BigInt(size) < total) size++;
        const numbers = 256n ** BigInt(size);
        let number = this.take(size);
        while (number >= numbers - (numbers % total)) number = this.take(size);
        let ticket = number % total;
        return weights.findIndex((weight) => (ticket -= weight) < 0n);
    }
}

/** Seat and nonce of each that was asked, "-" for a nonce that did not come. @param {string} told */
const partsOf = (told) => (told === '-' ? [] : told.split(',').map((part) => part.split(':')));

/** Follows the transcript of one match, and draws its dice again. */
class Transcript {
    /** @param {any} header @param {any[]} steps @param {any} end */
    constructor(header, steps, end) {
        this.header = header;
        this.steps = steps;
        this.end = end;
        this.start = JSON.parse(header.fair.start);
        this.seed = bytes(header.fair.seed, 32);
        this.head = sha256(`start ${header.fair.start}`);
        this.heads = [this.head.toString('hex')];
        /** @type {(string | null)[]} */
        this.chains = this.start.chains;
        /** @type {number[]} */
        this.asked = [];
        /** @type {{head: string, parts: string[][]}[]} the head before each roll; seat and nonce of each that was asked */
        this.rolled = [];
        this.found = { rolls: 0, drawn: 0, given: 0, typed: 0, nonces: 0, gaps: 0, names: 0 };
    }

    check() {
        const { start, header } = this;
        demand(start.fair === 1, 'this protocol is not known here');
        demand(canonical(start) === header.fair.start, 'the start message is not written as it should be');
        for (const name of ['game', 'rules', 'seats', 'options']) {
            demand(
                canonical(start[name]) === canonical(header[name]),
                `the start message says something else: ${name}`,
            );
        }
        demand(
            Array.isArray(start.chains) && start.chains.length === start.seats,
            'the chains are not those of the seats',
        );
        demand(
            sha256('bussolotto fair 1 seed\n', this.seed).toString('hex') === start.seed,
            'the seed is not the one that was committed to',
        );
        for (let at = 0; at < this.steps.length;) at = this.entry(at);
        this.finish();
        return this.found;
    }

    /** @param {string} text a line of the transcript */
    add(text) {
        this.head = sha256(this.head, text);
        this.heads.push(this.head.toString('hex'));
    }

    /** A line of the transcript that holds plies, with the lines before it. @param {number} at @returns {number} */
    entry(at) {
        const { entry } = this.steps[at];
        demand(Array.isArray(entry) && entry.length, `ply ${at + 1} begins no line of the transcript`);
        for (const text of entry.slice(0, -1)) this.prepare(text);
        let until = at + 1;
        while (until < this.steps.length && !this.steps[until].entry) until++;
        const before = this.head;
        const plies = this.steps.slice(at, until);
        const items = plies.map((step, place) => this.item(step, at + place));
        const begins = entry[entry.length - 1];
        this.add([begins, at, ...items].join(' '));
        this.judge(begins, plies, at, before);
        return until;
    }

    /** A ply as it enters the heads. @param {any} step @param {number} version @returns {string} */
    item(step, version) {
        demand(step.ply === version + 1, 'the plies are not in order');
        const mark = step.mark ?? '';
        const shown = mark.replace('?', '');
        demand(mark === shown || mark === `?${shown}`, 'a mark cannot be read');
        const said = `${step.action}${shown}`;
        if (!this.start.secrets || (!mark.startsWith('?') && !shown.startsWith('@'))) return said;
        const salt = hmac(this.seed, `salt ${version}`).subarray(0, 16);
        const commitment = sha256(salt, `${version} ${step.seat} ${said}`).toString('hex');
        return `${mark.startsWith('?') ? '' : step.action}#${commitment}`;
    }

    /** A line without plies. @param {string} text */
    prepare(text) {
        const chain = /^chain ([0-7]) ([0-9a-f]{64})$/.exec(text);
        const ask = /^ask (0|[1-9]\d*) ([0-7](?:,[0-7])*)$/.exec(text);
        demand(!this.asked.length && (chain || ask), 'this line stands in no transcript');
        if (chain) {
            demand(Number(chain[1]) < this.start.seats, 'there is no such seat');
            this.chains[Number(chain[1])] = chain[2];
        } else if (ask) {
            demand(Number(ask[1]) === this.found.rolls, 'another roll is due');
            this.asked = ask[2].split(',').map(Number);
            const sorted = [...new Set(this.asked)].sort((one, other) => one - other);
            demand(
                sorted.join() === ask[2] && sorted.every((seat) => this.chains[seat]),
                'a seat without a chain is asked',
            );
        }
        this.add(text);
    }

    /** @param {string} begins @param {any[]} plies @param {number} at @param {Buffer} before */
    judge(begins, plies, at, before) {
        const leads = /^(act|typed) (\d|1[0-4])$/.exec(begins);
        const dice = /^dice (0|[1-9]\d*) (\S+)$/.exec(begins);
        demand(leads || dice, 'this line stands in no transcript');
        if (dice) return this.roll(Number(dice[1]), dice[2], plies, at, before);
        const [, kind, seat] = /** @type {RegExpExecArray} */ (leads);
        const [mover, mark] = kind === 'act' ? [Number(seat), ''] : [CHANCE, '!'];
        demand(!this.asked.length, 'a decision came between a roll and its nonces');
        const fits = plies.every((step) => step.seat === mover && (step.mark ?? '').replace('?', '') === mark);
        demand(fits, 'a ply is not what its line says');
        if (kind === 'typed') this.found.typed += plies.length;
        return undefined;
    }

    /** @param {number} number @param {string} told @param {any[]} plies @param {number} at @param {Buffer} before */
    roll(number, told, plies, at, before) {
        demand(number === this.found.rolls, `roll ${this.found.rolls} is due, not roll ${number}`);
        const { match, game, rules } = this.start;
        const nonces = this.nonces(told);
        this.rolled.push({ head: before.toString('hex'), parts: partsOf(told) });
        const message = Buffer.concat([Buffer.from(`${match} ${game} ${rules} ${number}\n`), before, ...nonces]);
        const roll = new Roll(hmac(this.seed, `roll ${number}`), message);
        plies.forEach((step, place) => {
            const mark = (step.mark ?? '').replace('?', '');
            demand(step.seat === CHANCE && (mark === '=' || mark.startsWith('@')), 'a ply is not what its line says');
            if (mark === '=') {
                this.found.given++;
                return;
            }
            const due = roll.draw(weightsOf(mark.slice(1)));
            demand(due === step.action, `ply ${at + place + 1} should be outcome ${due}, not ${step.action}`);
            this.found.drawn++;
        });
        this.found.rolls++;
    }

    /** @param {string} told @returns {Buffer[]} */
    nonces(told) {
        const parts = partsOf(told);
        demand(parts.map(([seat]) => seat).join() === this.asked.join(), 'the nonces are not those of the seats asked');
        this.asked = [];
        return parts.flatMap(([text, value]) => {
            const seat = Number(text);
            const last = this.chains[seat];
            this.chains[seat] = value === '-' ? null : value;
            this.found[value === '-' ? 'gaps' : 'nonces']++;
            if (value === '-') return [];
            const nonce = bytes(value, 32);
            demand(sha256('bussolotto fair 1 nonce\n', nonce).toString('hex') === last, 'a nonce is not of its chain');
            return [nonce];
        });
    }

    finish() {
        const { fair, end } = this.end;
        for (const text of fair.entry ?? []) this.prepare(text);
        demand(!this.asked.length, 'a roll is missing');
        this.add(`end ${fair.end}`);
        const told = JSON.parse(fair.end);
        demand(canonical(told.end) === canonical(end), 'the match ended in another way');
        demand(this.head.toString('hex') === fair.head, 'the last head is not what the transcript leads to');
        const { names } = this.header;
        const counts = [names, told.names, fair.names].map(({ length }) => length);
        demand(
            counts.every((count) => count === this.start.seats),
            'the names are not those of the seats',
        );
        names.forEach((/** @type {string} */ name, /** @type {number} */ seat) => {
            const salt = fair.names[seat];
            demand(salt || !name, `the name of seat ${seat} was taken out of the record`);
            if (!salt) return;
            const commitment = sha256(bytes(salt, 16), `name ${seat} ${name}`).toString('hex');
            demand(commitment === told.names[seat], `seat ${seat} had another name`);
            this.found.names++;
        });
    }
}

/** One match: its chains, its signature, its dice. @param {Line[]} lines @param {string[]} keys */
function checkMatch(lines, keys) {
    let chain = '';
    for (const line of lines) {
        demand(sha256(chain, covered(line)).toString('hex') === line.line.chain, `line ${line.number} was changed`);
        chain = line.line.chain;
    }
    const told = lines.map(({ line }) => line);
    const signed = told[told.length - 1].line === 'signature' ? told.pop() : null;
    if (signed) checkSignature(told[told.length - 1].chain, signed.key, signed.signature, keys);
    demand(signed || !keys.length, 'the file is not signed');
    const kinds = told.map(({ line }) => line);
    const inner = kinds.slice(1, -1).every((kind) => kind === 'step' || kind === 'claim');
    demand(kinds[0] === 'header' && kinds[kinds.length - 1] === 'end' && inner, 'the lines are not those of a match');
    const header = told[0];
    const end = told[told.length - 1];
    const key = signed ? signed.key : null;
    if (!header.fair || !end.fair) return { key, chain, header, transcript: null };
    const transcript = new Transcript(
        header,
        told.filter(({ line }) => line === 'step'),
        end,
    );
    transcript.check();
    return { key, chain, header, transcript };
}

/** All matches of a file, one after the other. @param {Line[]} lines @param {string[]} keys */
function checkFile(lines, keys) {
    if (lines[0].line.line !== 'evening') return [checkMatch(lines, keys)];
    const matches = [];
    let chain = '';
    let since = 0;
    lines.forEach((line, at) => {
        if (!OWN.includes(line.line.line)) return;
        const inner = lines.slice(since, at);
        if (inner.length) matches.push(checkMatch(inner, keys));
        const ended = inner.length ? inner[inner.length - 1].line.chain : '';
        demand(
            sha256(chain, ended, covered(line)).toString('hex') === line.line.chain,
            `line ${line.number} was changed`,
        );
        chain = line.line.chain;
        since = at + 1;
    });
    const night = lines[lines.length - 1].line;
    demand(night.line === 'night', 'the file ends before the evening does');
    demand(night.key || !keys.length, 'the file is not signed');
    if (night.key) checkSignature(chain, night.key, night.signature, keys);
    return matches;
}

/** @param {string} path @returns {Line[]} */
function linesOf(path) {
    const raw = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(path)).split('\n');
    demand(raw.length > 1 && raw.pop() === '', 'the file breaks off');
    return raw.map((text, at) => readLine(text, at + 1));
}

/** @param {any[]} matches @param {any} kept */
function compare(matches, kept) {
    const same = matches.find(({ transcript }) => transcript && transcript.header.fair.start === kept.start);
    demand(same, 'the start message is another than the page was shown');
    demand(same.transcript.heads.includes(kept.head), 'the head that the page was shown is none of this match');
    for (const { roll, seat, head, link } of kept.opened ?? []) {
        const taken = same.transcript.rolled[roll];
        const nonce = taken?.parts.find((/** @type {string[]} */ [asked]) => Number(asked) === seat)?.[1];
        demand(nonce && taken.head.startsWith(head), `roll ${roll + 1} is not the one for which the page was asked`);
        demand(nonce === '-' || nonce.startsWith(link), `roll ${roll + 1} took another nonce than the page has opened`);
        if (nonce === '-')
            console.log(`The page sent its part in roll ${roll + 1}; the file says that it did not come.`);
    }
    console.log('It is the match that the page was shown.');
}

/** @param {ReturnType<typeof checkMatch>} match */
function tell({ header, transcript }) {
    const names = header.names.map((/** @type {string} */ name) => name || '?').join(', ');
    if (!transcript) {
        console.log(`${header.game} (${names}): nothing is proved about the dice.`);
        return;
    }
    const { drawn, rolls, given, typed, nonces, gaps } = transcript.found;
    console.log(`${header.game} (${names}): ${drawn} dice in ${rolls} rolls follow from the seed committed to at the`);
    console.log('start and from everything played before each.');
    if (nonces) console.log(`${nonces} nonces of players' devices went into them.`);
    else console.log('No device of a player had a part in them: the server knew them, and may have picked the seed.');
    if (gaps) console.log(`${gaps} nonces did not come: there the server and the player could have bent one bit each.`);
    transcript.rolled.forEach(({ parts }, roll) => {
        for (const [seat, nonce] of parts)
            if (nonce === '-')
                console.log(`One of them is that of ${header.names[Number(seat)] || '?'} in roll ${roll + 1}.`);
    });
    if (given) console.log(`${given} dice were given by the game before, or by whose turn it was to begin.`);
    if (typed) console.log(`${typed} dice were rolled by people and typed in: nothing is proved about them.`);
    console.log('Whether the rules say what they were drawn from, `bussolotto check` knows.');
}

/** @param {string[]} words @returns {number} the exit code */
function main(words) {
    const options = { keys: /** @type {string[]} */ ([]), kept: '', files: /** @type {string[]} */ ([]) };
    for (let at = 0; at < words.length; at++) {
        if (words[at] === '--key') options.keys.push((words[++at] ?? '').toLowerCase());
        else if (words[at] === '--kept') options.kept = words[++at] ?? '';
        else options.files.push(words[at]);
    }
    if (options.files.length !== 1) {
        console.error('node verifier.mjs FILE [--key HEX].. [--kept KEPT.json]');
        return 2;
    }
    try {
        const matches = checkFile(linesOf(options.files[0]), options.keys);
        matches.forEach(tell);
        const { key } = matches[matches.length - 1];
        if (!key) console.log('The file is not signed: anyone may have made it.');
        else if (options.keys.length) console.log('Signed with a key that you named.');
        else console.log(`Signed with the key ${key}. Compare it with those that the server lists at /api/fair/keys.`);
        if (options.kept) compare(matches, JSON.parse(readFileSync(options.kept, 'utf-8')));
        return 0;
    } catch (problem) {
        if (!(problem instanceof Wrong || problem instanceof SyntaxError || problem instanceof TypeError))
            throw problem;
        console.error(`Not proved: ${problem.message}.`);
        return 1;
    }
}

process.exitCode = main(process.argv.slice(2));
