/** The review of a finished match on a page of its own, for whoever was given its link and may see the match. */
import { get } from '../line/api.js';
import { useLoad } from '../components/load.js';
import { Icon } from '../components/icon.js';
import { needs } from '../components/needs.js';
import { useShell } from '../components/shell.js';
import { useTitle } from '../components/title.js';
import { html } from '../vendor/preact.js';
import { learn } from '../words/i18n.js';
import { recordNames } from '../words/listed.js';
import { gameTitle } from '../words/names.js';
import { Header, HomeLink } from './parts/header.js';
import { Review } from './parts/review.js';
import { Coming, Failed } from './missing.js';

needs(['later-review'], [new URL('./parts/result.css', import.meta.url)]);

/** @param {{id: string}} props */
export function Page({ id }) {
  const { t, me } = useShell();
  const { value, error, again } = useLoad(async () => {
    const match = /** @type {import('../wire.js').MatchView} */ (await get(`/api/matches/${id}`));
    const [game] = await Promise.all([get(`/api/games/${match.game}`), learn(match.game)]);
    return { match, game: /** @type {import('../types.js').Game} */ (game) };
  }, [id, me]);
  useTitle([value && gameTitle(t, value.game.name), t('review.title')].filter(Boolean).join(' · '));
  if (error) return html`<${Failed} problem=${error} again=${again} />`;
  if (!value) return html`<${Coming} />`;
  const { match, game } = value;
  return html`<${Header} title=${html`<${HomeLink} />`} />
    <main id="main" class="open reviewed" tabindex="-1">
      <h1>${gameTitle(t, game.name)}</h1>
      <p class="muted">${[t('review.title'), ...recordNames(t, match.names)].join(' · ')}</p>
      <${Review} match=${id} game=${game.name} names=${recordNames(t, match.names)} me=${match.seat}
          worth=${game.point_worth} size=${match.view.lattice} />
      <p class="result-buttons"><a class="button quiet" href=${`/r/${id}`}><${Icon} name="play" /> ${t('review.replay')}</a>
        <a class="button quiet" href=${`/r/${id}/dice`}><${Icon} name="dice" /> ${t('review.dice')}</a></p>
    </main>`;
}
