/** My games in figures: matches, wins, the share without luck, mistakes, and how it goes on. */
import { get, remove } from '../line/api.js';
import { needs } from '../components/needs.js';
import { AskOnce } from '../components/ask.js';
import { Icon } from '../components/icon.js';
import { useLoad } from '../components/load.js';
import { ProgressBar } from '../components/progress-bar.js';
import { excuse, useShell } from '../components/shell.js';
import { useTitle } from '../components/title.js';
import { Graph } from '../table/graph.js';
import { wordName } from '../words/choices.js';
import { listedTitle } from '../words/listed.js';
import { percent } from '../words/i18n.js';
import { useSheetTitles } from '../components/sheet-titles.js';
import { html, useEffect, useRef, useState } from '../vendor/preact.js';
import { Header, HomeLink } from './parts/header.js';
import { Coming, Failed } from './missing.js';

/** @typedef {import('../wire.js').GameFigures} Figures */
/** @typedef {import('../wire.js').MistakeKind} MistakeKind */
/** @typedef {import('../wire.js').PuzzleFigures} PuzzleFigures */
/** @typedef {import('../types.js').Translate} Translate */

needs(['later-mine'], [new URL('./my-games.css', import.meta.url)]);

const AGAIN_MS = 1000;

export function Page() {
  const { t } = useShell();
  const { value, error, again } = useLoad(figures);
  useTitle(t('mine.title'));
  if (error) return html`<${Failed} problem=${error} again=${again} />`;
  if (!value) return html`<${Coming} />`;
  return html`<${Header} title=${html`<${HomeLink} />`} />
    <main id="main" class="mine" tabindex="-1">
      <h1>${t('mine.title')}</h1>
      ${value.games.length ? html`<${Games} games=${value.games} again=${again} />` : html`<${Nothing} />`}
      ${value.puzzles.answered > 0 && html`<${Puzzles} figures=${value.puzzles} again=${again} />`}
    </main>`;
}

async function figures() {
  const [games, puzzles] = await Promise.all([get('/api/me/games'), get('/api/me/puzzles')]);
  return /** @type {{games: Figures[], puzzles: PuzzleFigures}} */ ({ games, puzzles });
}

/** Nobody has played yet: what to do. */
function Nothing() {
  const { t } = useShell();
  return html`<p>${t('mine.none')}</p>
    <div class="row"><a class="button primary" href="/">${t('mine.none.play')}</a>
      <a class="button quiet" href="/puzzle">${t('mine.none.puzzle')}</a></div>`;
}

/** @param {{games: Figures[], again: () => Promise<void>}} props */
function Games({ games, again }) {
  const { t } = useShell();
  useSheetTitles(games.map(({ game }) => game));
  return html`<p class="muted">${t('mine.about')}</p>
    <div class="mine-games">${games.map((figures) => html`<${Game} key=${figures.game} figures=${figures} again=${again} />`)}</div>
    <${Keeping} again=${again} />`;
}

/** @param {{figures: Figures, again: () => Promise<void>}} props */
function Game({ figures, again }) {
  const { t, lang } = useShell();
  const title = `mine-${figures.game}`;
  return html`<section class="mine-game" aria-labelledby=${title}>
    <h2 id=${title}>${listedTitle(t, figures.game)}</h2>
    <dl>${told(figures, t, lang).map(
      ([name, value, note]) =>
        html`<div key=${name}><dt>${name}</dt><dd><span class="mine-figure">${value}</span>
          ${note && html`<span class="muted">${note}</span>`}</dd></div>`,
    )}</dl>
    <${Progress} figures=${figures} />
    <${Reviewing} due=${figures.due} done=${again} />
  </section>`;
}

/**
 * What is told of a game: the name of a figure, the figure, and what belongs to it.
 * @param {Figures} figures @param {Translate} t @param {string} lang @returns {[string, string, string][]}
 */
export function told(figures, t, lang) {
  const won = (/** @type {number} */ share, /** @type {number} */ matches) =>
    t('mine.won.of', { won: count(share, lang), n: matches });
  /** @type {[string, string, string][]} */
  const lines = [
    [t('mine.matches'), won(figures.won, figures.matches), t('mine.even', { even: whole(figures.even, lang) })],
  ];
  for (const { whom, matches, won: share } of figures.against)
    lines.push([t(`mine.against.${whom}`), won(share, matches), '']);
  if (figures.adjusted !== null)
    lines.push([t('mine.adjusted'), whole(figures.adjusted, lang), between(figures, t, lang)]);
  if (figures.lost !== null) {
    const counted = t('mine.mistakes.of', { mistakes: figures.mistakes, n: figures.decisions });
    lines.push([t('mine.mistakes'), counted, t('mine.lost', { lost: percent(figures.lost, lang) })]);
    if (figures.kinds.length)
      lines.push([t('mine.kind'), kindText(figures.kinds[0], t), t('mine.times', { n: figures.kinds[0].times })]);
  }
  return lines;
}

/** Where the share without luck lies, and what was won in the same matches. @param {Figures} figures @param {Translate} t @param {string} lang */
function between({ interval, share, reviewed }, t, lang) {
  const played = t('mine.reviewed', { n: reviewed, share: whole(share ?? 0, lang) });
  if (!interval) return `${t('mine.interval.none')} ${played}`;
  const [low, high] = interval.map((end) => whole(end, lang));
  return `${t('mine.interval', { level: percent(0.95, lang), low, high })} ${played}`;
}

/** What was done where something else was better. @param {MistakeKind} kind @param {Translate} t */
const kindText = ({ done, best }, t) =>
  done === best
    ? t('mine.kind.other', { word: wordName(t, done) })
    : t('mine.kind.instead', { done: wordName(t, done), best: wordName(t, best) });

/** Victories, shared ones in part. @param {number} won @param {string} lang */
const count = (won, lang) => new Intl.NumberFormat(lang, { maximumFractionDigits: 1 }).format(won);

/** A share in whole per cent. @param {number} share @param {string} lang */
const whole = (share, lang) => percent(Math.round(100 * share) / 100, lang);

/** Both shares in per cent; nothing of one point, which is no line. @param {Figures['progress']} progress */
export const drawn = (progress) =>
  progress.length > 1 ? progress.map(({ adjusted, share }) => [100 * adjusted, 100 * share]) : [];

/** Ten matches in a row at a time. @param {{figures: Figures}} props */
function Progress({ figures: { progress } }) {
  const { t, lang } = useShell();
  const points = drawn(progress);
  if (!points.length) return null;
  return html`<${Graph} t=${t} title=${t('mine.progress')} points=${points}
    names=${[t('mine.progress.adjusted'), t('mine.progress.share')]}
    value=${(/** @type {number} */ value) => whole(value / 100, lang)} end=${t('mine.progress.end')} />`;
}

/**
 * Have the matches reviewed that were not, one after the other, while this page is open.
 * @param {{due: string[], done: () => Promise<void>}} props
 */
function Reviewing({ due, done }) {
  const { t } = useShell();
  const [at, move] = useState(/** @type {number | null} */ (null)); // which match is reviewed; null: none
  const [part, grow] = useState(0);
  const [problem, fail] = useState('');
  const stopped = useRef(false);
  useEffect(() => () => void (stopped.current = true), []);
  if (!due.length) return null;
  const end = (/** @type {string} */ why) => {
    move(null);
    fail(why);
    return done();
  };
  const start = async () => {
    stopped.current = false;
    try {
      for (let index = 0; index < due.length && !stopped.current; index += 1) {
        move(index);
        await reviewed(due[index], grow, stopped);
      }
      await end('');
    } catch (refusal) {
      await end(excuse(t, refusal));
    }
  };
  if (at === null)
    return html`<div class="row"><button type="button" class="quiet" onClick=${start}>
        <${Icon} name="odds" /> ${t('mine.review', { n: due.length })}</button></div>
      ${problem && html`<p class="problem" role="alert">${problem}</p>`}`;
  return html`<div class="row mine-reviewing">
    <${ProgressBar} text=${t('mine.reviewing', { at: at + 1, of: due.length })} done=${at + part} of=${due.length} />
    <button type="button" class="quiet" onClick=${() => (stopped.current = true)}>${t('mine.stop')}</button></div>`;
}

/**
 * Wait until a match is reviewed, or nobody wants it any more.
 * @param {string} match @param {(part: number) => void} grow @param {{current: boolean}} stopped
 */
async function reviewed(match, grow, stopped) {
  grow(0);
  while (!stopped.current) {
    const { state, done } = await get(`/api/matches/${match}/review`);
    if (state === 'done' || state === 'failed') return;
    grow(done);
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}

/** How many puzzles were solved, and deleting that. @param {{figures: PuzzleFigures, again: () => Promise<void>}} props */
function Puzzles({ figures: { answered, solved, first }, again }) {
  const { t } = useShell();
  const [problem, fail] = useState('');
  const forget = () => remove('/api/me/puzzles').then(again, (refusal) => fail(excuse(t, refusal)));
  return html`<section class="mine-keeping"><h2>${t('mine.puzzles.title')}</h2>
    <p>${t('mine.puzzles', { solved, n: answered })} ${t('mine.puzzles.first', { first })}</p>
    <div class="row"><a class="button quiet" href="/puzzle">${t('mine.puzzles.go')}</a>
      <${AskOnce} label=${t('mine.puzzles.forget')} question=${t('mine.puzzles.forget.ask')} yes=${t('mine.forget.yes')} go=${forget} /></div>
    ${problem && html`<p class="problem" role="alert">${problem}</p>`}</section>`;
}

/** How long it is kept, a copy of it, and deleting it. @param {{again: () => Promise<void>}} props */
function Keeping({ again }) {
  const { t } = useShell();
  const [problem, fail] = useState('');
  const forget = () => remove('/api/me/games').then(again, (refusal) => fail(excuse(t, refusal)));
  return html`<section class="mine-keeping"><h2>${t('mine.kept.title')}</h2>
    <p>${t('mine.kept')}</p>
    <div class="row"><a class="button quiet" href="/api/me/games/file" download="bussolotto-games.csv">
        <${Icon} name="download" /> ${t('mine.download')}</a>
      <${AskOnce} label=${t('mine.forget')} question=${t('mine.forget.ask')} yes=${t('mine.forget.yes')} go=${forget} /></div>
    ${problem && html`<p class="problem" role="alert">${problem}</p>`}</section>`;
}
