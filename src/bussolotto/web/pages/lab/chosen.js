/** Which actions players choose most, on the pyramid where they name a cell; and how many decisions matter. */
import { html, useState } from '../../vendor/preact.js';
import { useShell } from '../../components/shell.js';
import { cellsWithin, CELLS, levelIn, SIZE } from '../../pyramid/lattice.js';
import { percent } from '../../words/i18n.js';
import { choiceName, wordName } from '../../words/names.js';
import { Select } from './form.js';

/** @typedef {import('../../types.js').Game} Game */
/** @typedef {{action: string, chosen: number, possible: number}} Action */
/**
 * @typedef {{decisions: number, matches: number, options: Record<string, string>, matter: {share: number | null, interval:
 *   number[] | null, threshold: number, drawn: number}, actions: Action[]}} Found
 */

const AT_CELL = /^(\S+) (\d+),(\d+),(\d+)$/;
const SHOWN = 15; // actions of the list
const EDGE = 15; // of a hexagon
const WIDE = EDGE * Math.sqrt(3);

/** @param {{game: Game, found: Found}} props */
export function Chosen({ game, found }) {
  const { t, lang } = useShell();
  const { share, interval, threshold } = found.matter;
  const words = wordsAtCells(found.actions);
  const size = Number(found.options.lattice ?? SIZE);
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
    ${words.length > 0 && html`<${OnPyramid} actions=${found.actions} words=${words} size=${size} />`}
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

/** The words of actions that name a cell, the most frequent one first. @param {readonly Action[]} actions */
export function wordsAtCells(actions) {
  const counts = /** @type {Record<string, number>} */ ({});
  for (const { action, chosen } of actions) {
    const word = AT_CELL.exec(action)?.[1];
    if (word) counts[word] = (counts[word] ?? 0) + chosen;
  }
  return Object.keys(counts).sort((one, other) => counts[other] - counts[one]);
}

/** How often each cell was chosen with this word. @param {readonly Action[]} actions @param {string} wanted */
export function byCell(actions, wanted) {
  const found = /** @type {Map<string, number>} */ (new Map());
  for (const { action, chosen } of actions) {
    const [, word, ...cell] = AT_CELL.exec(action) ?? [];
    if (word === wanted) found.set(cell.join(), chosen);
  }
  return found;
}

/**
 * Every level of the pyramid from above, coloured by how often its cells were chosen.
 * @param {{actions: readonly Action[], words: string[], size: number}} props
 */
function OnPyramid({ actions, words, size }) {
  const { t } = useShell();
  const [wanted, want] = useState(words[0]);
  const word = words.includes(wanted) ? wanted : words[0];
  const chosen = byCell(actions, word);
  const most = Math.max(1, ...chosen.values());
  const cells = cellsWithin(size);
  const levels = [...new Set(cells.map((cell) => levelIn(cell, size)))].sort((one, other) => one - other);
  return html`${
    words.length > 1 &&
    html`<${Select} label=${t('lab.action')} value=${word} pick=${want}
        choices=${words.map((one) => [one, wordName(t, one)])} />`
  }
    <figure class="summary lab-pyramid"><figcaption class="summary-title">${t('lab.pyramid')}</figcaption>
      <div class="lab-levels">${levels.map((level) => {
        const own = cells.filter((cell) => levelIn(cell, size) === level);
        return html`<${Level} key=${level} level=${level} cells=${own} chosen=${chosen} most=${most} side=${size - level} />`;
      })}</div></figure>`;
}

/** @param {{level: number, cells: readonly number[], chosen: ReadonlyMap<string, number>, most: number, side: number}} props */
function Level({ level, cells, chosen, most, side }) {
  const { t } = useShell();
  const [width, height] = [(side + 1) * WIDE, side * 1.5 * EDGE + 2 * EDGE];
  const busiest = Math.max(0, ...cells.map((cell) => chosen.get(CELLS[cell].join()) ?? 0));
  return html`<div class="lab-level">
    <svg viewBox=${`0 0 ${width.toFixed(1)} ${height.toFixed(1)}`} width=${width} height=${height} role="img"
        aria-label=${t('lab.level.described', { n: level + 1, share: `${Math.round((100 * busiest) / most)} %` })}>
      ${cells.map((cell) => {
        const [a, , c] = CELLS[cell];
        const part = (chosen.get(CELLS[cell].join()) ?? 0) / most;
        const x = WIDE / 2 + (c + a / 2) * WIDE;
        return html`<path key=${cell} class="lab-hexagon" style=${`--part:${part.toFixed(3)}`} d=${hexagon(x, EDGE + (side - a) * 1.5 * EDGE)} />`;
      })}
    </svg><p class="muted">${t('lab.level', { n: level + 1 })}</p></div>`;
}

/** A hexagon on its corner round this middle. @param {number} x @param {number} y */
function hexagon(x, y) {
  const corners = [0, 1, 2, 3, 4, 5].map((corner) => {
    const angle = (Math.PI / 3) * corner - Math.PI / 6;
    return `${(x + (EDGE - 1) * Math.cos(angle)).toFixed(1)} ${(y + (EDGE - 1) * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${corners.join('L')}Z`;
}
