/** Advice about one's decision, at a table that allows hints: asked for with a button, shown beside the choices. */
import { complete } from './needs.js';
import { excuse, useShell } from './shell.js';
import { later } from './when-needed.js';
import { agrees, worthOf, worthText } from './worth.js';
import { createContext, html, useLayoutEffect, useRef, useState } from '../vendor/preact.js';

/** @typedef {import('../types.js').Advice} Advice */
/** @typedef {import('../types.js').TableProps} TableProps */
/** @typedef {{advice: Advice | null, problem: string, busy: boolean, ask: () => void}} Advisor */
/** @typedef {import('./advised.js').Place} Place */

const Told = later(async () => (await complete(import('./advised.js'))).Told);

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
  /** The version that advice is awaited for. */
  const [asked, work] = useState(-1);
  const now = useRef(version);
  now.current = version;
  /** Who has left the table wants none any more. */
  useLayoutEffect(() => () => void (now.current = -1), []);
  const ask = async () => {
    work(version);
    try {
      const { patiently, spoken } = await complete(import('./advised.js'));
      const found = await patiently(
        `/api/matches/${match.id}/advice${match.query ?? ''}`,
        () => now.current === version,
      );
      show((last) => (last && last.version > found.version ? last : found));
      announce(found.version === now.current ? spoken(found, { game, t, lang, at }) : '');
    } catch (refusal) {
      const text = excuse(t, refusal);
      if (now.current === version) {
        fail({ version, text });
        announce(text);
      }
    }
    work((last) => (last === version ? -1 : last));
  };
  return {
    advice: match.hints && advice?.version === version ? advice : null,
    problem: failed.version === version ? failed.text : '',
    busy: asked === version,
    ask,
  };
}

/**
 * The button, and what it brings; pressed again, it takes that away, for it covers a part of the table. So does a tap on it.
 * @param {Advisor & Place & {game: import('../types.js').Game, t: import('../types.js').Translate, lang: string,
 *     children?: unknown}} props `t` knows the texts of the game; children: what else belongs to the advice
 */
export function Hint({ advice, problem, busy, ask, game, t, lang, at, children }) {
  const [seen, leave] = useState(/** @type {Advice | null} */ (null));
  const told = advice === seen ? null : advice;
  const away = () => leave(told);
  return html`<div class="hint">
    <button type="button" class="quiet" aria-disabled=${busy} aria-expanded=${Boolean(told)}
        onClick=${() => !busy && (told ? away : ask)()}>
      ${t('advice.ask')}</button>
    ${told && html`<${Told} advice=${told} ...${{ game, t, lang, at, away }}>${children}<//>`}
    ${problem && html`<span class="problem">${problem}</span>`}
  </div>`;
}

/**
 * The value of a choice, or its chance, and whether it is advised, inside its button, which it describes.
 * @param {{advice: Advice | null, action: number, lang: string}} props
 */
export function Worth({ advice, action, lang }) {
  const { t } = useShell();
  if (!advice || !isTold(advice, action)) return null;
  const advised = advice.best.includes(action);
  const chance = agrees(advice) ? worthText(advice, action, lang) : '';
  const text = !chance ? 'advice.advised' : advice.measure === 'win' ? 'advice.best' : 'advice.advised.at';
  return html`<small class=${`worth ${advised ? 'worth-best' : ''}`} id=${worthId(advice, action)} aria-hidden="true">
    ${advised ? t(text, { chance }) : chance}</small>`;
}

/** Is anything said of this choice? @param {Advice | null} advice @param {number} action */
const isTold = (advice, action) =>
  Boolean(advice && (advice.best.includes(action) || (agrees(advice) && worthOf(advice, action) !== undefined)));

/** What describes the button of a choice, if it is told of. @param {Advice | null} advice @param {number} action */
export const worthId = (advice, action) => (isTold(advice, action) ? `worth-${action}` : undefined);

/** The text of the action that is advised, the first of several. @param {Advice | null} advice @param {import('../types.js').Game} game */
export const advisedText = (advice, game) => (advice ? (game.actions?.[advice.best[0]] ?? '') : '');
