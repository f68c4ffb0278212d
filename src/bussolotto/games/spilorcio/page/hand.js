/** What lies before me: the dice of the roll, those set aside, what would come of it, and what I can do now. */
import { html, useLayoutEffect, useRef } from '../../../web/vendor/preact.js';
import { Die } from '../../../web/components/die.js';
import { over, useStage } from '../../../web/cup/use-stage.js';
import { DICE, spoken } from '../../../web/table/keeps.js';
import { rove } from '../../../web/components/disclosure.js';
import { useDrag } from './drag.js';
import { SeatMark } from './marks.js';
import { PHASE, rolled, setAside, unplaced } from './position.js';

/**
 * @typedef {import('./position.js').View} View
 * @typedef {import('../../../web/types.js').Translate} Translate
 * @typedef {ReturnType<typeof import('./choice.js').useChoice>} Choice
 */

/**
 * The dice set aside this turn, then those about to be.
 * @param {{view: View, chosen: readonly number[], theirs: import('../../../web/types.js').Seat | null,
 *     onGhost: (index: number) => void, onLaid: () => void, t: Translate}} props `theirs`: who has set them aside, if
 *     not me
 */
export function Tray({ view, chosen, theirs, onGhost, onLaid, t }) {
  const aside = setAside(view);
  const waiting = [...unplaced(view)];
  const slots = Array.from({ length: DICE }, (_, slot) => slot);
  return html`
    <div class="tray" data-drop>
      <span class="tray-name" id="tray-name">${t('spilorcio.tray')}</span>
      <span class="visually-hidden">${aside.length ? spoken(aside) : t('spilorcio.tray.empty')}</span>
      <span class="tray-slots" aria-hidden="true">
        ${theirs && html`<${SeatMark} seat=${theirs.seat} name=${theirs.name} />`}
        ${slots.map((slot) => {
          const face = aside[slot] ?? chosen[slot - aside.length];
          const ghost = slot >= aside.length && face !== undefined;
          const used = view.phase === PHASE.placing && slot < aside.length && !taken(waiting, face);
          const onClick = ghost ? () => onGhost(slot - aside.length) : face === undefined ? undefined : onLaid;
          return html`
            <span class=${`slot ${ghost ? 'slot-ghost' : ''} ${used ? 'slot-used' : ''}`} data-at=${`aside-${slot}`}
                onClick=${onClick}>
              ${face !== undefined && html`<${Die} face=${face} />`}
            </span>`;
        })}
      </span>
    </div>`;
}

/** Put the keyboard on the first of these buttons, unless it is used elsewhere, as in the menu. @param {HTMLElement | null} group */
function lead(group) {
  const { activeElement: used } = document;
  if (!used || used === document.body || used.closest('.table-main')) group?.querySelector('button')?.focus();
}

/** @param {number[]} waiting dice that have still to be placed; one that is found is struck off @param {number} face */
function taken(waiting, face) {
  const index = waiting.indexOf(face);
  if (index >= 0) waiting.splice(index, 1);
  return index >= 0;
}

/**
 * The dice of the roll as toggles: over those that tumble in a tray, or flat.
 * @param {{view: View, choice: Choice, mine: boolean, picked: readonly number[], advised: readonly number[],
 *     flying: boolean, focus: boolean, away: boolean,
 *   tumbling: ReturnType<typeof useTumbling>, onForbidden: () => void, t: Translate}} props
 * `picked`: dice that somebody sets aside right now; `focus`: put the keyboard on the first die of a new roll; `away`:
 * something
 * else is in its place, only the tray stays ready
 */
export function Roll({ view, choice, mine, picked, advised, flying, focus, away, tumbling, onForbidden, t }) {
  const group = useRef(/** @type {HTMLElement | null} */ (null));
  const roll = away ? [] : rolled(view);
  const toCome = diceToCome(view);
  const drag = useDrag((place) => (mine && !choice.places.includes(place) ? choice.toggle(place) : undefined));
  useLayoutEffect(() => {
    if (mine && focus) lead(group.current);
  }, [mine, view.plies]);
  const tap = (/** @type {number} */ place) => {
    if (drag.wasDrag()) return;
    if (mine) choice.toggle(place);
    else onForbidden();
  };
  const besides = (/** @type {MouseEvent} */ event) => {
    if (!(/** @type {Element} */ (event.target).closest('button'))) onForbidden(); // the felt answers as the dice do, which may still roll
  };
  return html`
    <div class=${`roll ${tumbling.look}`} role="group" aria-label=${t('spilorcio.roll')} ref=${group} onKeyDown=${rove}
        data-size=${roll.length} hidden=${away}
        onClick=${tumbling.canvas && !mine ? besides : undefined}>
      ${tumbling.canvas}
      ${roll.map((face, place) => {
        const chosen = choice.places.includes(place);
        const state = `${chosen || picked.includes(place) ? 'die-chosen' : ''} ${flying && picked.includes(place) ? 'die-gone' : ''}`;
        return html`
          <button type="button" class=${`die-button ${state} ${mine ? '' : 'die-theirs'}`}
              key=${`${view.plies}-${place}`} data-die=${face}
              data-at=${`roll-${place}`}
              data-advised=${advised.includes(place) ? '' : undefined}
              aria-pressed=${chosen} aria-disabled=${!mine} tabindex=${place === 0 ? 0 : -1}
              style=${{ '--nth': place, ...tumbling.over(place) }} onClick=${() => tap(place)}
              onPointerDown=${(/** @type {PointerEvent} */ event) => mine && drag.onPointerDown(event, place)}
              onPointerMove=${drag.onPointerMove} onPointerUp=${drag.onPointerUp}
              onPointerCancel=${drag.onPointerCancel}>
            <${Die} face=${face} /><span class="visually-hidden">${t('spilorcio.die', { face })}</span>
          </button>`;
      })}
      ${!away && Array.from({ length: toCome }, () => html`<span class="die-waiting"><${Die} face=${0} /></span>`)}
    </div>`;
}

/** @param {View} view dice that are still in the cup */
const diceToCome = (view) => ({ [PHASE.drawing]: DICE, [PHASE.rolling]: view.to_roll })[view.phase] ?? 0;

/**
 * The tray that the dice tumble in, where they are shown in three dimensions.
 * @param {{view: View, picked: readonly number[], flying: boolean}} shown
 * @param {readonly number[]} chosen places in the roll @param {boolean} motion
 */
export function useTumbling({ view, picked, flying }, chosen, motion) {
  const roll = rolled(view);
  const lying = roll.map((face, id) => ({ id, face, kept: chosen.includes(id) || picked.includes(id) }));
  const covered = Array.from({ length: diceToCome(view) }, (_, id) => ({ id, face: 0 }));
  const throwing = useLastThrow(view, roll.length);
  const stage = useStage({
    dice: roll.length ? lying.filter(({ id }) => !(flying && picked.includes(id))) : covered,
    throwing,
    motion,
  });
  return {
    canvas: stage.canvas,
    look: `${stage.wanted ? 'roll-tray' : ''} ${stage.solid ? 'roll-solid' : ''} ${stage.moving ? 'roll-moving' : ''}`,
    /** Where the button of a die lies. @param {number} place */
    over(place) {
      const found = stage.places.get(place);
      return found ? over(found) : {};
    },
  };
}

/** The last throw: a new one with every roll. @param {View} view @param {number} dice */
function useLastThrow({ plies, roll }, dice) {
  const last = useRef({ key: '', ids: /** @type {number[]} */ ([]) });
  const key = `${plies} ${roll}`;
  if (dice && last.current.key !== key) last.current = { key, ids: [...Array(dice).keys()] };
  return last.current;
}

/**
 * Which die to place next, best first.
 * @param {{view: View, rows: readonly number[], advised: string, onRow: (row: number) => void, focus: boolean,
 *   t: Translate}} props `advised`: an action in notation
 */
export function PlaceChoice({ view, rows, advised, onRow, focus, t }) {
  const group = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => {
    if (focus) lead(group.current);
  }, [view.plies]);
  return html`
    <div class="place-choice" role="group" aria-label=${t('spilorcio.place')} ref=${group} onKeyDown=${rove}>
      ${rows.map(
        (row, index) => html`
          <button type="button" class=${`place-button ${index === 0 ? 'place-best' : ''}`} key=${row}
              data-row=${row + 1} data-advised=${advised === `place ${row + 1}` ? '' : undefined}
              onClick=${() => onRow(row)}>
            <${Die} face=${row + 1} />
            <span><span class="visually-hidden">${t('spilorcio.place.row', { row: row + 1 })}. </span>
              ${placeWords(view, row, t)}</span>
          </button>`,
      )}
    </div>`;
}

/** @param {View} view @param {number} row @param {Translate} t what a die does there */
function placeWords(view, row, t) {
  const square = view.filled[row];
  const cost = square === 0 && view.double[row] ? 2 : 1;
  if (square + 1 === view.length[row])
    return t('spilorcio.place.completes', { n: view.length[row] + view.double[row] });
  const yellow = (view.yellow[row] >> square) & 1;
  return t(yellow ? 'spilorcio.place.yellow' : 'spilorcio.place.pays', { n: cost });
}

/**
 * Rows that a die may be placed in, those first that can be completed with the dice left, then the yellow squares.
 * @param {View} view
 * @returns {number[]}
 */
export function proposedRows(view) {
  const waiting = unplaced(view);
  const open = [...new Set(waiting)].map((face) => face - 1);
  return open.sort((one, other) => worth(view, waiting, other) - worth(view, waiting, one) || one - other);
}

/** @param {View} view @param {readonly number[]} waiting @param {number} row */
function worth(view, waiting, row) {
  const dice = waiting.filter((face) => face === row + 1).length;
  if (view.filled[row] + dice >= view.length[row]) return 2;
  return (view.yellow[row] >> view.filled[row]) & 1;
}
