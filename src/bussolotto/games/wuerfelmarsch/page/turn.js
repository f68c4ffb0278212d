/** A turn as it is thought out: a die, then what to do with it. Nothing is done before it is confirmed. */
import { cellText } from '../../../web/pyramid/lattice.js';
import { useState } from '../../../web/vendor/preact.js';
import { cellOf, facesAt, FIGHTING, MOVING, PICKING, tipOf } from './march.js';

/** @typedef {import('../../../web/types.js').TableProps<import('./facts.js').View>} TableProps */
/** @typedef {import('../../../web/types.js').Position<import('./facts.js').View>} Position */
/** @typedef {{action: string, position: Position}} Thought an action, and what would be after it */
/** @typedef {{version: number, pick: Thought | null, plan: Thought | null}} Kept */
/** @typedef {ReturnType<typeof useTurn>} Turn */

/** @param {TableProps} props @param {import('../../../web/table/decision.js').Decision} decision */
export function useTurn({ view, version, legal, game }, decision) {
  const [kept, keep] = useState(/** @type {Kept} */ ({ version, pick: null, plan: null }));
  const { pick, plan } = kept.version === version ? kept : { pick: null, plan: null };
  const picked = pick ? cellOf(pick.action.split(' ')[1]) : view.phase === MOVING ? view.picked - 1 : null;
  const after = (pick ? pick.position.legal : legal) ?? [];
  const texts = decision.mine && picked !== null ? after.map((code) => game.actions?.[code] ?? '') : [];
  const ways = texts
    .filter((text) => text.startsWith('tip '))
    .map((action) => {
      const way = action.split(' ')[1];
      return { action, way, ...tipOf(view.turn, way, picked ?? 0, facesAt(view, picked ?? 0)) };
    });
  const before = pick ? [pick.action] : [];
  const think = async (/** @type {string} */ action) => {
    if (plan?.action === action) return decision.play(...before, action);
    decision.quiet();
    const position = /** @type {Position | null} */ (await decision.look(...before, action));
    if (position) keep({ version, pick, plan: { action, position } });
    return undefined;
  };
  const choose = async (/** @type {number} */ cell) => {
    const action = `pick ${cellText(cell)}`;
    decision.quiet();
    keep({ version, pick: null, plan: null });
    if (cell === picked) return;
    const position = /** @type {Position | null} */ (await decision.look(action));
    if (position) keep({ version, pick: { action, position }, plan: null });
  };
  const at = (/** @type {number} */ cell) => {
    const way = ways.find((one) => one.cell === cell);
    if (!decision.mine) return decision.why(`pick ${cellText(cell)}`);
    if (view.phase === FIGHTING) return think(`fight ${cellText(cell)}`);
    if (way) return think(way.action);
    if (picked !== null && !view.owner[cell]) return decision.refuse('no-way');
    if (view.phase === PICKING) return choose(cell);
    return decision.why(`pick ${cellText(cell)}`);
  };
  return {
    picked,
    plan,
    ways,
    /** Where fights may be chosen. */
    fights: view.phase === FIGHTING ? decision.after('fight') : [],
    /** What is picked at a cell of the pile. */
    at,
    think,
    confirm: () => plan && decision.play(...before, plan.action),
    /** Take back the plan, or the die. */
    back: () => keep({ version, pick: plan ? pick : null, plan: null }),
    /** Think of this die alone. */
    unplan: () => keep({ version, pick, plan: null }),
    /** What there is to show: with what would be; dice that are to fight are looked at before it. */
    view: view.phase === FIGHTING ? view : (plan?.position.view ?? view),
  };
}
