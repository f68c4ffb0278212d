/** The position that a sheet gives: what is legal is lit up, and what is chosen is played, for all players. */
import { useMedia } from '../../components/drawer.js';
import { useShell } from '../../components/shell.js';
import Table from '../../games/general.js';
import { Refused } from '../../line/api.js';
import { html, useMemo } from '../../vendor/preact.js';
import { recordSeat } from '../parts/record-seats.js';
import { again, back, further, otherDice, withSeats } from './walk.js';

/** @typedef {import('./trial.js').Told} Told */
/** @typedef {import('./trial.js').Wish} Wish */
/** @typedef {import('../../storage/drafts.js').Walk} Walk */
/** @typedef {import('../../types.js').Translate} Translate */

const MANY = 10; // decisions at random at once

/**
 * @param {{told: Told, walk: Walk, old: boolean, go: (wish: Wish) => Promise<Told | null>,
 *     peek: (asked: import('./trial.js').Asked) => Promise<import('./trial.js').Match>}} props `old`: the text has
 *     become another, with which nothing can be played
 */
export function Position({ told, walk, old, go, peek }) {
  const { t, lang, settings, announce } = useShell();
  const { match, facts, texts } = told;
  const here = { ...walk, seats: match.seats, decisions: match.decisions };
  const speak = useMemo(() => t.with(texts), [t, texts]);
  const motion = !useMedia('(prefers-reduced-motion: reduce)');
  const seats = useMemo(
    () => Array.from({ length: match.seats }, (_, seat) => recordSeat(t('editor.player', { n: seat + 1 }), seat)),
    [t, match.seats],
  );
  const game = useMemo(() => ({ ...facts, race: false }), [facts]); // one after the other is asked here, in a race too
  const next = (/** @type {number[]} */ [action]) => further(here, /** @type {number} */ (match.seat), action);
  const shown = {
    game,
    seats,
    me: match.seat ?? match.decisions.at(-1)?.seat ?? 0, // as on a device that goes round
    view: match.view,
    show: match.show,
    movers: match.movers,
    legal: match.legal,
    version: told.number,
    steps: [],
    held: match.view,
    falling: false,
    busy: false,
    event: null,
    done: [],
    t: speak,
    lang,
    announce,
    replay: false,
    settings: { motion, tumble: false, theme: settings.theme },
    act: async (/** @type {number[]} */ actions) => {
      const found = await go({ walk: next(actions) });
      if (found?.match.refused) throw new Refused(found.match.refused);
    },
    preview: (/** @type {number[]} */ actions) => peek({ text: told.text, walk: next(actions) }),
    match: {
      id: '',
      table: '',
      over: Boolean(match.ending),
      options: {},
      end: null,
      returns: match.ending ? match.returns : null,
      scores: match.scores,
    },
  };
  return html`<${Tools} told=${told} walk=${here} go=${go} />
    <p class="editor-state" role="status">${old ? t('editor.older') : stateText(t, told, seats)}</p>
    <div class="editor-table"><${Table} ...${shown} /></div>`;
}

/** Ways through the match. @param {{told: Told, walk: Walk, go: (wish: Wish) => Promise<Told | null>}} props */
function Tools({ told, walk, go }) {
  const { t } = useShell();
  const { match, facts } = told;
  const none = !match.decisions.length;
  const ended = !match.movers.length;
  const button = (/** @type {string} */ text, /** @type {Wish} */ wish, disabled = false) =>
    html`<button type="button" class="quiet" disabled=${disabled} onClick=${() => go(wish)}>${t(text)}</button>`;
  return html`<div class="editor-tools" role="group" aria-label=${t('editor.walk')}>
    ${button('editor.back', { walk: back(walk) }, none)}
    ${button('editor.again', { walk: again(walk) }, none)}
    ${button('editor.dice', { walk: otherDice(walk) })}
    ${button('editor.random', { walk, more: 1 }, ended)}
    ${button('editor.random.many', { walk, more: MANY }, ended)}
    ${
      facts.seats.length > 1 &&
      html`<${Choice} label=${t('editor.players')} value=${match.seats} all=${facts.seats} name=${String}
          choose=${(/** @type {number} */ seats) => go({ walk: withSeats(walk, seats) })} />`
    }
    ${
      facts.race &&
      html`<${Choice} label=${t('editor.seat')} value=${match.seat} all=${match.movers}
          name=${(/** @type {number} */ seat) => t('editor.player', { n: seat + 1 })}
          choose=${(/** @type {number} */ seat) => go({ walk, seat })} />`
    }
  </div>`;
}

/**
 * One number of several; it keeps its place where there is nothing to choose.
 * @param {{label: string, value: number | null, all: readonly number[], name: (number: number) => string,
 *     choose: (number: number) => void}} props
 */
function Choice({ label, value, all, name, choose }) {
  const change = (/** @type {Event} */ event) => choose(Number(/** @type {HTMLSelectElement} */ (event.target).value));
  return html`<label class="editor-choice"><span>${label}</span>
    <select value=${value} disabled=${all.length < 2} onChange=${change}>${all.map(
      (number) => html`<option key=${number} value=${number} selected=${number === value}>${name(number)}</option>`,
    )}</select></label>`;
}

/** Who acts, or how it ended. @param {Translate} t @param {Told} told @param {{name: string}[]} seats */
function stateText(t, { match }, seats) {
  const { ending, returns, seat, legal, stopped } = match;
  if (stopped) return t('editor.stopped');
  if (!ending) return t('editor.acts', { name: seats[seat ?? 0].name, n: legal.length });
  const winners = seats.filter((_, place) => returns[place] > 0).map(({ name }) => name);
  return t('editor.over', { ending: ending.replaceAll('-', ' '), names: winners.join(', ') });
}
