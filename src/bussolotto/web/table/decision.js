/** What I may do at this table, and doing it: one place for every page of a game. Actions are named by their text. */
import { useAdvice } from '../components/advice.js';
import { explain } from '../components/shell.js';
import { joinNames } from '../words/i18n.js';
import { useMemo, useRef, useState } from '../vendor/preact.js';
import { useRest } from './rest.js';

/** @typedef {import('../types.js').TableProps} TableProps */
/** @typedef {{text: string, actions: string[]}} Question what is asked before it is done, in place */
/** @typedef {import('../components/shell.js').Values} Values */
/** @typedef {{version: number, busy: boolean, note: string, question: Question | null}} State */
/** @typedef {ReturnType<typeof useDecision>} Decision */

const NONE = new Set();

/** Where its places and players have names. @param {Pick<TableProps, 'view' | 'seats' | 'me'>} props */
export const tableOf = ({ view, seats, me }) => ({
  size: view.lattice,
  names: seats.map(({ name }) => name),
  seat: me ?? undefined,
});

/** @param {TableProps} props */
export function useDecision(props) {
  const { game, me, legal, match, replay, version, rest_ms: restMs, t, announce } = props;
  const codes = useMemo(() => codesOf(game), [game]);
  const texts = useMemo(() => (legal ? new Set(legal.map((code) => game.actions?.[code] ?? '')) : NONE), [game, legal]);
  const resting = useRest(version, restMs ?? 0);
  const [state, set] = useNews(version, game.race);
  const sent = useRef(0);
  const advisor = useAdvice({ match, version, game, t, lang: props.lang, at: tableOf(props) });
  const plays = me !== null && !replay && !match.over;
  const mine = plays && (legal === null || legal.length > 0);

  const note = (/** @type {string} */ text) => {
    set({ busy: false, note: text, question: null });
    announce(text);
  };
  const { play, look } = doing({ props, codes, busy: state.busy, sent, set, note });
  return {
    /** May I act now? In a race always: what is legal there is for me to find. */
    mine,
    busy: state.busy || resting || props.busy,
    /** Is what I have done in this position on its way? */
    sending: state.busy && state.version === version,
    note: state.note,
    question: state.question,
    advisor,
    race: legal === null,
    can: (/** @type {string} */ action) => (legal === null ? codes.has(action) : texts.has(action)) && mine,
    /** What may follow this word, in the order of the codes. @param {string} word @returns {string[]} */
    after: (word) => (mine ? following(game, legal ?? [], word) : []),
    code: (/** @type {string} */ action) => codes.get(action),
    play,
    look,
    /** Say something beside the buttons, and aloud. */
    tell: note,
    /** Say why something cannot be chosen, where the page knows. @param {string} why @param {Values} [values] */
    refuse: async (why, values) => note(await explain(t, { values: { ...values, game: game.name, why } }, game.name)),
    quiet: () => set({ busy: false, note: '', question: null }),
    /** Ask before it is done. @param {string} text @param {string[]} actions */
    ask: (text, ...actions) => {
      set({ busy: false, note: '', question: { text, actions } });
      announce(text);
    },
    /** Why may I not? Told beside the buttons. @param {string} action */
    why: async (action) => {
      if (!plays) return;
      const waited = waitedFor(props);
      if (legal !== null && !legal.length)
        note(waited.n ? t('table.wait', waited) : await explain(t, { code: 'roll-waits' }, game.name));
      else if (legal === null) await play(action);
      else await look(action);
    },
  };
}

/**
 * Doing actions, or looking what would be after them; a refusal is told.
 * @param {{props: TableProps, codes: Map<string, number>, busy: boolean, sent: {current: number},
 *   set: (next: Omit<State, 'version'>) => void, note: (text: string) => void}} now `sent`: how much is on its way
 */
function doing({ props, codes, busy, sent, set, note }) {
  const { t, game } = props;
  const play = async (/** @type {string[]} */ ...actions) => {
    if (busy) return false;
    set({ busy: true, note: '', question: null });
    sent.current += 1;
    try {
      await props.act(actions.map((action) => /** @type {number} */ (codes.get(action))));
    } catch (refusal) {
      note(await explain(t, refusal, game.name));
      return false;
    } finally {
      sent.current -= 1;
    }
    set({ busy: false, note: '', question: null });
    return true;
  };
  /**
   * The position after these actions, which nobody else hears of; null, with the reason told, where they are
   * forbidden.
   */
  const look = async (/** @type {string[]} */ ...actions) => {
    try {
      return await props.preview(actions.map((action) => /** @type {number} */ (codes.get(action))));
    } catch (refusal) {
      const why = await explain(t, refusal, game.name);
      /** Nobody asks any more while something is being done. */
      if (!sent.current) note(why);
      return null;
    }
  };
  return { play, look };
}

/**
 * What may follow a word, among these actions.
 * @param {TableProps['game']} game
 * @param {readonly number[]} legal
 * @param {string} word
 */
export const following = ({ actions = [] }, legal, word) =>
  legal
    .map((code) => actions[code] ?? '')
    .filter((text) => text.split(' ')[0] === word)
    .map((text) => text.slice(word.length + 1));

/** Actions by their text. @param {TableProps['game']} game @returns {Map<string, number>} */
const codesOf = (game) => new Map((game.actions ?? []).map((text, code) => [text, code]));

/** Whose decision I wait for, and how many they are. @param {Pick<TableProps, 'movers' | 'seats' | 'me'>} props */
export function waitedFor({ movers, seats, me }) {
  const names = (movers ?? []).filter((seat) => seats[seat] && seat !== me).map((seat) => seats[seat].name);
  return { n: names.length, name: joinNames(names) };
}

/**
 * What was told about this position; in a race, where positions follow each other fast, until something else is told.
 * @param {number} version @param {boolean} keeps
 * @returns {[State, (next: Omit<State, 'version'>) => void]}
 */
function useNews(version, keeps) {
  const now = useRef(version);
  now.current = version;
  const [state, set] = useState(/** @type {State} */ ({ version, busy: false, note: '', question: null }));
  const shown = state.version === version || keeps ? state : { ...state, note: '', question: null };
  return [shown, (next) => set({ version: now.current, ...next })];
}
