/** Advice about one's decision, at a table that allows hints: asked for with a button, shown beside the choices. */
import { get } from '../line/api.js';
import { actionName } from '../words/names.js';
import { excuse, useShell } from './shell.js';
import { html, useRef, useState } from '../vendor/preact.js';

/** @typedef {import('../types.js').Advice} Advice */
/** @typedef {import('../types.js').TableProps} TableProps */
/** @typedef {{advice: Advice | null, problem: string, busy: boolean, ask: () => void}} Advisor */

const AGAIN_MS = 500; // not ready: tables are being made
const TRIES = 60;
const EQUAL = 1e-9; // two choices that differ by less are as good

/**
 * The advice about the decision at this version, once it has been asked for.
 * @param {Pick<TableProps, 'match' | 'version' | 'game' | 't' | 'lang'>} props
 * @returns {Advisor}
 */
export function useAdvice({ match, version, game, t, lang }) {
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
      announce(found.version === now.current ? spoken(found, { game, t, lang }) : '');
    } catch (refusal) {
      const text = excuse(t, refusal);
      fail({ version, text });
      announce(text);
    }
    work(false);
  };
  return {
    advice: advice?.version === version ? advice : null,
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

/** The button, what the values are chances of, and the odds. @param {Advisor & {lang: string}} props */
export function Hint({ advice, problem, busy, ask, lang }) {
  const { t } = useShell();
  return html`<div class="hint">
    <button type="button" class="quiet" aria-disabled=${busy} onClick=${() => !busy && ask()}>
      ${t('advice.ask')}</button>
    ${advice && html`<span class="muted">${t(`advice.measure.${advice.measure}`)}</span>`}
    ${
      advice &&
      advice.odds.length > 0 &&
      html`<ul class="hint-odds">
        ${advice.odds.map((one) => html`<li key=${one.goal}>${hope(one, t, lang)}</li>`)}</ul>`
    }
    ${problem && html`<span class="problem">${problem}</span>`}
  </div>`;
}

/**
 * The value of a choice, inside its button, which it describes.
 * @param {{advice: Advice | null, action: number, lang: string}} props
 */
export function Worth({ advice, action, lang }) {
  const { t } = useShell();
  const value = advice?.values[action];
  if (!advice || value === undefined) return null;
  const best = isBest(advice, action);
  const chance = amount(advice, value, lang);
  return html`<small class=${`worth ${best ? 'worth-best' : ''}`} id=${worthId(advice, action)} aria-hidden="true">
    ${best ? t('advice.best', { chance }) : chance}</small>`;
}

/** What describes the button of a choice, if it has a value. @param {Advice | null} advice @param {number} action */
export const worthId = (advice, action) => (advice?.values[action] === undefined ? undefined : `worth-${action}`);

/** @param {Advice} advice @param {number} action */
const isBest = (advice, action) => advice.values[action] > Math.max(...Object.values(advice.values)) - EQUAL;

/**
 * A value as people read it: a chance, or chips ahead.
 * @param {Advice} advice
 * @param {number} value
 * @param {string} lang
 */
export const amount = ({ measure }, value, lang) =>
  measure === 'lead'
    ? new Intl.NumberFormat(lang, {
        signDisplay: 'exceptZero',
        minimumFractionDigits: 1,
        maximumFractionDigits: 1,
      }).format(value)
    : percent(value, lang);

/** The choices, best first. @param {Advice} advice @returns {number[]} actions */
export const bestFirst = ({ values }) =>
  Object.keys(values)
    .map(Number)
    .sort((one, other) => values[other] - values[one]);

/** @param {number} chance @param {string} lang */
const percent = (chance, lang) =>
  new Intl.NumberFormat(lang, { style: 'percent', maximumFractionDigits: 1 }).format(chance);

/** @param {Advice['odds'][number]} one @param {import('../types.js').Translate} t @param {string} lang */
const hope = ({ goal, chance }, t, lang) =>
  t('advice.hope', { goal: actionName(t, goal), chance: percent(chance, lang) });

/**
 * What is said aloud: the best choices, or the odds where choices have no value.
 * @param {Advice} advice @param {Pick<TableProps, 'game' | 't' | 'lang'>} props
 */
function spoken(advice, { game, t, lang }) {
  const codes = Object.keys(advice.values).map(Number);
  const best = codes.filter((action) => isBest(advice, action));
  if (!best.length) return advice.odds.map((one) => hope(one, t, lang)).join(', ');
  const names = best.map((action) => actionName(t, game.actions?.[action] ?? String(action))).join(', ');
  return t('advice.told', { names, chance: amount(advice, advice.values[best[0]], lang) });
}
