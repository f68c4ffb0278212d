/** A turn as it is thought out: a die, then what to do with it. Nothing is done before it is confirmed. */
import { cellText } from '../../../web/pyramid/lattice.js';
import { following } from '../../../web/table/decision.js';
import { useState } from '../../../web/vendor/preact.js';
import { cellOf, facesAt, FIGHTING, MOVING, PICKING, tipOf } from './march.js';

/** @typedef {import('../../../web/types.js').TableProps<import('./facts.js').View>} TableProps */
/**
 * @typedef {{action: string, position: import('../../../web/types.js').Position<import('./facts.js').View>}} Thought an
 *     action, and what would be after it
 */
/**
 * @typedef {{version: number, pick?: Thought | null, plan?: Thought, meant?: string, asked?: Promise<Thought | null> |
 *     null}} Kept `meant`: the action that is thought of until the answer has come, which makes it the plan
 */
/** @typedef {ReturnType<typeof useTurn>} Turn */

/** @param {TableProps} props @param {import('../../../web/table/decision.js').Decision} decision */
export function useTurn(props, decision) {
  const { view, version } = props;
  const [kept, keep] = useState(/** @type {Kept} */ ({ version }));
  const { pick, plan, meant, asked } = kept.version === version ? kept : /** @type {Kept} */ ({ version });
  const picked = dieOf(view, pick);
  const ways = decision.mine ? waysOf(props, pick) : [];
  const look = async (/** @type {string[]} */ ...actions) => {
    decision.quiet();
    const position = await decision.look(...actions);
    return /** @type {Thought | null} */ (position && { action: actions.at(-1), position });
  };
  const think = async (/** @type {string} */ action, chosen = pick) => {
    const before = chosen ? [chosen.action] : [];
    if (plan?.action === action && !meant) {
      await decision.play(...before, action);
      return;
    }
    keep({ version, pick: chosen, plan, meant: action });
    const thought = await look(...before, action);
    keep((now) => (now.meant === action ? { version, pick: chosen, plan: thought ?? now.plan } : now));
  };
  const choose = async (/** @type {number} */ cell) => {
    const question = cell === picked ? null : look(`pick ${cellText(cell)}`);
    keep({ version, asked: question });
    const chosen = await question;
    if (chosen) keep({ version, pick: chosen });
  };
  const at = async (/** @type {number} */ cell) => {
    if (decision.mine) {
      if (view.phase === FIGHTING) return think(`fight ${cellText(cell)}`);
      const chosen = pick ?? (await asked);
      const way = waysOf(props, chosen).find((one) => one.cell === cell);
      if (way) return think(way.action, chosen);
      if (dieOf(view, chosen) !== null && !view.owner[cell]) return decision.refuse('no-way');
      if (view.phase === PICKING) return choose(cell);
    }
    return decision.why(`pick ${cellText(cell)}`);
  };
  return {
    picked,
    plan,
    /** What is thought of, also before the answer has come: of two quick clicks the second goes on from the first. */
    meant: meant ?? plan?.action,
    ways,
    /** Where fights may be chosen. */
    fights: decision.after('fight'),
    /** What is picked at a cell of the pile. */
    at,
    think,
    /** Do what is planned; not while something else is meant by now. */
    confirm: () => plan && !meant && think(plan.action),
    /** Take back the plan, or the die. */
    back: () => keep({ version, pick: plan && pick }),
    /** Think of this die alone. */
    unplan: () => keep({ version, pick }),
    /** What there is to show: with what would be; dice that are to fight are looked at before it. */
    view: view.phase === FIGHTING ? view : (plan?.position.view ?? view),
  };
}

/** The die in hand. @param {TableProps['view']} view @param {Thought | null} [pick] */
const dieOf = (view, pick) =>
  pick ? cellOf(pick.action.split(' ')[1]) : view.phase === MOVING ? view.picked - 1 : null;

/** How it may be tipped. @param {TableProps} props @param {Thought | null} [pick] */
function waysOf({ view, legal, game }, pick) {
  const cell = dieOf(view, pick) ?? 0;
  return following(game, (pick ? pick.position.legal : legal) ?? [], 'tip').map((way) => ({
    action: `tip ${way}`,
    way,
    ...tipOf(view.turn, way, cell, facesAt(view, cell)),
  }));
}
