/** A turn of several actions, tried out step by step: what it would bring is shown, nothing is done until confirmed. */
import { useState } from '../vendor/preact.js';
import { following } from './decision.js';

/** @typedef {import('../types.js').Position} Position */
/** @typedef {{version: number, actions: string[], positions: Position[]}} Kept */

/**
 * @param {import('../types.js').TableProps} props
 * @param {import('./decision.js').Decision} decision
 */
export function useDraft({ version, view, legal, game }, decision) {
  const [kept, keep] = useState(/** @type {Kept} */ ({ version, actions: [], positions: [] }));
  const { actions, positions } = kept.version === version ? kept : { actions: [], positions: [] };
  const last = positions.at(-1);
  const now = last?.legal ?? legal ?? [];
  const set = (/** @type {string[]} */ some, /** @type {Position[]} */ seen) => keep({ version, actions: some, positions: seen });
  return {
    actions,
    /** The view with what is tried out. */
    view: last?.view ?? view,
    can: (/** @type {string} */ action) => decision.mine && now.includes(decision.code(action) ?? -1),
    /** What may follow this word now. @param {string} word @returns {string[]} */
    after: (word) => (decision.mine ? following(game, now, word) : []),
    /** Try one action more; false, with the reason told, where it is forbidden. @param {string} action */
    add: async (action) => {
      const position = await decision.look(...actions, action);
      if (position) set([...actions, action], [...positions, position]);
      return position !== null;
    },
    undo: () => set(actions.slice(0, -1), positions.slice(0, -1)),
    clear: () => set([], []),
    confirm: async () => {
      if (!(await decision.play(...actions))) set([], []);
    },
  };
}
