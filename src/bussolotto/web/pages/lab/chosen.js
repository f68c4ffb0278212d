/** Which actions players choose most, and how many decisions matter: on the board or pyramid, and as a list. */
import { html, useState } from '../../vendor/preact.js';
import { useLoad } from '../../components/load.js';
import { useShell } from '../../components/shell.js';
import { Sideways } from '../../components/sideways.js';
import { SIZE } from '../../pyramid/lattice.js';
import { percent } from '../../words/i18n.js';
import { choiceName, wordName } from '../../words/choices.js';
import { Select } from './form.js';
import { byCell, heatOf, heats, KINDS } from './heat.js';
import { isMissing, OnPyramid } from './on-pyramid.js';

/** @typedef {import('../../types.js').Game} Game */
/** @typedef {import('./heat.js').Action} Action */
/** @typedef {import('./heat.js').Kind} Kind */
/**
 * @typedef {{decisions: number, matches: number, options: Record<string, string>, opening: any, matter: {share: number |
 *   null, interval: number[] | null, threshold: number, drawn: number}, actions: Action[]}} Found
 */

const SHOWN = 15; // actions of the list
const MISSING = { often: 'lab.heat.never', matter: 'lab.heat.unknown' }; // of a place without a figure

/** @param {{game: Game, found: Found}} props */
export function Chosen({ game, found }) {
  const { t, lang } = useShell();
  const { share, interval, threshold } = found.matter;
  const size = Number(found.opening?.lattice ?? SIZE);
  const name = (/** @type {string} */ action) => choiceName(t, game.name, action, { size, names: [] });
  return html`<p class="lab-answer">${
    share === null || interval === null
      ? t('lab.matter.unknown')
      : t('lab.matter', {
          share: percent(share, lang),
          low: percent(interval[0], lang),
          high: percent(interval[1], lang),
          threshold: percent(threshold, lang),
        })
  }</p>
    <${Drawn} game=${game} found=${found} size=${size} name=${name} />
    <h3>${t('lab.chosen')}</h3>
    <ol class="lab-bars">${found.actions.slice(0, SHOWN).map(
      ({ action, chosen, possible }) => html`<li key=${action}>
        <span>${name(action)}</span>
        <span class="lab-bar" aria-hidden="true"><span style=${`inline-size:${(100 * chosen) / found.actions[0].chosen}%`}></span></span>
        <span class="number">${percent(chosen / found.decisions, lang)}</span>
        <span class="muted">${t('lab.chosen.possible', { share: percent(chosen / possible, lang) })}</span></li>`,
    )}</ol>
    <p class="muted">${t('lab.chosen.note', { n: found.matches })}</p>`;
}

/**
 * The heat map: on the board that the game brings for it, and on the pyramid where actions name its places.
 * @param {{game: Game, found: Found, size: number, name: (action: string) => string}} props
 */
function Drawn({ game, found, size, name }) {
  const { t, lang } = useShell();
  const words = byCell(found.actions);
  const [kind, show] = useState(/** @type {Kind} */ ('often'));
  const [wanted, want] = useState('');
  const { value: board } = useLoad(async () => (game.board ? import(game.board) : null), [game.name]);
  const word = words.has(wanted) ? wanted : [...words.keys()][0];
  if (!word && !board) return null;
  const cells = words.get(word);
  const missing = t(MISSING[kind]);
  const heat = (/** @type {ReadonlyMap<any, readonly Action[]>} */ places) =>
    heats(places, found.decisions, kind, t, lang);
  const drawn = cells && heat(cells);
  return html`<div class="lab-row">
      ${
        words.size > 1 &&
        html`<${Select} label=${t('lab.action')} value=${word} pick=${want}
            choices=${[...words.keys()].map((one) => [one, wordName(t, one)])} />`
      }
      <${Select} label=${t('lab.heat')} value=${kind} pick=${(/** @type {string} */ one) => show(/** @type {Kind} */ (one))}
          choices=${KINDS.map((one) => [one, t(`lab.heat.${one}`)])} />
    </div>
    <figure class="summary lab-pyramid">
      <figcaption class="summary-title">${cells && html`<strong>${wordName(t, word)}</strong> · `}${t(`lab.heat.${kind}.about`)}</figcaption>
      ${board && html`<${board.default} view=${found.opening} actions=${found.actions} heat=${heat} t=${t} />`}
      ${drawn && html`<${OnPyramid} heats=${drawn} size=${size} missing=${missing} />`}
      <${Scale} most=${drawn && hottest(drawn)} missing=${!drawn || isMissing(drawn, size) ? missing : ''} />
    </figure>
    <${Figures} found=${found} name=${name} />`;
}

/**
 * What the colours mean, in figures where all are of one picture.
 * @param {{most: string | undefined, missing: string}} props `most`: the strongest; `missing`: what an empty place means
 */
function Scale({ most, missing }) {
  const { t, lang } = useShell();
  const [low, high] = most ? [percent(0, lang), most] : [t('lab.heat.low'), t('lab.heat.high')];
  return html`<p class="lab-scale muted" aria-hidden="true">
    <span>${low}<i class="lab-ramp" />${high}</span>
    ${missing && html`<span><i class="lab-swatch" />${missing}</span>`}</p>`;
}

/** The figure of the strongest place. @param {ReadonlyMap<string, import('./heat.js').Heat>} drawn */
const hottest = (drawn) => [...drawn.values()].find(({ part }) => part === 1)?.text;

/** The same in words and figures, for all actions. @param {{found: Found, name: (action: string) => string}} props */
function Figures({ found, name }) {
  const { t, lang } = useShell();
  const [open, show] = useState(false);
  const told = (/** @type {Action} */ one, /** @type {Kind} */ kind) => {
    const value = heatOf([one], found.decisions, kind);
    return value === null ? '–' : percent(value, lang);
  };
  return html`<details class="fold lab-figures"
      onToggle=${(/** @type {Event} */ event) => show(/** @type {HTMLDetailsElement} */ (event.target).open)}>
    <summary>${t('lab.figures')}</summary>
    ${
      open &&
      html`<${Sideways} kind="heat-room lab-long" label=${t('lab.figures')}><table class="lab-table">
      <thead><tr><th scope="col">${t('lab.action')}</th>
        ${KINDS.map((kind) => html`<th key=${kind} scope="col">${t(`lab.heat.${kind}`)}</th>`)}</tr></thead>
      <tbody>${found.actions.map(
        (one) => html`<tr key=${one.action}><th scope="row">${name(one.action)}</th>
          ${KINDS.map((kind) => html`<td key=${kind} class="number">${told(one, kind)}</td>`)}</tr>`,
      )}</tbody></table><//>
      <p class="muted">${t('lab.heat.note', { n: found.matter.drawn })}</p>`
    }
  </details>`;
}
