/** Advice about one's decision, at a table that allows hints: asked for with a button, shown beside the choices. */
import { get } from '../line/api.js';
import { actionName, choiceName, playerName } from '../words/names.js';
import { excuse, useShell } from './shell.js';
import { createContext, html, useRef, useState } from '../vendor/preact.js';

/** @typedef {import('../types.js').Advice} Advice */
/** @typedef {import('../types.js').TableProps} TableProps */
/** @typedef {{advice: Advice | null, problem: string, busy: boolean, ask: () => void}} Advisor */
/** @typedef {{at?: import('../words/names.js').Table}} Place where people see the pile and each other, if they do */

const AGAIN_MS = 500; // not ready: tables are being made
const TRIES = 60;
const EXACT = 'exact';

/** The text of the action that is advised now, for whatever shows the places of a table; '' for none. */
export const Advised = createContext('');

/**
 * The advice about the decision at this version, once it has been asked for.
 * @param {Pick<TableProps, 'match' | 'version' | 'game' | 't' | 'lang'> & Place} props
 * @returns {Advisor}
 */
export function useAdvice({ match, version, game, t, lang, at }) {
  const { announce } = useShell();
  const [advice, show] = useState(/** @type {Advice | null} */ (null));
  const [failed, fail] = useState({ version: -1, text: '' });
  const [busy, work] = useState(false);
  const now = useRef(version);
  now.current = version;
  const ask = async () => {
    work(true);
    try {
      const found = await patiently(
        `/api/matches/${match.id}/advice${match.query ?? ''}`,
        () => now.current === version,
      );
      show(found);
      announce(found.version === now.current ? spoken(found, { game, t, lang, at }) : '');
    } catch (refusal) {
      const text = excuse(t, refusal);
      fail({ version, text });
      announce(text);
    }
    work(false);
  };
  return {
    advice: match.hints && advice?.version === version ? advice : null,
    problem: failed.version === version ? failed.text : '',
    busy,
    ask,
  };
}

/**
 * Ask again while it is not ready and still wanted.
 * @param {string} path @param {() => boolean} wanted
 * @returns {Promise<Advice>}
 */
async function patiently(path, wanted) {
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
 * The button, what is advised and why, what the values are chances of, and the odds.
 * @param {Advisor & Place & {game: import('../types.js').Game, t: import('../types.js').Translate, lang: string}} props
 *     `t` knows the texts of the game
 */
export function Hint({ advice, problem, busy, ask, game, t, lang, at }) {
  return html`<div class="hint">
    <button type="button" class="quiet" aria-disabled=${busy} onClick=${() => !busy && ask()}>
      ${t('advice.ask')}</button>
    ${
      advice &&
      html`<div class="hint-card"><p class="hint-told"><strong>${namesOf(advice, game, t, at)}</strong> ${why(advice, game, t, lang)}</p>
        ${advice.measure && html`<span class="muted">${t(`advice.measure.${advice.measure}`)}</span>`}
        ${
          advice.odds.length > 0 &&
          html`<ul class="hint-odds">
            ${advice.odds.map((one) => html`<li key=${one.goal}>${hope(one, t, lang)}</li>`)}</ul>`
        }</div>`
    }
    ${problem && html`<span class="problem">${problem}</span>`}
  </div>`;
}

/**
 * The value of a choice and whether it is advised, inside its button, which it describes.
 * @param {{advice: Advice | null, action: number, lang: string}} props
 */
export function Worth({ advice, action, lang }) {
  const { t } = useShell();
  if (!advice || !isTold(advice, action)) return null;
  const advised = advice.best.includes(action);
  const value = advice.values[action];
  const chance = value === undefined ? '' : percent(value, lang);
  const text = value === undefined ? 'advice.advised' : advice.measure === 'win' ? 'advice.best' : 'advice.advised.at';
  return html`<small class=${`worth ${advised ? 'worth-best' : ''}`} id=${worthId(advice, action)} aria-hidden="true">
    ${advised ? t(text, { chance }) : chance}</small>`;
}

/** Is anything said of this choice? @param {Advice | null} advice @param {number} action */
const isTold = (advice, action) => Boolean(advice && (action in advice.values || advice.best.includes(action)));

/** What describes the button of a choice, if it is told of. @param {Advice | null} advice @param {number} action */
export const worthId = (advice, action) => (isTold(advice, action) ? `worth-${action}` : undefined);

/** The choices that have a value, best first. @param {Advice} advice @returns {number[]} actions */
export const bestFirst = ({ values }) =>
  Object.keys(values)
    .map(Number)
    .sort((one, other) => values[other] - values[one]);

/** @param {number} chance @param {string} lang */
export const percent = (chance, lang) =>
  new Intl.NumberFormat(lang, { style: 'percent', maximumFractionDigits: 1 }).format(chance);

/** @param {Advice['odds'][number]} one @param {import('../types.js').Translate} t @param {string} lang */
const hope = ({ goal, chance }, t, lang) =>
  t('advice.hope', { goal: actionName(t, goal), chance: percent(chance, lang) });

/** The text of the action that is advised, the first of several. @param {Advice | null} advice @param {import('../types.js').Game} game */
export const advisedText = (advice, game) => (advice ? (game.actions?.[advice.best[0]] ?? '') : '');

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
const spoken = (advice, { game, t, lang, at }) =>
  t('advice.told', { names: namesOf(advice, game, t, at), why: why(advice, game, t, lang) });
