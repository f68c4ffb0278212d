/** What lies before me: the dice of the roll, those set aside, what would come of it, and what I can do now. */
import { html, useEffect, useRef } from '../../vendor/preact.js';
import { Die } from '../../components/die.js';
import { useDrag } from './drag.js';
import { DICE, spoken } from '../../keeps.js';
import { rove } from './keys.js';
import { PHASE, rolled, setAside, unplaced } from './position.js';

/**
 * @typedef {import('./position.js').View} View
 * @typedef {import('../../types.js').Translate} Translate
 * @typedef {ReturnType<typeof import('./choice.js').useChoice>} Choice
 */

/**
 * The dice set aside this turn, then those about to be.
 * @param {{view: View, chosen: readonly number[], onGhost: (index: number) => void, onLaid: () => void, t: Translate}} props
 */
export function Tray({ view, chosen, onGhost, onLaid, t }) {
  const aside = setAside(view);
  const waiting = [...unplaced(view)];
  const slots = Array.from({ length: DICE }, (_, slot) => slot);
  return html`
    <div class="tray" data-drop>
      <span class="tray-name" id="tray-name">${t('spilorcio.tray')}</span>
      <span class="visually-hidden">${aside.length ? spoken(aside) : t('spilorcio.tray.empty')}</span>
      <span class="tray-slots" aria-hidden="true">
        ${slots.map((slot) => {
          const face = aside[slot] ?? chosen[slot - aside.length];
          const ghost = slot >= aside.length && face !== undefined;
          const used = view.phase === PHASE.placing && slot < aside.length && !taken(waiting, face);
          const onClick = ghost ? () => onGhost(slot - aside.length) : face === undefined ? undefined : onLaid;
          return html`
            <span class=${`slot ${ghost ? 'slot-ghost' : ''} ${used ? 'slot-used' : ''}`} data-at=${`aside-${slot}`} onClick=${onClick}>
              ${face !== undefined && html`<${Die} face=${face} />`}
            </span>`;
        })}
      </span>
    </div>`;
}

/** @param {number[]} waiting dice that have still to be placed; one that is found is struck off @param {number} face */
function taken(waiting, face) {
  const index = waiting.indexOf(face);
  if (index >= 0) waiting.splice(index, 1);
  return index >= 0;
}

/**
 * The dice of the roll as toggles.
 * @param {{view: View, choice: Choice, mine: boolean, picked: readonly number[], flying: boolean, focus: boolean,
 *   onForbidden: () => void, t: Translate}} props
 * `picked`: dice that somebody sets aside right now; `focus`: put the keyboard on the first die of a new roll
 */
export function Roll({ view, choice, mine, picked, flying, focus, onForbidden, t }) {
  const group = useRef(/** @type {HTMLElement | null} */ (null));
  const roll = rolled(view);
  const toCome = { [PHASE.draw]: DICE, [PHASE.rolling]: view.to_roll }[view.phase] ?? 0;
  const drag = useDrag((place) => (mine && !choice.places.includes(place) ? choice.toggle(place) : undefined));
  useEffect(() => {
    if (mine && focus) group.current?.querySelector('button')?.focus();
  }, [mine, view.plies]);
  const tap = (/** @type {number} */ place) => {
    if (drag.wasDrag()) return;
    if (mine) choice.toggle(place);
    else onForbidden();
  };
  return html`
    <div class="roll" role="group" aria-label=${t('spilorcio.roll')} ref=${group} onKeyDown=${rove} data-size=${roll.length}>
      ${roll.map((face, place) => {
        const chosen = choice.places.includes(place);
        const state = `${chosen || picked.includes(place) ? 'die-chosen' : ''} ${flying && picked.includes(place) ? 'die-gone' : ''}`;
        return html`
          <button type="button" class=${`die-button ${state} ${mine ? '' : 'die-theirs'}`} key=${`${view.plies}-${place}`} data-die=${face}
            data-at=${`roll-${place}`} aria-pressed=${chosen} aria-disabled=${!mine} tabindex=${place === 0 ? 0 : -1}
            style=${{ '--nth': place }} onClick=${() => tap(place)}
            onPointerDown=${(/** @type {PointerEvent} */ event) => mine && drag.onPointerDown(event, place)}
            onPointerMove=${drag.onPointerMove} onPointerUp=${drag.onPointerUp} onPointerCancel=${drag.onPointerCancel}>
            <${Die} face=${face} /><span class="visually-hidden">${t('spilorcio.die', { face })}</span>
          </button>`;
      })}
      ${Array.from({ length: toCome }, () => html`<span class="die-waiting"><${Die} face=${0} /></span>`)}
    </div>`;
}

/**
 * Which die to place next, best first.
 * @param {{view: View, rows: readonly number[], onRow: (row: number) => void, focus: boolean, t: Translate}} props
 */
export function PlaceChoice({ view, rows, onRow, focus, t }) {
  const group = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    if (focus) group.current?.querySelector('button')?.focus();
  }, [view.plies]);
  return html`
    <div class="place-choice" role="group" aria-label=${t('spilorcio.place')} ref=${group} onKeyDown=${rove}>
      ${rows.map((row, index) => html`
        <button type="button" class=${`place-button ${index === 0 ? 'place-best' : ''}`} key=${row} data-row=${row + 1} onClick=${() => onRow(row)}>
          <${Die} face=${row + 1} />
          <span><span class="visually-hidden">${t('spilorcio.place.row', { row: row + 1 })}. </span>${placeWords(view, row, t)}</span>
        </button>`)}
    </div>`;
}

/** @param {View} view @param {number} row @param {Translate} t what a die does there */
function placeWords(view, row, t) {
  const square = view.filled[row];
  const cost = square === 0 && view.double[row] ? 2 : 1;
  if (square + 1 === view.length[row]) return t('spilorcio.place.completes', { n: view.length[row] + view.double[row] });
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
