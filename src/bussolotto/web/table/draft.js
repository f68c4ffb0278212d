/** A turn of several actions, tried out step by step: what it would bring is shown, nothing is done until confirmed. */
import { useRef, useState } from '../vendor/preact.js';
import { following } from './decision.js';

/** @typedef {import('../types.js').Position} Position */
/** @typedef {{version: number, actions: string[], positions: Position[]}} Kept */

/** @type {Omit<Kept, 'version'>} */
const NOTHING = { actions: [], positions: [] };

/**
 * @template V
 * @param {import('../types.js').TableProps<V>} props
 * @param {import('./decision.js').Decision} decision
 */
export function useDraft({ version, view, legal, game }, decision) {
  const [kept, keep] = useState(/** @type {Kept} */ ({ version, ...NOTHING }));
  const { actions, positions } = kept.version === version ? kept : NOTHING;
  const latest = useRef({ actions, positions });
  latest.current = { actions, positions };
  const queue = useRef(Promise.resolve(true));
  const last = positions.at(-1);
  const now = last?.legal ?? legal ?? [];
  const set = (/** @type {string[]} */ some, /** @type {Position[]} */ seen) => {
    latest.current = { actions: some, positions: seen };
    keep({ version, ...latest.current });
  };
  const add = async (/** @type {string} */ action) => {
    const before = latest.current;
    if (before.actions.at(-1) === action) return true; // pressed twice
    const position = await decision.look(...before.actions, action);
    if (position && latest.current.actions === before.actions) {
      set([...before.actions, action], [...before.positions, position]);
    }
    return position !== null;
  };
  return {
    actions,
    /** The view with what is tried out. */
    view: last?.view ?? view,
    can: (/** @type {string} */ action) => decision.mine && now.includes(decision.code(action) ?? -1),
    /** What may follow this word now. @param {string} word @returns {string[]} */
    after: (word) => (decision.mine ? following(game, now, word) : []),
    /**
     * Try one action more, after those that are still being tried; false, with the reason told, where it is forbidden.
     * @param {string} action
     * @returns {Promise<boolean>}
     */
    add: (action) => (queue.current = queue.current.then(() => add(action))),
    undo: () => set(actions.slice(0, -1), positions.slice(0, -1)),
    clear: () => set([], []),
    confirm: async () => {
      if (!(await decision.play(...actions))) set([], []);
    },
  };
}
