/** A finished match to be watched again: step by step, at any pace, from any moment. */
import { get } from '../line/api.js';
import { useLoad } from '../components/load.js';
import { useShell } from '../components/shell.js';
import { html } from '../vendor/preact.js';
import { Viewer } from './viewer.js';
import { Coming, Failed } from './missing.js';

/** @param {{id: string}} props */
export function Page({ id }) {
  const { me } = useShell();
  const { value, error, again } = useLoad(async () => {
    const replay = /** @type {import('../types.js').Replay} */ (await get(`/api/matches/${id}/replay`));
    const game = /** @type {import('../types.js').Game} */ (await get(`/api/games/${replay.game}`));
    return { replay, game };
  }, [id, me]);
  if (error) return html`<${Failed} problem=${error} again=${again} />`;
  return value ? html`<${Viewer} ...${value} match=${id} />` : html`<${Coming} />`;
}
