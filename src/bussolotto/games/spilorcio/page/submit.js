/** Sends a decision. What would end the match asks once, in place, before it is sent. */
import { explain } from '../../../web/components/shell.js';
import { useLayoutEffect, useRef, useState } from '../../../web/vendor/preact.js';
import { DICE, KEEPS, PLACE } from '../../../web/table/keeps.js';
import { PHASE, setAside } from './position.js';

/**
 * @typedef {import('./position.js').View} View
 * @typedef {import('../../../web/types.js').TableProps<import('./facts.js').View>} TableProps
 * @typedef {{actions: number[], view: View}} Question the decision that is asked about, and what it would bring
 * @typedef {{sending: boolean, question: Question | null, refusal: string}} State `refusal`: why it was refused
 */

/** @type {State} */
const QUIET = { sending: false, question: null, refusal: '' };

/**
 * @param {TableProps} props
 * @param {string} chosen the dice that are chosen now: who chooses others is not asked about these any more
 * @param {{send: (actions: number[]) => void, failed: () => void}} on told when a decision goes out, and when it is
 *     refused
 */
export function useSubmit({ view, legal, act, preview, t, game }, chosen, on) {
  const { plies } = view;
  const [kept, keep] = useState({ ...QUIET, plies, chosen });
  const past = kept.question !== null && kept.chosen !== chosen;
  const state = kept.plies === plies && !past ? kept : QUIET;
  const set = (/** @type {State} */ next) => keep({ ...next, plies, chosen });
  useLayoutEffect(() => (past ? set(QUIET) : undefined), [past]); // nor when they are chosen once more
  const latest = useRef(plies);
  latest.current = plies;

  /** @param {number[]} actions */
  async function send(actions) {
    on.send(actions);
    try {
      await act(actions);
    } catch (refusal) {
      on.failed();
      set({ ...QUIET, refusal: await explain(t, refusal, game.name) });
    }
  }

  /** @param {number[]} actions */
  async function submit(actions) {
    if (state.sending) return;
    set({ ...QUIET, sending: true });
    const question = await dangerous(actions);
    if (latest.current !== plies) return;
    if (question) set({ ...QUIET, question });
    else await send(actions);
  }

  /** @param {number[]} actions @returns {Promise<Question | null>} */
  async function dangerous(actions) {
    if ((legal ?? []).length < 2 || !endsTurn(/** @type {View} */ (view), actions[0])) return null;
    try {
      const outcome = /** @type {View} */ ((await preview(actions)).view);
      return outcome.phase === PHASE.over ? { actions, view: outcome } : null;
    } catch {
      return null; // the server will say what is wrong with the decision itself
    }
  }

  return {
    ...state,
    submit,
    /** Yes, really. */
    confirm() {
      if (!state.question) return;
      set({ ...QUIET, sending: true });
      send(state.question.actions);
    },
    /** No, back to choosing. */
    quiet: () => set(QUIET),
  };
}

/** @param {View} view @param {number} action can the turn end with it? */
function endsTurn(view, action) {
  return action >= PLACE || setAside(view).length + KEEPS[action].length === DICE;
}
