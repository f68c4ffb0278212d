/** What the server says of a sheet that is being written: what is wrong, or where a walk through a match has come to. */
import { excuse, useShell } from '../../components/shell.js';
import { post, Refused } from '../../line/api.js';
import { useEffect, useRef, useState } from '../../vendor/preact.js';

/** @typedef {import('../../storage/drafts.js').Walk} Walk */
/** @typedef {import('../../wire.js').SheetTried} Tried */
/** @typedef {import('../../wire.js').TriedMatch} Match */
/** @typedef {import('../../wire.js').SheetFault & {of: string}} Fault `of`: the text that it is in */
/**
 * @typedef {{text: string, lang: string, name: string, facts: import('../../types.js').Game, texts: Record<string,
 *     string>, match: Match, number: number}} Told the last sheet that could be played; `number` counts answers
 * @typedef {{text: string, walk: Walk, more?: number, seat?: number | null, old?: boolean}} Asked `more`: decisions at
 *     random; `old`: this text is no longer what is written, which has a fault
 * @typedef {{walk?: Walk, more?: number, seat?: number | null}} Wish
 */

const AGAIN_S = 3; // after the line broke, or where the server does not say when
const PASSING = new Set(['offline', 'come-again', 'too-fast', 'restarting']);

/** @param {string} lang */
export function useTrial(lang) {
  const { t } = useShell();
  const [told, tell] = useState(/** @type {Told | null} */ (null));
  const [fault, find] = useState(/** @type {Fault | null} */ (null));
  const [problem, complain] = useState('');
  const last = useRef(/** @type {Told | null} */ (null));
  const asking = useRef(0); // counts questions: the answer to an earlier one is not shown
  const timer = useRef(0);
  useEffect(() => () => stop(asking, timer), []);

  /** @param {Asked} asked @returns {Promise<Told | null>} null where there is nothing new to be shown */
  const look = async (asked) => {
    const number = stop(asking, timer);
    try {
      const tried = await post('/api/sheets/trial', question(asked, lang, last.current));
      if (number !== asking.current) return null;
      complain('');
      if (!asked.old) find(tried.fault && { ...tried.fault, of: asked.text });
      if (!tried.match) return null;
      last.current = merged(tried, { asked, lang, number, last: last.current });
      tell(last.current);
      return last.current;
    } catch (refusal) {
      if (number !== asking.current) return null;
      complain(excuse(t, refusal));
      const { code, values } = /** @type {Refused} */ (refusal);
      if (PASSING.has(code)) timer.current = setTimeout(() => look(asked), 1000 * Number(values?.seconds ?? AGAIN_S));
      return null;
    }
  };

  /** What would come of this, which is not shown. @param {Asked} asked @returns {Promise<Match>} rejects with Refused */
  const peek = async (asked) => {
    const { match } = await post('/api/sheets/trial', question(asked, lang, last.current));
    if (match.refused) throw new Refused(match.refused);
    return match;
  };
  /** What is under way is not waited for any more. */
  const drop = () => void stop(asking, timer);
  return { told, fault, problem, look, peek, drop };
}

/** @param {{current: number}} asking @param {{current: number}} timer @returns {number} of the next question */
function stop(asking, timer) {
  clearTimeout(timer.current);
  return ++asking.current;
}

/** @param {Asked} asked @param {string} lang @param {Told | null} last */
const question = ({ text, walk, more = 0, seat = null }, lang, last) => ({
  sheet: text,
  lang,
  ...walk,
  more,
  seat,
  known: last?.lang === lang ? last.name : '',
});

/**
 * What is known now: facts and texts that were not sent again are those of before.
 * @param {Tried} tried @param {{asked: Asked, lang: string, number: number, last: Told | null}} now
 * @returns {Told}
 */
export function merged({ game, facts, texts, match }, { asked, lang, number, last }) {
  const before = /** @type {Told} */ (last); // of the same name
  return {
    text: asked.text,
    lang,
    number,
    name: game,
    facts: /** @type {any} */ (facts ?? before.facts),
    texts: texts ?? before.texts,
    match: /** @type {Match} */ (match),
  };
}
