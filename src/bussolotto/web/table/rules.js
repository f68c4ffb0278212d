/** The rules of a game in our own words, section by section; behind a 'why' stand the clauses that each of them tells. */
import { complete, needs } from '../components/needs.js';
import { useLoad } from '../components/load.js';
import { learn } from '../words/i18n.js';
import { gameTitle, isSheet } from '../words/names.js';
import { optionName, optionValue, toldOptions } from '../words/options.js';
import { html, useState } from '../vendor/preact.js';

needs([], [new URL('./rules.css', import.meta.url)]);

/** @typedef {import('../types.js').Translate} Translate */
/** @typedef {Omit<import('../types.js').RulesProps, 'lang'>} RulesProps */

/** @typedef {readonly (readonly [string, string])[]} Sections in their order, each with the clauses that it tells */
/** @typedef {import('./examples.js').Drawing} Drawing */

/**
 * The rules of a game as its page tells them.
 * @param {Sections} sections
 * @param {Record<string, () => Promise<Drawing>>} [drawn] by section: its example
 */
export const rulesOf =
  (sections, drawn = {}) =>
  (/** @type {RulesProps} */ props) =>
    html`<${Rules} ...${props} sections=${sections} drawn=${drawn} />`;

const USUAL = ['aim', 'turn', 'end']; // sections of a game whose page names none: those that it has texts for

/**
 * @param {RulesProps & {sections?: Sections, drawn?: Record<string, () => Promise<Drawing>>}} props without sections:
 *     what is known of any game
 */
export function Rules({ game, t, options, sections, drawn = {} }) {
  const { value: learnt } = useLoad(() => learn(`later-${game.name}-rules`).then(() => true));
  const credit = t.has(`game.${game.name}.author`) && {
    title: gameTitle(t, game.name),
    author: t(`game.${game.name}.author`),
  };
  if (!learnt) return null;
  const told = sections ?? usual(t, game.name);
  return html`<article class="rules">
    ${told.map(
      ([name, clauses]) => html`<section key=${name}>
        <h3>${t(`rules.${game.name}.${name}.title`)}</h3>
        <p>${t(`rules.${game.name}.${name}`)}</p>
        ${drawn[name] && html`<${Drawn} game=${game.name} drawing=${drawn[name]} t=${t} />`}
        ${clauses && html`<${Why} game=${game.name} clauses=${clauses} t=${t} />`}
      </section>`,
    )}
    ${!told.length && t.has(`game.${game.name}.about`) && html`<p>${t(`game.${game.name}.about`)}</p>`}
    <${House} game=${game} t=${t} options=${options} />
    ${
      isSheet(game.name)
        ? html`<${OfSheet} game=${game.name} t=${t} />`
        : credit && html`<p class="credit">${t('rules.credit', credit)}</p>`
    }
  </article>`;
}

/** Whose a rule sheet is, and the way to what it says: nobody has told its rules in words. @param {{game: string, t: Translate}} props */
function OfSheet({ game, t }) {
  const own = (/** @type {string} */ word) => (t.has(`game.${game}.${word}`) ? t(`game.${game}.${word}`) : '');
  const by = own('author') && t('rules.sheet.by', { names: own('author') });
  return html`<p><a href=${`/sheets/${game}`}>${t('rules.sheet')}</a></p>
    <p class="credit" translate=${false}>${[gameTitle(t, game), by, own('licence')].filter(Boolean).join(' · ')}</p>`;
}

/** @param {Translate} t @param {string} game @returns {Sections} */
const usual = (t, game) => USUAL.filter((name) => t.has(`rules.${game}.${name}`)).map((name) => [name, '']);

/**
 * An example, drawn; it comes with what draws it when the rules are opened.
 * @param {{game: string, drawing: () => Promise<Drawing>, t: Translate}} props
 */
function Drawn({ game, drawing, t }) {
  const { value } = useLoad(() => Promise.all([complete(import('./examples.js')), drawing()]));
  if (!value) return null;
  const [{ Example }, { pile, rows }] = value;
  return html`<${Example} caption=${t(`rules.${game}.example`)} pile=${pile} rows=${rows} t=${t} />`;
}

/**
 * The clauses behind a section, each with its number; their texts come when somebody asks why.
 * @param {{game: string, clauses: string, t: Translate}} props
 */
export function Why({ game, clauses, t }) {
  const [asked, ask] = useState(false);
  return html`<details class="fold why" onToggle=${() => ask(true)}>
    <summary>${t('rules.why')}</summary>
    ${asked && html`<${Clauses} game=${game} names=${clauses.split(', ')} t=${t} />`}
  </details>`;
}

/** @param {{game: string, names: string[], t: Translate}} props */
function Clauses({ game, names, t }) {
  const { value: learnt } = useLoad(() => learn(`later-${game}`).then(() => true));
  return html`<dl class="clauses">
    ${learnt && names.map((name) => html`<dt key=${name} translate=${false}>${name}</dt><dd>${t(`clause.${name}`)}</dd>`)}
  </dl>`;
}

/**
 * The house rules of this table and the numbers that are not as usual, in words; all numbers of a rule sheet, for there
 * is nothing else that names them.
 * @param {RulesProps} props
 */
export function House({ game, t, options }) {
  const sheet = isSheet(game.name);
  const chosen = sheet ? Object.entries(options) : toldOptions(game, options);
  const usual = chosen.every(([option]) => !game.numbers.includes(option));
  return (
    Object.keys(options).length > 0 &&
    html`<section><h3>${t('rules.house')}</h3>
      ${chosen.map(([option, value]) => html`<p key=${option}>${houseRule(t, game.name, option, value)}</p>`)}
      ${
        game.numbers.length > 0 &&
        !sheet &&
        html`<p class="muted">
          ${t(usual ? 'rules.house.usual' : 'rules.house.changed')}</p>`
      }
    </section>`
  );
}

/** @param {Translate} t @param {string} game @param {string} option @param {string} value */
function houseRule(t, game, option, value) {
  const hint = `option.${game}.${option}.${value}.hint`;
  const line = t('rules.house.line', {
    option: optionName(t, game, option),
    value: optionValue(t, game, option, value),
  });
  return t.has(hint) ? `${line} ${t(hint)}` : line;
}
