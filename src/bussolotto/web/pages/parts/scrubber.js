/** Going through a replay: a slider, buttons, keys, and playing by itself. */
import { needs } from '../../components/needs.js';
import { useShell } from '../../components/shell.js';
import { html, useEffect, useLayoutEffect, useState } from '../../vendor/preact.js';
import { Icon } from '../../components/icon.js';
import { spread } from '../../table/turns.js';

needs([], [new URL('./scrubber.css', import.meta.url)]);

const PACES = [0.5, 1, 2, 4];
const STEP_MS = 1200;
const APART = 13; // per cent of the slider of a small phone are as wide as a finger

/** @typedef {readonly {at: number, kind: string, text: string}[]} Verdicts what a review says of plies */

/**
 * @param {{at: number, first: number, last: number, jump: (version: number) => void, next: () => void,
 *     back: () => void, text: string, marks: number[], turns: number[], verdicts?: Verdicts}} props `marks`: rounds;
 *     `turns`: what decided the match
 */
export function Scrubber({ at, first, last, jump, next, back, text, marks, turns, verdicts = [] }) {
  const { t } = useShell();
  const [pace, walk] = useState(1);
  const { playing, toggle } = usePlaying({ at, first, last, jump, next, pace });
  const share = (/** @type {number} */ moment) => (100 * (moment - first)) / (last - first);
  useScrubKeys({ toggle, next, back });
  return html`<div class="scrubber" role="group" aria-label=${t('replay.controls')}>
    <p class="scrub-text">${text}</p>
    <${Marks} at=${at} share=${share} jump=${jump} marks=${marks} turns=${turns} verdicts=${verdicts} />
    <input type="range" min=${first} max=${last} value=${at} style=${{ '--at': `${share(at)}%` }}
        aria-label=${t('replay.moment')} aria-valuetext=${`${t('replay.ply', { at, last })} ${text}`}
        onInput=${(/** @type {InputEvent} */ event) => jump(Number(/** @type {HTMLInputElement} */ (event.target).value))}
    />
    <div class="scrub-buttons">
      <button type="button" class="quiet square" aria-label=${t('replay.back')} title=${t('replay.back')}
          disabled=${at === first} onClick=${back}>
        <${Icon} name="back" /></button>
      <button type="button" class="primary square" aria-label=${t(playing ? 'replay.pause' : 'replay.play')}
          title=${t(playing ? 'replay.pause' : 'replay.play')}
          onClick=${toggle}><${Icon} name=${playing ? 'pause' : 'play'} /></button>
      <button type="button" class="quiet square forward" aria-label=${t('replay.next')} title=${t('replay.next')}
          disabled=${at === last} onClick=${next}>
        <${Icon} name="back" /></button>
      <span class="scrub-count number" aria-hidden="true">${at} / ${last}</span>
      <label class="pace"><span>${t('replay.pace')}</span>
        <select onChange=${(/** @type {Event} */ event) => walk(Number(/** @type {HTMLSelectElement} */ (event.target).value))}>
          ${PACES.map(
            (one) => html`<option key=${one} value=${one} selected=${one === pace} translate=${false}>
              ${one}×</option>`,
          )}
        </select></label>
    </div>
  </div>`;
}

/**
 * Rounds as lines over the slider, verdicts as bars, turning points as buttons.
 * @param {{at: number, share: (moment: number) => number, jump: (version: number) => void, marks: number[],
 *     turns: number[], verdicts: Verdicts}} props `share`: per cent of the slider that lie before a moment
 */
function Marks({ at, share, jump, marks, turns, verdicts }) {
  const { t } = useShell();
  const place = (/** @type {number} */ part) => ({ insetInlineStart: `${part}%` });
  const places = spread(turns.map(share), APART);
  return html`<div class="scrub-marks">
    ${marks.map((mark) => html`<i key=${mark} style=${place(share(mark))} />`)}
    ${verdicts.map(
      (mark) =>
        html`<i key=${`verdict ${mark.at}`} class=${`mark mark-${mark.kind}`} title=${mark.text}
            style=${place(share(mark.at))} />`,
    )}
    ${turns.map(
      (
        turn,
        number,
      ) => html`<button type="button" key=${`turn ${turn}`} class="scrub-turn" style=${place(places[number])}
          aria-label=${t('replay.turn', { n: number + 1 })} title=${t('replay.turn', { n: number + 1 })}
          aria-current=${turn === at ? 'step' : undefined} onClick=${() => jump(turn)}></button>`,
    )}
  </div>`;
}

/**
 * @param {{at: number, first: number, last: number, jump: (version: number) => void, next: () => void,
 *     pace: number}} props
 */
function usePlaying({ at, first, last, jump, next, pace }) {
  const [playing, play] = useState(false);
  useEffect(() => {
    if (!playing) return undefined;
    if (at === last) {
      play(false);
      return undefined;
    }
    const timer = setTimeout(next, STEP_MS / pace);
    return () => clearTimeout(timer);
  }, [playing, at, pace]);
  const toggle = () => {
    if (!playing && at === last) jump(first);
    play(!playing);
  };
  return { playing, toggle };
}

/**
 * Space plays and pauses, the arrows step, wherever the focus is; a control that uses these keys itself keeps them.
 * @param {{toggle: () => void, next: () => void, back: () => void}} doing
 */
function useScrubKeys({ toggle, next, back }) {
  useLayoutEffect(() => {
    const press = (/** @type {KeyboardEvent} */ event) => {
      const busy = /** @type {Element} */ (event.target).closest?.('input, select, button, a, textarea, summary');
      const doing = { ' ': toggle, ArrowRight: next, ArrowLeft: back }[event.key];
      if (busy || !doing || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      doing();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  });
}
