/** Is it the dice? What fell in the matches of a table, of one person or of everybody here, against honest dice. */
import { get } from '../line/api.js';
import { useLoad } from '../components/load.js';
import { needs } from '../components/needs.js';
import { ProgressBar } from '../components/progress-bar.js';
import { useShell } from '../components/shell.js';
import { useTitle } from '../components/title.js';
import { useWork } from '../components/work.js';
import { html, useState } from '../vendor/preact.js';
import { useSheetTitles } from '../components/sheet-titles.js';
import { choiceName, wordName } from '../words/choices.js';
import { recordNames } from '../words/listed.js';
import { gameTitle } from '../words/names.js';
import { learn } from '../words/i18n.js';
import { Header, HomeLink } from './parts/header.js';
import { Failed } from './missing.js';

/** @typedef {import('../wire.js').DiceTold} Dice */
/** @typedef {import('../wire.js').DiceView} View */
/** @typedef {import('../types.js').Translate} Translate */

needs(['later-dice'], [new URL('./dice.css', import.meta.url)]);

const ODD = 0.01; // what honest dice show less often is told
const MOST_BARS = 24;
const NAMED_BARS = 12; // of more, names would lie on each other
const HEIGHT = 120;
const LAID = 'lay'; // the word of how a die of a pile lies

/** @param {{id?: string}} props `id`: a match, for all matches of its table; without one they are mine, or all */
export function Page({ id }) {
  const { t } = useShell();
  const scopes = id ? ['table', 'mine', 'server'] : ['mine', 'server'];
  const [scope, choose] = useState(scopes[0]);
  useTitle(t('fallen.title'));
  return html`<${Header} title=${html`<${HomeLink} />`} />
    <main id="main" class="open dice-page" tabindex="-1">
      <h1>${t('fallen.title')}</h1>
      <div class="dice-scopes" role="group" aria-label=${t('fallen.scope')}>${scopes.map(
        (one) => html`<button key=${one} type="button" class="quiet" aria-pressed=${one === scope}
            onClick=${() => choose(one)}>${t(`fallen.scope.${one}`)}</button>`,
      )}</div>
      <${Report} key=${scope} scope=${scope} match=${id} />
    </main>`;
}

/** @param {{scope: string, match?: string}} props */
function Report({ scope, match }) {
  const { t } = useShell();
  const path = scope === 'table' ? `/api/matches/${match}/dice` : `/api/dice?mine=${scope === 'mine'}`;
  /** @type {{found: View | null, refusal: unknown}} */
  const { found: view, refusal } = useWork(path);
  const names = useNames(scope === 'table' ? match : undefined);
  const games = (view?.dice?.kinds ?? []).map(({ game }) => game);
  const texts = useLoad(() => Promise.all([...new Set(games)].map(learn)).then(() => games.length), [games.join()]);
  if (refusal) return html`<${Failed} problem=${refusal} />`;
  if (view?.state === 'failed') return html`<p class="problem" role="alert">${t('fallen.failed')}</p>`;
  if (!view?.dice || texts.value !== games.length || (scope === 'table' && !names)) {
    const text = t(view?.state === 'waiting' ? 'fallen.waiting' : 'fallen.working');
    return html`<${ProgressBar} text=${text} done=${view?.done ?? 0} />`;
  }
  return html`<${Told} dice=${view.dice} names=${names ?? []} />`;
}

/** Who sat at the table of a match. @param {string | undefined} match */
function useNames(match) {
  const { t } = useShell();
  return useLoad(async () => (match ? recordNames(t, (await get(`/api/matches/${match}`)).names) : null), [match])
    .value;
}

/** @param {{dice: Dice, names: readonly string[]}} props */
function Told({ dice, names }) {
  const { t, lang } = useShell();
  useSheetTitles(dice.kinds.map(({ game }) => game));
  return html`<p class="review-summary">${oddity(dice, t, lang)}</p>
    ${luckSaid(dice, names, t, lang).map((said) => html`<p key=${said}>${said}</p>`)}
    <p class="muted">${t('fallen.counted', { n: dice.matches, dice: dice.outcomes })}</p>
    <div class="dice-kinds">${dice.kinds
      .filter(({ outcomes }) => outcomes.length <= MOST_BARS)
      .map((kind) => html`<${Bars} key=${`${kind.game} ${kind.outcomes.join()}`} kind=${kind} />`)}</div>
    ${
      dice.kinds.length > 0 &&
      html`<p class="dice-legend"><span><i class="bar-seen" /> ${t('fallen.seen')}</span>
      <span><i class="bar-expected" /> ${t('fallen.expected')}</span></p>`
    }
    <p class="muted">${dice.luck.length > 0 && t('fallen.how.luck')} ${t('fallen.how')}</p>`;
}

/**
 * How odd the oddest figure is, never a verdict.
 * @param {Dice} dice @param {Translate} t @param {string} lang
 */
export function oddity({ figures }, t, lang) {
  if (!figures.length) return t('fallen.few');
  const { corrected } = figures[0];
  const share = new Intl.NumberFormat(lang, { style: 'percent', maximumSignificantDigits: 2 }).format(corrected);
  return t(corrected < ODD ? 'fallen.odd' : 'fallen.usual', { n: figures.length, percent: share });
}

/**
 * At which percentile whose luck was.
 * @param {Dice} dice @param {readonly string[]} names @param {Translate} t @param {string} lang
 */
export function luckSaid({ luck }, names, t, lang) {
  return luck.map(({ seat, percentile, rolls }) => {
    const at = Math.min(99, Math.max(1, Math.round(100 * percentile)));
    const rule = new Intl.PluralRules(lang, { type: 'ordinal' }).select(at);
    const place = t(`fallen.percentile.rule-${rule}`, { at });
    const key = seat === null ? 'fallen.luck.mine' : 'fallen.luck';
    return t(key, { name: seat === null ? '' : names[seat], place, rolls });
  });
}

/** What so many outcomes are about. @param {readonly string[]} outcomes @param {Translate} t */
function waysSaid(outcomes, t) {
  const [word] = outcomes[0].split(' ');
  return t('fallen.ways', { what: word === LAID ? t('fallen.laid') : wordName(t, word), n: outcomes.length });
}

/**
 * How often each outcome was seen, as bars before those of what was to be expected.
 * @param {{kind: import('../wire.js').KindTold}} props
 */
function Bars({ kind: { game, outcomes, seen, expected } }) {
  const { t, lang } = useShell();
  const most = Math.max(1, ...seen, ...expected);
  const number = new Intl.NumberFormat(lang, { maximumFractionDigits: 1 });
  const said = outcomes.map((text) => choiceName(t, game, text, { names: [] }));
  const short = outcomes.map((text) => text.split(' ').slice(1).join(' ') || text);
  const named = outcomes.length <= NAMED_BARS;
  const what = named ? `${said[0]} … ${short[short.length - 1]}` : waysSaid(outcomes, t);
  const times = t('fallen.times', { n: seen.reduce((sum, count) => sum + count, 0) });
  const tall = (/** @type {number} */ count) => `${((HEIGHT * count) / most / 16).toFixed(3)}rem`;
  return html`<figure class="dice-kind">
    <figcaption>${gameTitle(t, game)}: ${what} · ${times}</figcaption>
    <ol class="bars" style=${{ '--count': outcomes.length }}>${outcomes.map(
      (
        text,
        at,
      ) => html`<li key=${text} aria-label=${t('fallen.bar', { outcome: said[at], seen: seen[at], expected: number.format(expected[at]) })}
          title=${t('fallen.bar', { outcome: said[at], seen: seen[at], expected: number.format(expected[at]) })}>
        <span class="bar-pair"><i class="bar-expected" style=${{ blockSize: tall(expected[at]) }} />
          <i class="bar-seen" style=${{ blockSize: tall(seen[at]) }} /></span>
        ${named && html`<span class="bar-name number">${short[at]}</span>`}</li>`,
    )}</ol>
  </figure>`;
}
