/** The words of a sheet: what can be written, and what each means. */
import { needs } from '../../components/needs.js';
import { useShell } from '../../components/shell.js';
import { html } from '../../vendor/preact.js';

needs(['later-words']);

/** By group; as they are written, but for the parts, of which `move` is `[[step.move]]`. */
export const WORDS = {
  parts: ['game', 'numbers', 'pile', 'stock', 'step', 'move', 'end', 'win'],
  moves: ['take', 'put', 'show', 'pose', 'say', 'give-up'],
  dice: ['level', 'open', 'neighbours', 'sides', 'colour', 'x', 'own_face', 'faces'],
  places: ['level', 'kinds', 'alike', 'row', 'line', 'looking_in'],
  match: ['dice', 'pile', 'idle', 'thrown', 'right_funnels'],
};

export function Words() {
  const { t } = useShell();
  return html`<p>${t('sheet-words.how')}</p>
    ${Object.entries(WORDS).map(
      ([group, words]) => html`<h3 key=${group}>${t(`sheet-words.${group}`)}</h3>
        <dl class="sheet-words">${words.map(
          (word) => html`<div key=${word}><dt translate=${false}>${word.replace('-', ' ')}</dt>
            <dd>${t(`sheet-words.${group}.${word}`)}</dd></div>`,
        )}</dl>`,
    )}`;
}
