/** Sitting down against bots at once, as printed. */
import { excuse, useShell } from '../../components/shell.js';
import { html, useState } from '../../vendor/preact.js';
import { playNow } from '../setup/wish.js';

/**
 * @param {{game: import('../../types.js').Game, title: string, first?: () => Promise<unknown>}} props `title`: the id of
 *     what says which game; `first`: what has to be done before
 */
export function PlayNow({ game, title, first = async () => {} }) {
  const { t, go, settings } = useShell();
  const [problem, fail] = useState('');
  const [busy, work] = useState(false);
  const play = () => {
    work(true);
    first()
      .then(() => playNow(game, settings))
      .then(go, (refusal) => {
        fail(excuse(t, refusal));
        work(false);
      });
  };
  if (!game.players.length) return null;
  return html`<button type="button" class="play-now" id=${`${title}-play`} aria-labelledby=${`${title}-play ${title}`}
      disabled=${busy} onClick=${play}>${t('home.play')}</button>
    ${problem && html`<p class="problem" role="alert">${problem}</p>`}`;
}
