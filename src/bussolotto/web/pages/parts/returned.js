/** What was done without a line and not played: what it was, and why. */
import { needs } from '../../components/needs.js';
import { excuse, useShell } from '../../components/shell.js';
import { html, useEffect } from '../../vendor/preact.js';

needs(['later-line']);

/**
 * @param {{page: import('../../types.js').GamePage | null, shown: import('../../types.js').TableProps, returned:
 *     import('../../types.js').Left[],
 *   close: () => void}} props
 */
export function Returned({ page, shown, returned, close }) {
  const { t, announce } = useShell();
  const lines = returned.map(({ request, reason }) => ({
    told: t('line.returned', { what: request.actions.map((action) => said(page, shown, action)).join(' ') }),
    why: excuse(t, reason ?? {}),
  }));
  useEffect(() => {
    if (lines.length) announce(lines.map(({ told, why }) => `${told} ${why}`).join(' '));
  }, [returned]);
  return (
    lines.length > 0 &&
    html`<div class="notice returned"><div>${lines.map(
      ({ told, why }, at) => html`<p>${told}</p>
        ${why !== lines[at + 1]?.why && html`<p class="muted">${why}</p>`}`,
    )}</div>
      <button type="button" onClick=${close}>${t('line.returned.close')}</button></div>`
  );
}

/**
 * An action in the words of the game's page.
 * @param {import('../../types.js').GamePage | null} page
 * @param {import('../../types.js').TableProps} shown
 * @param {number} action
 */
function said(page, { game, seats, t, me, view, version }, action) {
  const text = game.actions?.[action] ?? '';
  const step = { seat: me ?? 0, action, text, version, before: view, after: view };
  try {
    const names = seats.map(({ name }) => name);
    return (
      page?.sentence(step, { before: view, after: view, names, t, game: game.name, me, steps: [step], index: 0 }) ||
      text
    );
  } catch {
    return text; // a sentence that needs more of what was around it
  }
}
