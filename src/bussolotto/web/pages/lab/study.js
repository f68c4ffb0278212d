/** A question that is being answered: asked for, looked at again and again, stopped. */
import { get, post, remove } from '../../line/api.js';
import { excuse, useShell } from '../../components/shell.js';
import { isOpen } from '../../components/work.js';
import { useEffect, useRef, useState } from '../../vendor/preact.js';

/** @typedef {import('../../wire.js').LabView} Study */

const AGAIN_MS = 700;

/** The question that was asked last, and what is known of it. */
export function useStudy() {
  const { t } = useShell();
  const [study, keep] = useState(/** @type {Study | null} */ (null));
  const [problem, fail] = useState('');
  const asking = useRef(0); // counts questions: what is known of an earlier one is not shown
  const timer = useRef(0);
  const refused = (/** @type {unknown} */ refusal) => fail(excuse(t, refusal));

  /** @param {number} number @param {Study} found */
  const show = (number, found) => {
    if (number !== asking.current) return;
    keep(found);
    fail('');
    if (isOpen(found)) lookLater(number, found);
  };

  /** Also after a while without a line. @param {number} number @param {Study} found */
  const lookLater = (number, found) => {
    const lost = (/** @type {any} */ refusal) => {
      if (number !== asking.current) return;
      refused(refusal);
      if (refusal.code === 'offline') lookLater(number, found);
    };
    const look = () => get(`/api/lab/studies/${found.study}`).then((next) => show(number, next), lost);
    timer.current = setTimeout(look, AGAIN_MS);
  };

  /** @param {object} question */
  const ask = async (question) => {
    const number = ++asking.current;
    clearTimeout(timer.current);
    if (study && isOpen(study)) await remove(`/api/lab/studies/${study.study}`).catch(() => {}); // another one instead
    keep(null);
    fail('');
    await post('/api/lab/studies', question).then(
      (found) => show(number, found),
      (refusal) => number === asking.current && refused(refusal),
    );
  };

  const stop = async () => {
    clearTimeout(timer.current);
    if (study) await remove(`/api/lab/studies/${study.study}`).then((found) => show(asking.current, found), refused);
  };

  useEffect(
    () => () => {
      asking.current++;
      clearTimeout(timer.current);
    },
    [],
  );
  return { study, problem, ask, stop };
}
