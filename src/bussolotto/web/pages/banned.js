/** What a banned person sees instead of every page. */
import { useShell } from '../components/shell.js';
import { Sorry } from './missing.js';
import { html } from '../vendor/preact.js';

/** @param {{problem: import('../line/api.js').Refused}} props of whom the operator has banned: until when, and why */
export function Banned({ problem }) {
  const { t, lang } = useShell();
  const { until_s: until, reason } = problem.values;
  const form = /** @type {const} */ ({ dateStyle: 'long', timeStyle: 'short' });
  const values = { until: until ? new Date(Number(until) * 1000).toLocaleString(lang, form) : '' };
  const said = [t(`error.${problem.code}`, values), reason && t('banned.reason', { reason })];
  return html`<${Sorry} title=${t('banned.title')} text=${said.filter(Boolean).join(' ')}
      again=${() => location.reload()} />`;
}
