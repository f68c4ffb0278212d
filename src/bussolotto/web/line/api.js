/** Requests to the server. */
import { learnErrors } from '../words/i18n.js';

/**
 * A request that was refused, with the server's code, clause and sentence; code `offline` when it could not be asked.
 */
export class Refused extends Error {
  /** @param {{code?: string, detail?: string, text?: string, title?: string, clause?: string | null, status?: number,
   *     values?: Record<string, string | number>}} problem */
  constructor(problem) {
    super(problem.detail ?? problem.text ?? problem.title ?? '');
    this.code = problem.code ?? 'unknown';
    this.clause = problem.clause ?? null;
    this.text = this.message;
    this.status = problem.status ?? 0;
    this.values = problem.values ?? {};
    this.told = false; // elsewhere on the page
  }
}

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body] sent as JSON; a File as it is
 * @param {Record<string, string>} [headers]
 * @returns {Promise<any>} the answer's JSON, null when it is empty; rejects with Refused
 */
export async function call(method, path, body, headers = {}) {
  const answer = await ask(method, path, body, headers);
  const json = (answer.headers.get('content-type') ?? '').includes('json');
  const content = json ? await contentOf(answer) : null;
  if (answer.ok) return content;
  await learnErrors();
  const refusal = new Refused({ status: answer.status, ...content });
  if (isBan(refusal)) dispatchEvent(new CustomEvent('banned', { detail: refusal }));
  throw refusal;
}

/** May this person or address not use the server at all? @param {unknown} refusal */
export const isBan = (refusal) => refusal instanceof Refused && refusal.code.startsWith('banned');

/** @param {string} method @param {string} path @param {unknown} body @param {Record<string, string>} headers */
export async function ask(method, path, body, headers) {
  const isFile = body instanceof Blob;
  const type = isFile ? 'application/octet-stream' : 'application/json';
  try {
    return await fetch(path, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': type }) },
      body: body === undefined || isFile ? body : JSON.stringify(body),
    });
  } catch {
    throw new Refused({ code: 'offline' });
  }
}

/**
 * What an answer says; the line may break before all of it is here.
 * @param {Response} answer
 * @returns {Promise<any>} rejects with Refused
 */
export const contentOf = (answer) =>
  answer.json().catch((problem) => {
    throw problem instanceof SyntaxError ? problem : new Refused({ code: 'offline' });
  });

export const get = (/** @type {string} */ path) => call('GET', path);
export const post = (/** @type {string} */ path, /** @type {unknown} */ body = {}) => call('POST', path, body);
export const put = (/** @type {string} */ path, /** @type {unknown} */ body) => call('PUT', path, body);
export const remove = (/** @type {string} */ path) => call('DELETE', path);
