/** What each choice of a match cost, how lucky everybody was, and who played best; computed when it is asked for. */
import { get } from '../../line/api.js';
import { needs } from '../../components/needs.js';
import { excuse, useShell } from '../../components/shell.js';
import { Graph } from '../../table/graph.js';
import { html, useEffect, useState } from '../../vendor/preact.js';
import { choiceName } from '../../words/names.js';
import { percent } from '../../words/i18n.js';

/** @typedef {import('../../wire.js').ReviewTold} Review */
/** @typedef {import('../../wire.js').ReviewView} Progress */
/** @typedef {import('../../types.js').Translate} Translate */
/** @typedef {{match: string, game: string, names: readonly string[]}} Of the match that is reviewed */

needs(['later-review'], [new URL('./review.css', import.meta.url)]);

const AGAIN_MS = 1000;
const ERRORS = 3; // standard errors that are shown
const SHOWN_OUTCOMES = 12; // of a roll

/** @param {Of} props */
export function Review(props) {
  const { t } = useShell();
  const { progress, problem } = useReview(props.match);
  if (problem) return html`<p class="problem" role="alert">${problem}</p>`;
  if (progress?.state === 'failed') return html`<p class="problem" role="alert">${t('review.failed')}</p>`;
  return progress?.review
    ? html`<${Reviewed} review=${progress.review} ...${props} />`
    : html`<${Waiting} progress=${progress} />`;
}

/** The review, asked for again and again until it is done. @param {string} match */
function useReview(match) {
  const { t } = useShell();
  const [progress, keep] = useState(/** @type {Progress | null} */ (null));
  const [problem, fail] = useState('');
  useEffect(() => {
    let timer = 0;
    const ask = () =>
      get(`/api/matches/${match}/review`).then(
        (/** @type {Progress} */ found) => {
          keep(found);
          if (found.state === 'waiting' || found.state === 'running') timer = setTimeout(ask, AGAIN_MS);
        },
        (refusal) => fail(excuse(t, refusal)),
      );
    ask();
    return () => clearTimeout(timer);
  }, [match]);
  return { progress, problem };
}

/** @param {{progress: Progress | null}} props */
function Waiting({ progress }) {
  const { t } = useShell();
  const text = t(progress?.state === 'waiting' ? 'review.waiting' : 'review.working');
  return html`<label class="review-waiting">${text} <progress value=${progress?.done ?? 0} max="1" /></label>`;
}

/** @param {{review: Review} & Of} props */
function Reviewed({ review, ...of }) {
  const { t, lang } = useShell();
  const exact = review.choices.every(({ kind }) => kind === 'exact');
  return html`<section class="review" aria-label=${t('review.title')}>
    <p class="review-summary">${summary(review, of.names, t, lang)}</p>
    <${Shares} review=${review} names=${of.names} />
    <${Players} review=${review} names=${of.names} />
    <h3 class="turns-title">${t(review.turning_points.length ? 'review.turns' : 'review.turns.none')}</h3>
    <ol class="review-turns">${review.turning_points.map(
      (point, at) => html`<${Turn} key=${at} point=${point} number=${at + 1} review=${review} ...${of} />`,
    )}</ol>
    <p class="muted">${t(exact ? 'review.measured.exact' : 'review.measured')}</p>
  </section>`;
}

/**
 * Who played best, and who was lucky.
 * @param {Review} review @param {readonly string[]} names @param {Translate} t @param {string} lang
 */
export function summary({ best_players: best, luckiest, players, seats }, names, t, lang) {
  const every = best.length === seats && seats > 1;
  const who = joined(
    best.map((seat) => names[seat]),
    t,
  );
  const played = every ? t('review.best.all') : t('review.best', { n: best.length, names: who });
  if (players[0].luck === null) return played;
  const lucky =
    luckiest === null
      ? t('review.lucky.nobody')
      : t('review.lucky', { name: names[luckiest], percent: whole(players[luckiest].luck, lang) });
  return `${played} ${lucky}`;
}

/** @param {string[]} names @param {Translate} t */
function joined(names, t) {
  const last = names[names.length - 1];
  return names.length > 1 ? t('review.and', { names: names.slice(0, -1).join(', '), last }) : last;
}

/** The win shares as they changed from roll to roll, with the turning points. @param {{review: Review, names: readonly string[]}} props */
function Shares({ review, names }) {
  const { t, lang } = useShell();
  if (!review.rolls.length) return null;
  const { points, marks } = drawn(review);
  return html`<${Graph} t=${t} title=${t('review.graph')} points=${points} names=${names} marks=${marks}
    value=${(/** @type {number} */ value) => whole(value / 100, lang)} end=${t('graph.end')} />`;
}

/**
 * The win shares in per cent, before the match, after each roll and at the end, and where the turning points lie.
 * @param {Review} review @returns {{points: number[][], marks: {at: number, text: string}[]}}
 */
export function drawn({ rolls, players, turning_points: turns }) {
  const middle = rolls.map(({ shares }) => shares.map((share) => 100 * share));
  const first = players.map(() => 100 / players.length);
  const points = [first, ...middle, players.map(({ share }) => 100 * share)];
  /** @type {Map<number, string[]>} the turning points at each place */
  const places = new Map();
  turns.forEach(({ ply }, number) => {
    const at = rolls.filter(({ first: from }) => from <= ply).length;
    places.set(at, [...(places.get(at) ?? []), String(number + 1)]);
  });
  const marks = [...places].map(([at, numbers]) => ({ at, text: numbers.join(', ') }));
  return { points, marks };
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

/**
 * What is told of a player: the names of the figures, and the figures.
 * @param {import('../../wire.js').PlayerTold} player @param {string} lang @returns {[string, string][]}
 */
function figures({ share, lost, luck, adjusted, verdicts, reactions }, lang) {
  const ms = (/** @type {number | null} */ value) => (value === null ? '–' : `${Math.round(value)} ms`);
  return [
    ['share', whole(share, lang)],
    ['luck', `${luck !== null && luck > 0 ? '+' : ''}${whole(luck, lang)}`],
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

/** A share in whole per cent. @param {number | null} share @param {string} lang */
const whole = (share, lang) => (share === null ? '–' : percent(Math.round(100 * share) / 100, lang));

/**
 * A turning point: the position, what was done or fell, and what was better and why.
 * @param {{point: import('../../wire.js').TurnTold, number: number, review: Review} & Of} props
 */
function Turn({ point, number, review, match, game, names }) {
  const { t, lang } = useShell();
  const isChoice = point.kind === 'choice';
  const said = isChoice ? choiceSaid : rollSaid;
  const version = isChoice ? point.ply - 1 : review.rolls[point.index].last; // what was seen then
  const source = `/api/matches/${match}/picture?version=${version}&lang=${lang}`;
  return html`<li>
    <a class="review-picture" href=${`/r/${match}#${version}`} aria-label=${t('review.watch', { n: point.ply })}>
      <img src=${source} alt="" loading="lazy" /></a>
    <p><strong class="review-number">${number}</strong> ${said(point, review, { t, lang, game, names })}</p></li>`;
}

/** @typedef {{t: Translate, lang: string, game: string, names: readonly string[]}} Saying */

/** @param {import('../../wire.js').TurnTold} point @param {Review} review @param {Saying} saying */
function choiceSaid(point, review, { t, lang, game, names }) {
  const choice = review.choices[point.index];
  const [what, best] = [choice.done, choice.best].map((text) => choiceName(t, game, text, { names }));
  const shares = { share: percent(choice.share, lang), better: percent(choice.best_share, lang) };
  const loss = withError(choice.loss, choice.error, lang);
  return `${t('review.choice', { name: names[point.seat], what, loss })} ${t('review.why', { best, what, ...shares })}`;
}

/** @param {import('../../wire.js').TurnTold} point @param {Review} review @param {Saying} saying */
function rollSaid(point, review, { t, lang, names }) {
  const roll = review.rolls[point.index];
  const fallen = roll.fallen.map((text) => text.split(' ').slice(1).join(' '));
  const what = fallen.length > SHOWN_OUTCOMES ? `${fallen.slice(0, SHOWN_OUTCOMES).join(' ')} …` : fallen.join(' ');
  const change = withError(Math.abs(point.change), roll.errors[point.seat], lang);
  return t(point.change > 0 ? 'review.roll.good' : 'review.roll.bad', { name: names[point.seat], what, change });
}

/** A share with three standard errors, where it has any. @param {number} share @param {number} error @param {string} lang */
function withError(share, error, lang) {
  const told = percent(share, lang);
  return error ? `${told} (± ${percent(ERRORS * error, lang)})` : told;
}
