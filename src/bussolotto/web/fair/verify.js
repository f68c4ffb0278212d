/** Whether the file of a match proves its dice, and whether it is the match that this page was shown. */
import { demand, Transcript, Wrong } from './transcript.js';

/** @typedef {import('./transcript.js').Found} Found */
/** @typedef {{proved: Found | null, kept: boolean}} Verdict `proved`: null where the file says nothing of its dice */

/**
 * @param {string} file the match file
 * @param {{start: string, head: string}} [kept] what this page kept of the match
 * @returns {Verdict} Wrong is thrown for what does not fit
 */
export function verify(file, kept) {
  try {
    return judge(file, kept);
  } catch (problem) {
    if (problem instanceof SyntaxError || problem instanceof TypeError) throw new Wrong('form');
    throw problem;
  }
}

/** @param {string} file @param {{start: string, head: string}} [kept] @returns {Verdict} */
function judge(file, kept) {
  const lines = file
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
  const of = (/** @type {string} */ kind) => lines.filter(({ line }) => line === kind);
  const [[header], [end]] = [of('header'), of('end')];
  demand(header && end, 'form');
  if (!header.fair) {
    demand(!kept, 'kept');
    return { proved: null, kept: false };
  }
  const transcript = new Transcript(header, of('step'), end);
  const proved = transcript.check();
  if (kept) demand(kept.start === header.fair.start && transcript.heads.includes(kept.head), 'kept');
  return { proved, kept: !!kept };
}
