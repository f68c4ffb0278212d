/** What advice says, once it has been asked for: what to do and why, what it is worth, and the odds. */
import { get } from '../line/api.js';
import { actionName, choiceName } from '../words/choices.js';
import { playerName } from '../words/names.js';
import { percent } from '../words/i18n.js';
import { html } from '../vendor/preact.js';
import { needs } from './needs.js';
import { worthOf } from './worth.js';

needs(['later-advice'], [new URL('./advised.css', import.meta.url)]);

/** @typedef {import('../types.js').Advice} Advice */
/** @typedef {import('../types.js').TableProps} TableProps */
/** @typedef {{at?: import('../words/choices.js').Table}} Place where people see the pile and each other, if they do */
/** @typedef {Place & Pick<TableProps, 'game' | 't' | 'lang'>} Telling `t` knows the texts of the game */

const AGAIN_MS = 500; // not ready: tables are being made
const TRIES = 60;
const LOOK_MS = 250;
const EXACT = 'exact';
const SEARCH = 'search';
const SPREAD = 2; // standard errors that are shown: about 95 of 100 cases lie within

/** @param {{advice: Advice, away: () => void, children?: unknown} & Telling} props `away`: after a tap, when it is in the way */
export function Told({ advice, game, t, lang, at, away, children }) {
  const [measure, said] = [shown(advice), hopes(advice, t, lang)];
  return html`<div class="hint-card" ref=${keepAway} onClick=${away}>
    <p class="hint-told"><strong>${stepsOf(advice, game, t, at).join(' → ')}</strong> ${why(advice, { game, t, lang, at })}</p>
    ${measure && html`<span class="muted">${t(measure)}</span>`}
    ${
      said.length > 0 && html`<ul class="hint-odds">${said.map((hoped) => html`<li key=${hoped}>${hoped}</li>`)}</ul>`
    }${children}</div>`;
}

/** What is advised moves with the window and with how the board is looked at. @param {HTMLElement | null} card */
function keepAway(card) {
  if (!card) return;
  giveWay(card);
  const timer = setInterval(() => (card.isConnected ? giveWay(card) : clearInterval(timer)), LOOK_MS);
}

/** It lies over the others' seats, unless that hides something of what is advised. @param {HTMLElement} card */
function giveWay(card) {
  card.classList.remove('hint-below');
  const own = card.getBoundingClientRect();
  const advised = [...(card.closest('.table-main')?.querySelectorAll('[data-advised]') ?? [])];
  const hides = advised
    .map((each) => each.getBoundingClientRect())
    .some((its) => its.top < own.bottom && its.left < own.right);
  card.classList.toggle('hint-below', hides);
}

/** The key of the text of what the choices show, where the sentence does not say it. @param {Advice} advice */
const shown = ({ measure, goal }) =>
  measure === 'win' ? 'advice.measure.win' : measure === null && goal ? `advice.goal.${goal}` : '';

/**
 * Ask again while it is not ready and still wanted.
 * @param {string} path @param {() => boolean} wanted
 * @returns {Promise<Advice>}
 */
export async function patiently(path, wanted) {
  for (let left = TRIES; ; left--) {
    try {
      return await get(path);
    } catch (refusal) {
      const { code } = /** @type {import('../line/api.js').Refused} */ (refusal);
      if (code !== 'not-ready' || !left || !wanted()) throw refusal;
    }
    await new Promise((resolve) => {
      setTimeout(resolve, AGAIN_MS);
    });
  }
}

/**
 * What may be hoped for, and its chance; where the choices show what they are worth, that of the goal, for each place
 * or with what is advised.
 * @param {Advice} advice @param {import('../types.js').Translate} t @param {string} lang
 */
function hopes({ best, measure, goal, chances, odds }, t, lang) {
  const said = odds.map((one) => hope(actionName(t, one.goal), one.chance, t, lang));
  if (!measure || !goal) return said;
  const name = t(`advice.goal.${goal}`);
  return odds.length > 1 ? [name, ...said] : [hope(name, chances[best[0]], t, lang)];
}

/** @param {string} goal @param {number} chance @param {import('../types.js').Translate} t @param {string} lang */
const hope = (goal, chance, t, lang) => t('advice.hope', { goal, chance: percent(chance, lang) });

/**
 * What is advised, and what after it.
 * @param {Advice} advice @param {import('../types.js').Game} game @param {import('../types.js').Translate} t
 * @param {Place['at']} at
 */
const stepsOf = ({ best, then }, game, t, at) => [
  best.map((action) => nameOf(action, game, t, at)).join(', '),
  ...then.map((action) => nameOf(action, game, t, at)),
];

/**
 * @param {number} action @param {import('../types.js').Game} game @param {import('../types.js').Translate} t
 * @param {Place['at']} at
 */
function nameOf(action, game, t, at) {
  const text = game.actions?.[action] ?? String(action);
  return at ? choiceName(t, game.name, text, at) : actionName(t, text);
}

/** Why it is advised, and what it is worth. @param {Advice} advice @param {Telling} props */
const why = (advice, props) =>
  [because(advice, props), mixed(advice, props), share(advice, props)].filter(Boolean).join(' ');

/**
 * As the game says, else what its best player looks at, or that it is known or found to be best.
 * @param {Advice} advice @param {Telling} props
 */
function because({ by, reason }, { game, t, lang }) {
  const looks = `advice.${game.name}.${by}`;
  const said = reason ? t(reason.text, told(reason, lang)) : t.has(looks) ? t(looks) : '';
  if (by === EXACT || by === SEARCH) return said || t(by === EXACT ? 'advice.why.exact' : 'advice.why.search');
  return [said, t('advice.by', { player: playerName(t, by) })].filter(Boolean).join(' ');
}

/** How often to do what, where others decide in secret at the same time. @param {Advice} advice @param {Telling} props */
function mixed({ strategy }, { game, t, lang, at }) {
  const often = Object.entries(strategy).sort(([, one], [, other]) => other - one);
  if (!often.length) return '';
  const choices = often.map(([action, likely]) =>
    t('advice.often', { chance: percent(likely, lang), choice: nameOf(Number(action), game, t, at) }),
  );
  return t('advice.mix', { choices: choices.join(', ') });
}

/** How often one wins with what is advised. @param {Advice} advice @param {Telling} props */
function share(advice, { t }) {
  const [action] = advice.best;
  const value = worthOf(advice, action);
  if (advice.measure !== 'share' || value === undefined) return '';
  const error = Math.max(1, Math.ceil(100 * SPREAD * advice.errors[action]));
  return t('advice.share', { wins: Math.round(100 * value), error });
}

/** The values of a reason, as people read them. @param {NonNullable<Advice['reason']>} reason @param {string} lang */
function told({ chances, numbers }, lang) {
  const number = new Intl.NumberFormat(lang, { maximumFractionDigits: 0 });
  return Object.fromEntries([
    ...Object.entries(chances).map(([name, chance]) => [name, percent(chance, lang)]),
    ...Object.entries(numbers).map(([name, value]) => [name, number.format(value)]),
  ]);
}

/** What is said aloud. @param {Advice} advice @param {Telling} props */
export const spoken = (advice, { game, t, lang, at }) =>
  t('advice.told', { names: stepsOf(advice, game, t, at).join(', '), why: why(advice, { game, t, lang, at }) });
