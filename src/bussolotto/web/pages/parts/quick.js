/**
 * Quick match: whoever would play one of these games now. The page asks again and again; when it is gone, so is the
 * wish.
 */
import { post, remove } from '../../line/api.js';
import { gameTitle } from '../../words/names.js';
import { needs } from '../../components/needs.js';
import { excuse, useShell } from '../../components/shell.js';
import { html, useEffect, useState } from '../../vendor/preact.js';
import { Icon } from '../../components/icon.js';
import { playNow } from '../setup/wish.js';

/** @typedef {import('../../types.js').Game} Game */
/** @typedef {{waiting: boolean, since_s: number, others: number, table: string | null}} Found */

needs(['later-lobby']);

const ASK_MS = 2000;
const BOTS_AFTER_S = 20;

/**
 * Some of the games.
 * @param {{legend: string, told?: boolean, games: readonly Game[], chosen: readonly string[], choose: (games:
 *     string[]) => void}} props `told`: is the legend shown?
 */
export function GameChips({ legend, games, chosen, choose, told = true }) {
  const { t } = useShell();
  const turn = (/** @type {string} */ name) =>
    choose(chosen.includes(name) ? chosen.filter((other) => other !== name) : [...chosen, name]);
  return html`<fieldset class="choice"><legend class=${told ? '' : 'visually-hidden'}>${legend}</legend>
    <div class="choice-row">${games.map(
      ({ name }) => html`<label key=${name}>
        <input type="checkbox" checked=${chosen.includes(name)} onChange=${() => turn(name)} />
        <span>${gameTitle(t, name)}</span></label>`,
    )}</div></fieldset>`;
}

/** @param {{games: readonly Game[], seeking: boolean, seek: (now: boolean) => void}} props */
export function Quick({ games, seeking, seek }) {
  const { t, settings, set, go } = useShell();
  const [problem, fail] = useState('');
  const chosen = settings.quick.filter((name) => games.some((game) => game.name === name));
  const give = (/** @type {unknown} */ refusal) => {
    seek(false);
    fail(excuse(t, refusal));
  };
  const found = useSeeking(seeking ? chosen : null, give);
  const withBots = (/** @type {Game} */ game) => {
    seek(false);
    const alone = () => playNow(game, settings, { seats: fewest(game) });
    (found?.others ? together(game, alone) : alone()).then(go, give);
  };
  return html`<div class="home-part">
    ${
      !seeking &&
      html`<p class="muted">${t('quick.text')}</p>
        <details class="fold" open=${chosen.length > 0}><summary>${t('quick.games')}</summary>
          <${GameChips} legend=${t('quick.games')} told=${false} games=${games} chosen=${chosen}
              choose=${(/** @type {string[]} */ names) => set({ quick: names })} /></details>
        <p><button type="button" disabled=${!chosen.length} onClick=${() => {
          fail('');
          seek(true);
        }}><${Icon} name="person" /> ${t('quick.go')}</button></p>`
    }
    ${
      seeking &&
      html`<p class="quick-news" role="status">${news(t, found)}</p>
        ${
          found &&
          found.since_s >= BOTS_AFTER_S &&
          html`<${WithBots}
              games=${games.filter(({ name }) => chosen.includes(name))} play=${withBots} />`
        }
        <p><button type="button" class="quiet" onClick=${() => seek(false)}>${t('quick.stop')}</button></p>`
    }
    <p class="problem" role="alert">${problem}</p>
  </div>`;
}

/** @param {import('../../types.js').Translate} t @param {Found | null} found */
function news(t, found) {
  if (found?.table) return t('quick.found');
  return found?.others ? t('quick.others', { n: found.others }) : t('quick.nobody');
}

/**
 * Ask until there is a table, and go there; also if one has stopped, or turned the phone, while it was being found, for
 * others sit there, too. Who is on another page by then stays there.
 * @param {readonly string[] | null} games null: do not look
 * @param {(refusal: any) => void} refused
 */
export function useSeeking(games, refused) {
  const { go, announce, t } = useShell();
  const [found, keep] = useState(/** @type {Found | null} */ (null));
  const wish = games?.join() ?? null;
  useEffect(() => {
    if (!wish) return undefined;
    const { pathname } = location;
    let asking = true;
    let timer = 0;
    keep(null);
    const ask = async () => {
      try {
        const answer = /** @type {Found} */ (await post('/api/quick', { games: wish.split(',') }));
        if (answer.table && location.pathname === pathname) {
          announce(t('quick.found'));
          return go(`/t/${answer.table}`);
        }
        if (!asking) return undefined;
        keep(answer);
      } catch (refusal) {
        if (asking && /** @type {any} */ (refusal).code !== 'offline') return refused(refusal);
      }
      timer = asking ? setTimeout(ask, ASK_MS) : 0;
      return undefined;
    };
    ask();
    return () => {
      asking = false;
      clearTimeout(timer);
      remove('/api/quick').catch(() => {}); // who stops asking is forgotten in any case
    };
  }, [wish]);
  return found;
}

/**
 * With all who wait for this game, and bots in the seats that stay free; nobody who could play along is left behind.
 * @param {Game} game @param {() => Promise<string>} alone where all have gone meanwhile
 * @returns {Promise<string>} where the table is
 */
async function together(game, alone) {
  const { table } = /** @type {Found} */ (await post('/api/quick', { games: [game.name], bots: true }));
  return table ? `/t/${table}` : alone();
}

/** The fewest who can play, so that little waits for bots. @param {Game} game */
const fewest = (game) => Math.min(...game.seats.filter((count) => count > 1));

/** @param {{games: readonly Game[], play: (game: Game) => void}} props */
function WithBots({ games, play }) {
  const { t } = useShell();
  return html`<div class="quick-bots"><p>${t('quick.bots.text')}</p>
    <div class="row">${games.map(
      (game) => html`<button type="button" key=${game.name} class="quiet" onClick=${() => play(game)}>
        <${Icon} name="bot" /> ${t('quick.bots', { game: gameTitle(t, game.name) })}</button>`,
    )}</div></div>`;
}
