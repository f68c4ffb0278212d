/** What was done without a line and not played: what it was, and why. */
import { excuse, useShell } from '../shell.js';
import { html, useEffect } from '../vendor/preact.js';
import { learn } from '../i18n.js';

await learn('later-line');

/**
 * @param {{page: import('../types.js').GamePage | null, shown: import('../types.js').TableProps, returned: import('../pending.js').Left | null,
 *   close: () => void}} props
 */
export function Returned({ page, shown, returned, close }) {
  const { t, announce } = useShell();
  const what = (returned?.request.actions ?? []).map((action) => said(page, shown, action)).join(' ');
  const [told, why] = [t('line.returned', { what }), excuse(t, returned?.reason ?? {})];
  useEffect(() => {
    if (returned) announce(`${told} ${why}`);
  }, [returned]);
  return returned && html`<div class="notice returned"><div><p>${told}</p><p class="muted">${why}</p></div>
    <button type="button" onClick=${close}>${t('line.returned.close')}</button></div>`;
}

/** An action in the words of the game's page. @param {import('../types.js').GamePage | null} page @param {import('../types.js').TableProps} shown @param {number} action */
function said(page, { game, seats, t, me, view, version }, action) {
  const text = game.actions?.[action] ?? '';
  const step = { seat: me ?? 0, action, text, version, before: view, after: view };
  try {
    const names = seats.map(({ name }) => name);
    return page?.sentence(step, { before: view, after: view, names, t, game: game.name, me, steps: [step], index: 0 }) || text;
  } catch {
    return text; // a sentence that needs more of what was around it
  }
}
