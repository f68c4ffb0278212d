/** At the end of a match: this page checks the dice itself, and says in plain words what is proved and what is not. */
import { complete, needs } from '../../components/needs.js';
import { useShell } from '../../components/shell.js';
import { html, useEffect, useRef, useState } from '../../vendor/preact.js';
import { keptFor } from './kept.js';

/** @typedef {import('../../fair/verify.js').Verdict} Verdict */
/** @typedef {{verdict?: Verdict, wrong?: string, failed?: boolean}} Outcome */

needs(['later-verify']);

/** @param {string} match @returns {Promise<Outcome>} */
export async function check(match) {
  try {
    const [{ verify }, answer, kept] = await Promise.all([
      complete(import('../../fair/verify.js')),
      fetch(`/api/matches/${match}/file`),
      keptFor(match),
    ]);
    if (!answer.ok) return { failed: true };
    return { verdict: verify(await answer.text(), kept ?? undefined) };
  } catch (problem) {
    return problem instanceof Error && 'reason' in problem ? { wrong: String(problem.reason) } : { failed: true };
  }
}

/** @param {Verdict} verdict @param {ReturnType<typeof useShell>['t']} t @returns {string[]} */
function told({ proved, kept, dropped, gaps }, t) {
  if (!proved) return [t('verify.nothing')];
  const counted = /** @type {const} */ (['gaps', 'given', 'typed']).filter((name) => proved[name]);
  return [
    ...(proved.drawn
      ? [t('verify.dice', { n: proved.drawn }), t(proved.nonces ? 'verify.shared' : 'verify.alone')]
      : []),
    ...counted.map((name) => t(`verify.${name}`, { n: proved[name] })),
    ...(gaps.length
      ? [t('verify.gaps-where', { rolls: gaps.map(({ roll, name }) => `${roll + 1} (${name || '?'})`).join(', ') })]
      : []),
    ...(dropped.length
      ? [t('verify.dropped', { n: dropped.length, rolls: dropped.map((roll) => roll + 1).join(', ') })]
      : []),
    t(kept ? 'verify.kept' : 'verify.not-kept'),
  ];
}

/** @param {{match: string}} props */
export function Verification({ match }) {
  const { t } = useShell();
  const [outcome, settle] = useState(/** @type {Outcome | null} */ (null));
  const answer = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => void check(match).then(settle), [match]);
  useEffect(() => answer.current?.scrollIntoView({ block: 'nearest' }), [outcome]); // it is longer than the button was
  if (!outcome) return html`<p ref=${answer} role="status">${t('verify.checking')}</p>`;
  if (outcome.failed) return html`<p ref=${answer} class="problem" role="alert">${t('verify.failed')}</p>`;
  if (outcome.wrong)
    return html`<p ref=${answer} class="problem" role="alert">${t('verify.wrong')} ${t(`verify.wrong.${outcome.wrong}`)}</p>`;
  const lines = outcome.verdict ? told(outcome.verdict, t) : [];
  return html`<ul ref=${answer} class="verified" role="status">${lines.map((line) => html`<li key=${line}>${line}</li>`)}</ul>`;
}
