/** What a person has set for this browser. */

/**
 * @typedef {{lang: string | null, theme: 'auto' | 'light' | 'dark', seen: string[], pile: 'deep' | 'flat' | null,
 *   frame: number | null, sound: boolean, volume: number, lobby: Lobby, quick: string[], quiet: boolean,
 *   muted: string[], hints: HintTables, hinted: boolean}}
 *   Settings `seen`: notes that were read, `GAME.WORD`, and games in which no more are wanted; `pile`: how the pyramid
 *   is shown, null: as fits the page; `frame`: milliseconds that a frame in 3D takes here, null: not measured;
 *   `volume`: 0..1; `lobby`: which open tables are shown; `quick`: games that were looked for last; `quiet`: hear
 *   nobody; `muted`: whom not to hear; `hints`: at which tables that I set there are any; `hinted`: do I want them at a
 *   table that has some? */
/** @typedef {'bots' | 'always' | 'never'} HintTables `bots`: where I play against bots alone */
/** @typedef {{games: string[], free: boolean, pace: 'live' | 'days' | null}} Lobby none of `games` are all of them */

const NAME = 'bussolotto';
/** @type {Settings} */
const FRESH = {
  lang: null,
  theme: 'auto',
  seen: [],
  pile: null,
  frame: null,
  sound: false,
  volume: 0.6,
  lobby: { games: [], free: false, pace: null },
  quick: [],
  quiet: false,
  muted: [],
  hints: 'bots',
  hinted: true,
};

/** @returns {Settings} */
export function loadSettings() {
  try {
    return { ...FRESH, ...JSON.parse(localStorage.getItem(NAME) ?? '{}') };
  } catch {
    return FRESH; // private windows forbid the storage; what is damaged is set anew
  }
}

/** What other tabs have set stays set. @param {Partial<Settings>} news */
export function keepSettings(news) {
  try {
    localStorage.setItem(NAME, JSON.stringify({ ...loadSettings(), ...news }));
  } catch {
    // a private window: the choice then lasts as long as the page
  }
  if (news.theme) showTheme(news.theme);
}

/** @param {string} theme */
export function showTheme(theme) {
  if (theme === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
