/**
 * Link the modules of a game's page as a browser would, without running them.
 *
 *     node --experimental-vm-modules page.mjs NAME FOLDER WEB
 *
 * FOLDER holds the page of the game whose package is NAME, WEB what all pages share. Prints, as JSON, what is wrong,
 * with the file, and what each module exports.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import vm from 'node:vm';

const [name, folder, web] = process.argv.slice(2);
const SERVED = 'http://page.invalid';
const PLACES = [
    { start: `/games/${name}/page/`, folder, told: 'page/' },
    { start: '/web/', folder: web, told: 'web/' },
];
const MISSING = 'ENOENT';

/** Whatever is wrong with a module, in words. */
class Fault extends Error {}

/** The modules that one of them needs, each parsed once. */
class Modules {
    /** @type {Map<string, any>} by address */
    parsed = new Map();

    /** @type {Map<any, URL>} */
    addresses = new Map();

    /** @param {URL} address @param {string} by who wants it, and as what */
    at(address, by) {
        const known = this.parsed.get(address.href);
        if (known) return known;
        const made = parse(address, by);
        this.parsed.set(address.href, made);
        this.addresses.set(made, address);
        return made;
    }

    /** @param {string} wanted @param {any} from */
    link = (wanted, from) => {
        const by = `${from.identifier}: ${wanted}`;
        if (!/^[./]/.test(wanted)) throw new Fault(`${by} is no path, and a browser knows no packages`);
        return this.at(new URL(wanted, this.addresses.get(from)), by);
    };
}

/** @param {URL} address @param {string} by */
function parse(address, by) {
    const place = PLACES.find(({ start }) => address.origin === SERVED && address.pathname.startsWith(start));
    if (!place) throw new Fault(`${by} lies outside of the page and of what all pages share`);
    const within = address.pathname.slice(place.start.length);
    const [text, identifier] = [textOf(join(place.folder, within), by), `${place.told}${within}`];
    try {
        return new vm.SourceTextModule(text, { identifier });
    } catch (problem) {
        throw new Fault(`${identifier}${lineOf(text)}: ${/** @type {Error} */ (problem).message}`);
    }
}

/** @param {string} path @param {string} by */
function textOf(path, by) {
    try {
        return readFileSync(path, 'utf-8');
    } catch (problem) {
        if (/** @type {{code?: string}} */ (problem).code === MISSING) throw new Fault(`${by} is not there`);
        throw problem;
    }
}

/** The line of an error of syntax, which only the checker itself tells. @param {string} text */
function lineOf(text) {
    const { stderr } = spawnSync(process.execPath, ['--check', '--input-type=module', '-'], { input: text });
    return /^\[stdin\](:\d+)/.exec(String(stderr))?.[1] ?? '';
}

/** @type {Set<string>} */
const faults = new Set();
/** @type {Record<string, string[]>} */
const exported = {};
for (const file of readdirSync(folder).filter((each) => each.endsWith('.js'))) {
    try {
        const modules = new Modules();
        const made = modules.at(new URL(`/games/${name}/page/${file}`, SERVED), file);
        await made.link(modules.link);
        exported[file] = Object.getOwnPropertyNames(made.namespace);
    } catch (problem) {
        if (!(problem instanceof Fault || problem instanceof SyntaxError)) throw problem;
        faults.add(problem instanceof Fault ? problem.message : `page/${file}: ${problem.message}`);
    }
}
console.log(JSON.stringify({ faults: [...faults], exported }));
