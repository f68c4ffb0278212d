/** Learning a game by doing: the button that opens its practice table. */
import { post } from '../../line/api.js';
import { needs } from '../../components/needs.js';
import { excuse, useShell } from '../../components/shell.js';
import { html, useState } from '../../vendor/preact.js';

needs(['later-practice']);

/** @param {{game: Pick<import('../../types.js').Game, 'name' | 'practice'>, class?: string, text?: string}} props */
export function Learn({ game, class: name = 'quiet', text = 'practice.learn' }) {
  const { t, go } = useShell();
  const [problem, fail] = useState('');
  const [busy, work] = useState(false);
  if (!game.practice) return null;
  const open = () => {
    work(true);
    post(`/api/games/${game.name}/practice`).then(
      ({ table }) => go(`/t/${table}`),
      (refusal) => {
        fail(excuse(t, refusal));
        work(false);
      },
    );
  };
  return html`<button type="button" class=${name} data-learn disabled=${busy} onClick=${open}>${t(text)}</button>
    ${problem && html`<p class="problem" role="alert">${problem}</p>`}`;
}
