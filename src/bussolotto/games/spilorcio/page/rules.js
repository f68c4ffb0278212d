/** The rules in our own words, with a small drawn example. Clauses stand behind a 'why'. */
import { Die } from '../../../web/components/die.js';
import { optionName, optionValue, toldOptions } from '../../../web/words/options.js';
import { Why } from '../../../web/table/rules.js';
import { html } from '../../../web/vendor/preact.js';
import { Board } from './board.js';
import { _BOARDS as BOARDS, PHASE } from './facts.js';

/** @typedef {import('../../../web/types.js').Translate} Translate */

/** Sections, each with the clauses it tells. */
const SECTIONS = [
  { name: 'aim', clauses: 'SPI-1, SPI-7' },
  { name: 'turn', clauses: 'SPI-2' },
  { name: 'place', clauses: 'SPI-3, SPI-8' },
  { name: 'red', clauses: 'SPI-4, SPI-5' },
  { name: 'borrow', clauses: 'SPI-6' },
  { name: 'end', clauses: 'SPI-7' },
];

/** The example: three rows of the first board are filled up to their third square, and these dice lie aside. */
const EXAMPLE_DICE = [4, 2, 2, 6, 2];
const EXAMPLE = {
  plies: 0,
  seats: 3,
  phase: PHASE.drawing,
  turn: 0,
  to_roll: 0,
  roll: 0,
  aside: 0,
  unplaced: 0,
  stopped: 0,
  debt: 0,
  reserve: 0,
  loan: 0,
  board: 0,
  starting_chips: 0,
  chips_in_all: 0,
  loan_cap: 0,
  chips: [],
  filled: [0, 3, 0, 3, 3],
  length: BOARDS[0].map(([length]) => length),
  double: BOARDS[0].map(([, double]) => double),
  yellow: BOARDS[0].map(([, , yellow]) => yellow),
  arrow: BOARDS[0].map(([, , , arrow]) => arrow),
  placed: 0,
  placer: 0,
  order: [],
  source: [],
};
const EXAMPLE_RINGS = ['3-3', '1-3', '1-4', '1-0'];

/**
 * @param {{game: import('../../../web/types.js').Game, t: Translate, lang: string, options: Record<string, string>}}
 *     props
 */
export function Rules({ game, t, lang, options }) {
  return html`
    <article class="spilorcio-rules">
      ${SECTIONS.map(
        ({ name, clauses }) => html`
          <section key=${name}>
            <h3>${t(`spilorcio.rules.${name}.title`)}</h3>
            <p>${t(`spilorcio.rules.${name}`)}</p>
            ${name === 'place' && html`<${Example} t=${t} lang=${lang} />`}
            <${Why} game=${game.name} clauses=${clauses} t=${t} />
          </section>`,
      )}
      <${Options} game=${game} t=${t} options=${options} />
      <p class="credit">${t('spilorcio.rules.credit')}</p>
    </article>`;
}

/** @param {{t: Translate, lang: string}} props */
function Example({ t, lang }) {
  return html`
    <figure class="example">
      <div class="spilorcio example-table" aria-hidden="true">
        <div class="example-dice">${EXAMPLE_DICE.map((face) => html`<${Die} face=${face} />`)}</div>
        <div class="board-area">
          <${Board} view=${EXAMPLE} chosen=${[]} promised=${[]} ringed=${EXAMPLE_RINGS} reach=${null} t=${t}
              lang=${lang} open=${[]} onRow=${() => {}} />
        </div>
      </div>
      <figcaption>${t('spilorcio.rules.example')}</figcaption>
    </figure>`;
}

/**
 * @param {{game: import('../../../web/types.js').Game, t: Translate, options: Record<string, string>}} props the house
 *     rules of this table
 */
function Options({ game, t, options }) {
  const numbers = toldOptions(game, options).filter(([name]) => game.numbers.includes(name));
  const told = [
    options.loan === 'five' && t('spilorcio.rules.loan-five', { n: Number(options.loan_cap) }),
    options.board && options.board !== 'standard' && t('spilorcio.rules.other-board'),
    ...numbers.map(([name, value]) =>
      t('rules.house.line', { option: optionName(t, game.name, name), value: optionValue(t, game.name, name, value) }),
    ),
    t(numbers.length ? 'rules.house.changed' : 'rules.house.usual'),
  ].filter(Boolean);
  return html`<section><h3>${t('spilorcio.rules.house')}</h3>${told.map((line) => html`<p>${line}</p>`)}</section>`;
}
