/** The board: five rows of squares in wood, each with its die, its arrow, and how likely it is to be completed. */
import { html } from '../../../web/vendor/preact.js';
import { Die } from '../../../web/components/die.js';
import { RedSign, YellowSign } from './marks.js';
import { hope, prize, rows, squareKey } from './position.js';
import { rowDescription } from './words.js';

/**
 * @typedef {import('./position.js').View} View
 * @typedef {import('./position.js').Row} Row
 * @typedef {import('./position.js').Square} Square
 * @typedef {import('./words.js').Translate} Translate
 * @typedef {readonly (readonly number[])[]} Reach
 */

/**
 * @param {{view: View, chosen: readonly number[], promised: readonly string[], ringed: readonly string[], reach: Reach
 *     | null, t: Translate,
 *   lang: string, open: readonly number[], onRow: (row: number) => void}} props
 * `promised` are the squares that dice set aside will fill, `ringed` those that what is chosen would, `open` the rows
 * that may be chosen now, best first.
 */
export function Board({ view, chosen, promised, ringed, reach, t, lang, open, onRow }) {
  const list = rows(view);
  const places = Math.max(...list.map(prize));
  return html`
    <div class="board" style=${{ '--places': places }}>
      <ol class="rows" aria-label=${t('spilorcio.board')}>
        ${list.map(
          (row, index) => html`
            <li class=${`board-row ${open.includes(index) ? 'board-row-open' : ''} ${open[0] === index ? 'board-row-best' : ''}`}
                key=${index}>
              <${RowLine} row=${row} promised=${promised} ringed=${ringed} t=${t}
                  hope=${reach && hope(view, index, chosen, reach)} lang=${lang} />
              ${open.length > 0 && html`<${RowButton} row=${row} open=${open.includes(index)} t=${t} onRow=${onRow} />`}
            </li>`,
        )}
      </ol>
    </div>`;
}

/**
 * @param {{row: Row, promised: readonly string[], ringed: readonly string[], t: Translate, lang: string, hope:
 *     ReturnType<typeof hope> | null}} props
 */
function RowLine({ row, promised, ringed, t, lang, hope: hoped }) {
  return html`
    <span class="visually-hidden">${rowDescription(row, t)} ${hoped && hopeText(hoped, t, lang)}</span>
    <span class="row-die" aria-hidden="true"><${Die} face=${row.number} /></span>
    <span class="cells" aria-hidden="true">
      ${row.squares.map((square, index) => {
        const key = squareKey(row.number - 1, index);
        return html`<${SquareCell} square=${square} name=${key}
            ring=${ringed.includes(key) ? 'ringed' : promised.includes(key) ? 'promised' : ''} />`;
      })}
      <${Arrow} pays=${row.arrow} t=${t} />
    </span>
    ${hoped && html`<${Hope} hoped=${hoped} t=${t} lang=${lang} />`}`;
}

/** @param {{square: Square, name: string, ring: string}} props */
function SquareCell({ square, name, ring }) {
  const kind = `${square.red ? 'red' : ''} ${square.yellow ? 'yellow' : ''} ${square.places === 2 ? 'double' : ''}`;
  return html`
    <span class=${`cell ${kind} ${ring}`} data-at=${`square-${name}`}>
      ${square.yellow && html`<${YellowSign} />`}
      ${square.red && html`<${RedSign} />`}
      ${Array.from(
        { length: square.places },
        (_, place) => html`
          <span class="place">${place < square.chips && html`<span class="chip"></span>`}</span>`,
      )}
    </span>`;
}

/** @param {{pays: number, t: Translate}} props what everybody else pays when the row is completed */
function Arrow({ pays, t }) {
  return html`
    <span class="arrow" title=${t('spilorcio.arrow.title', { pays })}>
      <svg viewBox="0 0 34 28" aria-hidden="true"><path d="M2 4h18l12 10-12 10H2Z" />
        <text x="14" y="19.5" text-anchor="middle">${pays}</text></svg>
      <span class="arrow-words">${t('spilorcio.arrow', { pays })}</span>
    </span>`;
}

/** @param {{hoped: ReturnType<typeof hope>, t: Translate, lang: string}} props */
function Hope({ hoped, t, lang }) {
  const { needs, chance } = hoped;
  const known = chance !== null;
  return html`
    <span class=${`hope ${known ? '' : 'hope-open'}`} aria-hidden="true">
      <span class="hope-chance">${known ? percent(chance, lang) : ''}</span>
      <span class="hope-needs">${needs ? t('spilorcio.hope.needs', { n: needs }) : t('spilorcio.hope.ready')}</span>
      <span class="hope-bar"><span style=${{ '--chance': chance ?? 0 }}></span></span>
    </span>`;
}

/** @param {ReturnType<typeof hope>} hoped @param {Translate} t @param {string} lang */
function hopeText({ needs, chance }, t, lang) {
  const wanted = needs ? t('spilorcio.hope.described', { n: needs }) : t('spilorcio.hope.described-ready');
  return chance === null ? wanted : `${wanted} ${t('spilorcio.hope.chance', { chance: percent(chance, lang) })}`;
}

/**
 * @param {number} chance
 * @param {string} lang exact to a per cent; what can happen never reads 0, what may fail never 100
 */
export function percent(chance, lang) {
  const whole = Math.round(chance * 100);
  const kind = chance > 0 && chance < 1 ? Math.min(99, Math.max(1, whole)) : whole;
  return new Intl.NumberFormat(lang, { style: 'percent' }).format(kind / 100);
}

/** @param {{row: Row, open: boolean, t: Translate, onRow: (row: number) => void}} props */
function RowButton({ row, open, t, onRow }) {
  return html`
    <button type="button" class="row-button" aria-disabled=${!open} onClick=${() => onRow(row.number - 1)}>
      <span class="visually-hidden">${t('spilorcio.place.row', { row: row.number })}</span>
    </button>`;
}
