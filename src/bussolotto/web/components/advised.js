/** What advice says, once it has been asked for: what to do and why, what the values are chances of, and the odds. */
import { get } from '../line/api.js';
import { actionName, choiceName, playerName } from '../words/names.js';
import { percent } from '../words/i18n.js';
import { html } from '../vendor/preact.js';
import { needs } from './needs.js';

needs(['later-advice']);

/** @typedef {import('../types.js').Advice} Advice */
/** @typedef {import('../types.js').TableProps} TableProps */
/** @typedef {{at?: import('../words/names.js').Table}} Place where people see the pile and each other, if they do */

const AGAIN_MS = 500; // not ready: tables are being made
const TRIES = 60;
const EXACT = 'exact';

/** @param {{advice: Advice} & Place & Pick<TableProps, 'game' | 't' | 'lang'>} props `t` knows the texts of the game */
export function Told({ advice, game, t, lang, at }) {
  return html`<div class="hint-card">
    <p class="hint-told"><strong>${namesOf(advice, game, t, at)}</strong> ${why(advice, game, t, lang)}</p>
    ${advice.measure && html`<span class="muted">${t(`advice.measure.${advice.measure}`)}</span>`}
    ${
      advice.odds.length > 0 &&
      html`<ul class="hint-odds">
        ${advice.odds.map((one) => html`<li key=${one.goal}>${hope(one, t, lang)}</li>`)}</ul>`
    }</div>`;
}

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

/** @param {Advice['odds'][number]} one @param {import('../types.js').Translate} t @param {string} lang */
const hope = ({ goal, chance }, t, lang) =>
  t('advice.hope', { goal: actionName(t, goal), chance: percent(chance, lang) });

/**
 * What is advised.
 * @param {Advice} advice @param {import('../types.js').Game} game @param {import('../types.js').Translate} t
 * @param {Place['at']} at
 */
const namesOf = ({ best }, game, t, at) =>
  best
    .map((action) => game.actions?.[action] ?? String(action))
    .map((text) => (at ? choiceName(t, game.name, text, at) : actionName(t, text)))
    .join(', ');

/**
 * Why it is advised: as the game says, else what its best player looks at, or that it is known to be best.
 * @param {Advice} advice
 * @param {import('../types.js').Game} game
 * @param {import('../types.js').Translate} t
 * @param {string} lang
 */
function why({ by, reason }, game, t, lang) {
  const looks = `advice.${game.name}.${by}`;
  const because = reason ? t(reason.text, told(reason, lang)) : t.has(looks) ? t(looks) : '';
  if (by === EXACT) return because || t('advice.why.exact');
  return [because, t('advice.by', { player: playerName(t, by) })].filter(Boolean).join(' ');
}

/** The values of a reason, as people read them. @param {NonNullable<Advice['reason']>} reason @param {string} lang */
function told({ chances, numbers }, lang) {
  const number = new Intl.NumberFormat(lang, { maximumFractionDigits: 0 });
  return Object.fromEntries([
    ...Object.entries(chances).map(([name, chance]) => [name, percent(chance, lang)]),
    ...Object.entries(numbers).map(([name, value]) => [name, number.format(value)]),
  ]);
}

/** What is said aloud. @param {Advice} advice @param {Pick<TableProps, 'game' | 't' | 'lang'> & Place} props */
export const spoken = (advice, { game, t, lang, at }) =>
  t('advice.told', { names: namesOf(advice, game, t, at), why: why(advice, game, t, lang) });
