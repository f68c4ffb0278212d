/** Advice about my decision: its button among the others, the best choices with what they are worth, and what is marked. */
import { advisedText, Hint, useAdvice } from '../../../web/components/advice.js';
import { bestFirst } from '../../../web/components/best-first.js';
import { agrees, worthText } from '../../../web/components/worth.js';
import { html } from '../../../web/vendor/preact.js';
import { actionName } from '../../../web/words/choices.js';

const SHOWN = 4; // choices, the best

/**
 * The advice, and the action that it names first, in notation.
 * @param {Parameters<typeof useAdvice>[0]} props
 */
export function useAdvised(props) {
  const advisor = useAdvice(props);
  return { advisor, advised: advisedText(advisor.advice, props.game) };
}

/**
 * @param {Pick<import('../../../web/types.js').TableProps, 'game' | 't' | 'lang'>
 *   & {advisor: import('../../../web/components/advice.js').Advisor}} props
 */
export function HandHint({ advisor, game, t, lang }) {
  const { advice } = advisor;
  const best = advice && agrees(advice) ? bestFirst(advice).slice(0, SHOWN) : [];
  return html`<${Hint} ...${advisor} ...${{ game, t, lang }}>${
    advice &&
    best.length > 0 &&
    html`<ol class="hint-odds">${best.map(
      (action) => html`<li key=${action}>${actionName(t, game.actions?.[action] ?? '')}: <strong class="number">
        ${worthText(advice, action, lang)}</strong></li>`,
    )}</ol>`
  }<//>`;
}
