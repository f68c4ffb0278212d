/** The little of Node.js that tests of the page use. */
declare const process: {
  env: Record<string, string | undefined>;
  argv: string[];
  stdin: object;
  stdout: { write(text: string): void };
  exit(code: number): never;
};
declare module 'node:readline' {
  interface Interface {
    on(event: 'line', heard: (text: string) => void): Interface;
    on(event: 'close', heard: () => void): Interface;
  }
  export function createInterface(options: { input: object }): Interface;
}
declare module 'node:test' {
  type Run = () => void | Promise<void>;
  export function test(name: string, run: Run): void;
  export function beforeEach(run: Run): void;
  export function afterEach(run: Run): void;
}
declare module 'node:assert/strict' {
  interface Assert {
    ok(value: unknown, message?: string): asserts value;
    equal(found: unknown, wanted: unknown, message?: string): void;
    notEqual(found: unknown, wanted: unknown, message?: string): void;
    deepEqual(found: unknown, wanted: unknown, message?: string): void;
    notDeepEqual(found: unknown, wanted: unknown, message?: string): void;
    fail(message: string): never;
    match(text: string, wanted: RegExp): void;
    throws(doing: () => unknown, wanted?: object): void;
    rejects(doing: Promise<unknown>, wanted?: object | RegExp): Promise<void>;
  }
  const assert: Assert;
  export default assert;
}
declare module 'node:fs' {
  interface Entry {
    name: string;
    isDirectory(): boolean;
  }
  export function readFileSync(path: URL, encoding: 'utf8'): string;
  export function readdirSync(path: URL, options: { withFileTypes: true }): Entry[];
}
declare module 'node:crypto' {
  export const webcrypto: Crypto;
  interface Hash {
    update(content: Uint8Array): Hash;
    digest(encoding: 'hex'): string;
  }
  export function createHash(name: string): Hash;
  export function createHmac(name: string, key: Uint8Array): Hash;
}
