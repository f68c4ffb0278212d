/** What each choice of a match cost, how lucky everybody was, and who played best; computed when it is asked for. */
import { CopyField } from '../../components/copy.js';
import { Icon } from '../../components/icon.js';
import { useLoad } from '../../components/load.js';
import { complete, needs } from '../../components/needs.js';
import { ProgressBar } from '../../components/progress-bar.js';
import { save } from '../../components/saving.js';
import { excuse, useShell } from '../../components/shell.js';
import { useWork } from '../../components/work.js';
import { Graph } from '../../table/graph.js';
import { html, useRef, useState } from '../../vendor/preact.js';
import { learn } from '../../words/i18n.js';
import { gameTitle } from '../../words/names.js';
import { betterSaid, choiceSaid, reasonsSaid, rollSaid, signed, summary, whole } from './review-said.js';

/** @typedef {import('../../wire.js').ReviewTold} Review */
/** @typedef {import('../../wire.js').ReviewView} Progress */
/** @typedef {import('../../types.js').Translate} Translate */
/**
 * @typedef {{match: string, game: string, names: readonly string[], me: number | null, worth?: number, size?: number}} Of
 *     the match that is reviewed; `me`: the seat of who looks; `worth`: what a point is shown as; `size`: of the base of
 *     the pile, where there is one
 */

needs(['later-review', 'later-replay'], [new URL('./review.css', import.meta.url)]);

const SIGNS = { done: '✗', best: '✓', fell: '∴' }; // of the marks in pictures

/** @param {Of & {tell?: (review: Review) => void}} props `tell` hears of the review when it is done */
export function Review({ tell, ...props }) {
  const { t } = useShell();
  const { progress, problem } = useReview(props.match, tell);
  const texts = useLoad(() => learn(`later-${props.game}-review`).then(() => true), [props.game]);
  if (problem) return html`<p class="problem" role="alert">${problem}</p>`;
  if (progress?.state === 'failed') return html`<p class="problem" role="alert">${t('review.failed')}</p>`;
  return progress?.review && (texts.value || texts.error)
    ? html`<${Reviewed} review=${progress.review} ...${props} />`
    : html`<${Waiting} progress=${progress} />`;
}

/** @param {string} match @param {((review: Review) => void) | undefined} tell */
export function useReview(match, tell) {
  const { t } = useShell();
  const told = (/** @type {Progress} */ { review }) => review && tell?.(review);
  const { found, refusal } = useWork(`/api/matches/${match}/review`, told);
  return { progress: found, problem: refusal ? excuse(t, refusal) : '' };
}

/** @param {{progress: Progress | null}} props */
function Waiting({ progress }) {
  const { t } = useShell();
  const text = t(progress?.state === 'waiting' ? 'review.waiting' : 'review.working');
  return html`<${ProgressBar} text=${text} done=${progress?.done ?? 0} />`;
}

/** @param {{review: Review} & Of} props */
function Reviewed({ review, ...of }) {
  const { t, lang } = useShell();
  const exact = review.choices.every(({ kind }) => kind === 'exact');
  const card = useRef(/** @type {HTMLElement | null} */ (null));
  const said = summary(review, of.names, t, lang, of.me);
  return html`<section class="review" aria-label=${t('review.title')}>
    <p class="review-summary">${said}</p>
    <div class="review-card" ref=${card}>
      <${Shares} review=${review} names=${of.names} />
      <${Players} review=${review} names=${of.names} />
    </div>
    <${Meaning} of=${figures(review.players[0], lang).map(([column]) => column)} />
    <${Share} card=${card} said=${summary(review, of.names, t, lang)} ...${of} />
    <h3 class="turns-title">${t(review.turning_points.length ? 'review.turns' : 'review.turns.none')}</h3>
    <ol class="review-turns">${review.turning_points.map(
      (point, at) => html`<${Turn} key=${at} point=${point} number=${at + 1} review=${review} ...${of} />`,
    )}</ol>
    <p class="muted">${t(exact ? 'review.measured.exact' : 'review.measured')}</p>
  </section>`;
}

/** The win shares as they changed from roll to roll, with the turning points. @param {{review: Review, names: readonly string[]}} props */
function Shares({ review, names }) {
  const { t, lang } = useShell();
  if (!review.rolls.length && !review.course.length) return null;
  const { points, marks } = drawn(review);
  return html`<${Graph} t=${t} title=${t('review.graph')} points=${points} names=${names} marks=${marks}
    value=${(/** @type {number} */ value) => whole(value / 100, lang)} end=${t('graph.end')} />`;
}

/**
 * The win shares in per cent, before the match, as it went on, and at the end, and where the turning points lie.
 * @param {Review} review @returns {{points: number[][], marks: import('../../types.js').Mark[]}}
 */
export function drawn({ rolls, course, players, turning_points: turns }) {
  const known = [...rolls.map(({ last, shares }) => ({ plies: last, shares })), ...course];
  const middle = known.sort((one, other) => one.plies - other.plies);
  const first = players.map(() => 1 / players.length);
  const shares = [first, ...middle.map((point) => point.shares), players.map(({ share }) => share)];
  /** @type {Map<number, number[]>} the turning points at each place */
  const places = new Map();
  turns.forEach(({ ply, kind, index }, number) => {
    const after = kind === 'roll' ? rolls[index].last : ply;
    const at = middle.findIndex(({ plies }) => plies >= after);
    const place = at < 0 ? middle.length + 1 : at + 1;
    places.set(place, [...(places.get(place) ?? []), number + 1]);
  });
  const marks = [...places].map(([at, numbers]) => ({ at, numbers }));
  return { points: shares.map((point) => point.map((share) => 100 * share)), marks };
}

/** What everybody won, lost by choices, and by luck. @param {{review: Review, names: readonly string[]}} props */
function Players({ review, names }) {
  const { t, lang } = useShell();
  return html`<ul class="review-players">${review.players.map(
    (player) => html`<li key=${player.seat}>
      <strong translate=${false}>${names[player.seat]}</strong>
      <dl>${figures(player, lang).map(
        ([column, text]) =>
          html`<div key=${column}><dt>${t(`review.column.${column}`)}</dt><dd class="number">${text}</dd></div>`,
      )}</dl></li>`,
  )}</ul>`;
}

/** What the figures mean. @param {{of: string[]}} props their names */
function Meaning({ of }) {
  const { t } = useShell();
  return html`<details class="fold">
    <summary>${t('review.meaning')}</summary>
    <dl class="review-meaning">${of.map(
      (column) => html`<div key=${column}><dt>${t(`review.column.${column}`)}</dt>
        <dd>${t(`review.meaning.${column}`)}</dd></div>`,
    )}</dl>
  </details>`;
}

/**
 * What is told of a player: the names of the figures, and the figures.
 * @param {import('../../wire.js').PlayerTold} player @param {string} lang @returns {[string, string][]}
 */
function figures({ share, lost, luck, adjusted, verdicts, reactions }, lang) {
  const ms = (/** @type {number | null} */ value) => (value === null ? '–' : `${Math.round(value)} ms`);
  return [
    ['share', whole(share, lang)],
    ['luck', luck === null ? '–' : signed(luck, lang)],
    ['adjusted', whole(adjusted, lang)],
    ['lost', whole(lost, lang)],
    ['blunders', String(verdicts.blunder + verdicts.mistake)],
    ...(reactions
      ? /** @type {[string, string][]} */ ([
          ['eye', ms(reactions.eye_and_hand_ms)],
          ['deciding', ms(reactions.deciding_ms)],
        ])
      : []),
  ];
}

/**
 * The review handed on: as a link, for whoever may see the match, and as a picture of its graph and figures.
 * @param {{card: {current: HTMLElement | null}, said: string} & Of} props
 */
function Share({ card, said, match, game, names }) {
  const { t } = useShell();
  const [busy, work] = useState(false);
  const [problem, fail] = useState('');
  const words = { title: `${gameTitle(t, game)} · ${t('review.title')}`, names: names.join(' · '), said };
  const take = async () => {
    work(true);
    fail('');
    try {
      const { pictureOf } = await complete(import('./picture.js'));
      const address = URL.createObjectURL(await pictureOf(/** @type {HTMLElement} */ (card.current), words));
      save(address, `${match}-review.png`);
      setTimeout(() => URL.revokeObjectURL(address));
    } catch (refusal) {
      fail(excuse(t, refusal));
    }
    work(false);
  };
  return html`<details class="review-share">
    <summary><${Icon} name="share" /> ${t('review.share')}</summary>
    <p>${t('review.share.text')}</p>
    <${CopyField} label=${t('review.share')} text=${`${location.origin}/r/${match}/review`} share=${t('review.title')} />
    <p><button type="button" class="quiet" aria-disabled=${busy} onClick=${() => void (busy || take())}>
      <${Icon} name="picture" /> ${t('review.picture')}</button></p>
    <p class="problem" role="alert">${problem}</p>
  </details>`;
}

/**
 * A turning point: the position, what was done or fell, and what was better and why.
 * @param {{point: import('../../wire.js').TurnTold, number: number, review: Review} & Of} props
 */
function Turn({ point, number, review, match, game, names, size, worth = 1 }) {
  const { t, lang } = useShell();
  const isChoice = point.kind === 'choice';
  const saying = { t, lang, game, names, worth, size };
  const version = isChoice ? point.ply - 1 : review.rolls[point.index].last; // what was seen then
  const marked = isChoice
    ? `&best=${encodeURIComponent(review.choices[point.index].best)}`
    : `&since=${review.rolls[point.index].first - 1}`;
  const source = `/api/matches/${match}/picture?version=${version}&lang=${lang}${point.marks.length ? marked : ''}`;
  return html`<li>
    <div class="review-shown">
      <a class="review-picture" href=${`/r/${match}#${version}`} aria-label=${t('review.watch', { n: point.ply })}>
        <img src=${source} alt="" loading="lazy" /></a>
      ${point.marks.length > 0 && html`<${Legend} marks=${point.marks} />`}
    </div>
    <div class="review-said">
      <p><strong class="review-number">${number}</strong> ${
        isChoice
          ? choiceSaid(review.choices[point.index], saying)
          : rollSaid(review.rolls[point.index], point.seat, saying)
      }</p>
      ${isChoice && html`<${Better} choice=${review.choices[point.index]} saying=${saying} />`}
    </div></li>`;
}

/** What the marks in a picture mean, as the server draws them. @param {{marks: readonly (keyof typeof SIGNS)[]}} props */
function Legend({ marks }) {
  const { t } = useShell();
  const sign = (/** @type {keyof typeof SIGNS} */ mark) =>
    html`<span class=${`review-mark review-mark-${mark}`} aria-hidden="true">${SIGNS[mark]}</span>`;
  return html`<p class="review-legend">${marks.map(
    (mark) => html`<span key=${mark}>${sign(mark)} ${t(`review.mark.${mark}`)}</span>`,
  )}</p>`;
}

/** @param {{choice: import('../../wire.js').ChoiceTold, saying: import('./review-said.js').Saying}} props */
function Better({ choice, saying }) {
  return html`<p>${betterSaid(choice, saying)}</p>
    <ul class="review-reasons">${reasonsSaid(choice, saying).map((reason) => html`<li key=${reason}>${reason}</li>`)}</ul>`;
}
