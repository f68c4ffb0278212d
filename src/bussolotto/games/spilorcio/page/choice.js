/** The dice of my roll that I am about to set aside: chosen freely, undone freely, until confirmed. */
import { useEffect, useMemo, useState } from '../../../web/vendor/preact.js';
import { keepNumber } from '../../../web/table/keeps.js';
import { rolled } from './position.js';

/** @typedef {import('./position.js').View} View */

/**
 * @param {View} view
 * @param {boolean} active may I choose now?
 */
export function useChoice(view, active) {
  const roll = rolled(view);
  const [made, make] = useState({ plies: -1, places: /** @type {number[]} */ ([]) });
  const fresh = roll.length === 1 ? [0] : [];
  const current = made.plies === view.plies ? made.places : fresh;
  const chosen = active ? current : [];
  const choose = (/** @type {number[]} */ places) => make({ plies: view.plies, places });
  return {
    /** Places in the roll, in the order they were chosen. */
    places: chosen,
    faces: chosen.map((place) => roll[place]),
    /** @param {number} place */
    toggle: (place) => choose(chosen.includes(place) ? chosen.filter((one) => one !== place) : [...chosen, place]),
    /** @param {number} face the next die that shows it; when all of them are chosen, none of them */
    chooseFace: (face) => choose(withFace(roll, chosen, face)),
    all: () => choose(roll.map((_, place) => place)),
    undo: () => choose(chosen.slice(0, -1)),
    clear: () => choose([]),
  };
}

/**
 * The places of the dice that an action sets aside; none for any other action.
 * @param {readonly number[]} roll @param {string} action in notation
 */
export function placesOf(roll, action) {
  const [word, ...faces] = action.split(' ');
  const none = /** @type {number[]} */ ([]);
  return word === 'keep' ? faces.reduce((places, face) => withFace(roll, places, Number(face)), none) : none;
}

/** @param {readonly number[]} roll @param {number[]} chosen @param {number} face @returns {number[]} */
function withFace(roll, chosen, face) {
  const showing = roll.flatMap((one, place) => (one === face ? [place] : []));
  const free = showing.find((place) => !chosen.includes(place));
  return free === undefined ? chosen.filter((place) => !showing.includes(place)) : [...chosen, free];
}

/**
 * What the rules say would come of the dice chosen, once they complete the five: asked of the server.
 * @param {View} view
 * @param {readonly number[]} faces
 * @param {(actions: number[]) => Promise<{view: Record<string, any>}>} preview
 * @returns {View | null}
 */
export function useOutcome(view, faces, preview) {
  const [outcome, show] = useState(/** @type {{action: number, plies: number, view: View} | null} */ (null));
  const complete = faces.length > 0 && faces.length === rolled(view).length;
  const action = useMemo(() => (complete ? keepNumber(faces) : 0), [complete, faces.join()]);
  useEffect(() => {
    if (!action) return undefined;
    let stale = false;
    preview([action]).then(
      (position) => stale || show({ action, plies: view.plies, view: /** @type {View} */ (position.view) }),
      () => stale || show(null),
    );
    return () => {
      stale = true;
    };
  }, [action, view.plies]);
  return outcome && outcome.action === action && outcome.plies === view.plies ? outcome.view : null;
}
