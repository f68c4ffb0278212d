/** The rules of a game in our own words, section by section; the small numbers are the clauses that each of them tells. */
import { gameTitle, optionName, optionValue, toldOptions } from '../names.js';
import { html, useEffect, useState } from '../vendor/preact.js';

/** @typedef {import('../types.js').Translate} Translate */
/** @typedef {{game: import('../types.js').Game, t: Translate, options: Record<string, string>}} RulesProps */

/** @type {Record<string, readonly (readonly [string, string])[]>} by game: sections in their order, each with its clauses */
const SECTIONS = {
  abquetschen: [
    ['aim', 'ABQ-1'], ['opening', 'ABQ-1'], ['build', 'ABQ-2, ABQ-3, ABQ-4'], ['shield', 'ABQ-5'], ['row', 'ABQ-6'], ['end', 'ABQ-7, ABQ-8'],
  ],
  'bunte-kuh': [
    ['aim', 'BKU-1'], ['throw', 'BKU-2'], ['call', 'BKU-3'], ['fiasco', 'BKU-4'], ['pass', 'BKU-5'], ['end', 'BKU-6'],
  ],
  cincinnati: [
    ['aim', 'CIN-5, CIN-17'], ['conditions', 'CIN-3, CIN-4'], ['hands', 'CIN-1, CIN-2'], ['rolls', 'CIN-7, CIN-8, CIN-18'],
    ['tokens', 'CIN-9, CIN-10, CIN-16'], ['clear', 'CIN-6, CIN-11'], ['duels', 'CIN-12, CIN-13, CIN-14, CIN-15'],
  ],
  'cui-bono': [['aim', 'CUI-1'], ['take', 'CUI-2'], ['put', 'CUI-3, CUI-4'], ['keep', 'CUI-5'], ['end', 'CUI-6, CUI-7']],
  eintrichtern: [['aim', 'EIN-1'], ['turn', 'EIN-2'], ['match', 'EIN-3, EIN-6'], ['memory', 'EIN-5'], ['end', 'EIN-4']],
  'my-dice-your-dice': [
    ['aim', 'MDY-1, MDY-2'], ['roll', 'MDY-3, MDY-4'], ['ransom', 'MDY-5, MDY-6'], ['again', 'MDY-7, MDY-8, MDY-11'], ['end', 'MDY-9, MDY-10'],
  ],
  perspectives: [
    ['aim', 'PER-8'], ['roll', 'PER-1, PER-2'], ['place', 'PER-3, PER-4'], ['stop', 'PER-5, PER-6'], ['fill', 'PER-7'], ['more', 'PER-9, PER-10'],
  ],
  raffzahn: [['aim', 'RAF-1, RAF-7'], ['grab', 'RAF-2, RAF-3'], ['stop', 'RAF-4, RAF-8'], ['late', 'RAF-5'], ['end', 'RAF-6']],
  wuerfelmarsch: [['aim', 'WUE-1, WUE-8'], ['move', 'WUE-2, WUE-3, WUE-4'], ['fight', 'WUE-5, WUE-6'], ['ties', 'WUE-7'], ['end', 'WUE-9, WUE-10']],
};

/** @type {Record<string, string>} by game: the section that has a drawn example */
const DRAWN = {
  abquetschen: 'row', 'bunte-kuh': 'throw', cincinnati: 'hands', 'cui-bono': 'put', eintrichtern: 'match', 'my-dice-your-dice': 'ransom',
  perspectives: 'place', raffzahn: 'grab', wuerfelmarsch: 'fight',
};

/** @param {RulesProps} props */
export function Rules({ game, t, options }) {
  const credit = t.has(`game.${game.name}.author`) && { title: gameTitle(t, game.name), author: t(`game.${game.name}.author`) };
  return html`<article class="rules">
    ${(SECTIONS[game.name] ?? []).map(([name, clauses]) => html`<section key=${name}>
      <h3>${t(`rules.${game.name}.${name}.title`)}</h3>
      <p>${t(`rules.${game.name}.${name}`)} <${Clauses} names=${clauses} /></p>
      ${DRAWN[game.name] === name && html`<${Drawn} game=${game.name} t=${t} />`}
    </section>`)}
    <${House} game=${game} t=${t} options=${options} />
    ${credit && html`<p class="credit">${t('rules.credit', credit)}</p>`}
  </article>`;
}

/** An example, drawn; what draws it comes when the rules are opened. @param {{game: string, t: Translate}} props */
function Drawn({ game, t }) {
  const [drawing, set] = useState(/** @type {typeof import('./examples.js') | null} */ (null));
  useEffect(() => void import('./examples.js').then(set), []);
  return drawing && html`<${drawing.Example} game=${game} t=${t} />`;
}

/** @param {{names: string}} props */
const Clauses = ({ names }) => html`<span class="clauses" translate=${false}>${names.split(', ').map((name) => html`<span key=${name}>${name}</span> `)}</span>`;

/** The house rules of this table and the numbers that are not as printed, in words. @param {RulesProps} props */
export function House({ game, t, options }) {
  const chosen = toldOptions(game, options);
  const printed = chosen.every(([option]) => !game.numbers.includes(option));
  return Object.keys(options).length > 0 && html`<section><h3>${t('rules.house')}</h3>
    ${chosen.map(([option, value]) => html`<p key=${option}>${houseRule(t, game.name, option, value)}</p>`)}
    ${game.numbers.length > 0 && html`<p class="muted">${t(printed ? 'rules.house.printed' : 'rules.house.changed')}</p>`}
  </section>`;
}

/** @param {Translate} t @param {string} game @param {string} option @param {string} value */
function houseRule(t, game, option, value) {
  const hint = `option.${game}.${option}.${value}.hint`;
  const line = t('rules.house.line', { option: optionName(t, game, option), value: optionValue(t, game, option, value) });
  return t.has(hint) ? `${line} ${t(hint)}` : line;
}
