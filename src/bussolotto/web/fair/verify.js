/** Whether the file of a match proves its dice, and whether it is the match that this page was shown. */
import { demand, Transcript, Wrong } from './transcript.js';

/** @typedef {import('./transcript.js').Found} Found */
/** @typedef {{roll: number, name: string}} Gap */
/** @typedef {{roll: number, seat: number, head: string, link: string}} Sent what heads and links begin with */
/**
 * @typedef {{start: string, head: string, opened?: Sent[]}} Kept what a page kept of the match; `opened`: for which heads
 *     it has opened which links
 * @typedef {{proved: Found | null, kept: boolean, dropped: number[], gaps: Gap[]}} Verdict `proved`: null where the file says nothing
 *     of its dice; `dropped`: rolls for which this page has opened a link that did not come, says the file; `gaps`: all
 *     links that did not come, by roll, with the name of the player
 */

/**
 * @param {string} file the match file
 * @param {Kept} [kept]
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

/** @param {string} file @param {Kept} [kept] @returns {Verdict} */
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
    return { proved: null, kept: false, dropped: [], gaps: [] };
  }
  const transcript = new Transcript(header, of('step'), end);
  const proved = transcript.check();
  if (kept) demand(kept.start === header.fair.start && transcript.heads.includes(kept.head), 'kept');
  const dropped = droppedOf(transcript.rolled, kept?.opened ?? []);
  return { proved, kept: !!kept, dropped, gaps: gapsOf(transcript.rolled, header.names) };
}

/** @param {import('./transcript.js').Rolled[]} rolled @param {string[]} names @returns {Gap[]} */
function gapsOf(rolled, names) {
  return rolled.flatMap(({ nonces }, roll) =>
    Object.keys(nonces)
      .filter((seat) => nonces[seat] === '-')
      .map((seat) => ({ roll, name: names[Number(seat)] })),
  );
}

/**
 * Every link was opened for one head: is that of its roll the same, and was it taken?
 * @param {import('./transcript.js').Rolled[]} rolled @param {Sent[]} opened
 * @returns {number[]} rolls that did not take it
 */
function droppedOf(rolled, opened) {
  return opened.flatMap(({ roll, seat, head, link }) => {
    const nonce = rolled[roll]?.nonces[seat];
    demand(nonce && rolled[roll].head.startsWith(head) && (nonce === '-' || nonce.startsWith(link)), 'asked');
    return nonce === '-' ? [roll] : [];
  });
}
