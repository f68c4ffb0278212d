/**
 * Dice on felt in a wooden tray, thrown from a cup: in three dimensions where that can be shown, else flat. Both have
 * the
 * same buttons with the same names.
 *
 * The picture is drawn by a thread of its own (`worker.js`), which is started only where 3D is shown: a page of dice
 * that
 * are flat loads nothing of it. One tray a page. What is under a closed cup is told to nobody: neither to that thread
 * nor
 * to the document goes more than that dice are there.
 */
import { Die } from '../components/die.js';
import { html } from '../vendor/preact.js';
import { isClosed, nearestDie, over, useStage } from './use-stage.js';

/** @typedef {import('./types.js').TrayProps} TrayProps */
/** @typedef {import('./types.js').TrayDie} TrayDie */

/** @param {TrayProps} props */
export function Tray(props) {
  const { dice, throwing = null, motion, label, onTap, t } = props;
  const stage = useStage({ dice, throwing, motion });
  const closed = dice.filter(isClosed);
  const tap =
    onTap &&
    ((/** @type {MouseEvent} */ event, /** @type {string | number} */ id) => {
      onTap(pressed(event, stage.places) ?? id);
    });
  return html`
    <div class=${`dice-tray ${stage.solid ? 'is-solid' : 'is-flat'} ${stage.wanted ? 'is-to-be-solid' : ''} ${stage.moving ? 'is-moving' : ''}`}
        role="group" aria-label=${label}>
      ${stage.canvas}
      <div class="dice-tray-dice">
        ${dice
          .filter((die) => !isClosed(die))
          .map(
            (die) => html`<${TrayButton} key=${die.id} ...${props} die=${die} onPress=${tap}
                place=${stage.places.get(die.id)} throwing=${motion ? throwing : null} />`,
          )}
      </div>
      ${
        closed.length > 0 &&
        html`<div class="dice-tray-closed">
          <span class="visually-hidden">${t('cup.closed', { n: closed.length })}</span>
          ${!stage.solid && closed.map(({ id }) => html`<${Die} key=${id} face=${0} class="die-covered" />`)}
        </div>`
      }
    </div>`;
}

/**
 * The die that a finger or mouse means, of those on the canvas; null where the button itself says it.
 * @param {MouseEvent} event @param {Parameters<typeof nearestDie>[0]} places
 */
function pressed({ detail, currentTarget, clientX, clientY }, places) {
  const tray = /** @type {HTMLElement} */ (currentTarget).offsetParent;
  if (!detail || !tray) return null; // by the keyboard
  const { left, top } = tray.getBoundingClientRect();
  return nearestDie(places, { x: clientX - left - tray.clientLeft, y: clientY - top - tray.clientTop });
}

/**
 * @param {TrayProps & {die: TrayDie, place?: import('./scene.js').Place,
 *     onPress?: (event: MouseEvent, id: string | number) => void}} props
 */
function TrayButton({ die, place, throwing, mine = false, onPress, describe, t }) {
  const { id, face, kept = false, colour = 'ivory' } = die;
  const name = describe?.(id) ?? t(kept ? 'cup.die.kept' : 'cup.die', { face });
  const owned = die.owner === undefined ? '' : `is-owned seat-colour-${die.owner}`;
  const look = `tray-die ${kept ? 'is-kept' : ''} ${die.secret ? 'is-secret' : ''} ${die.meant ? 'is-meant' : ''} ${owned}`;
  const style = place ? over(place) : {};
  const key = throwing?.ids.includes(id) ? throwing.key : '';
  const picture = html`<${Die} face=${face} colour=${colour} key=${key} class=${throwing ? 'die-falls' : ''}
  />`; // unseen over a die on the canvas; what flies from there is a copy of it
  if (!onPress)
    return html`<span class=${look} style=${style} role="img" aria-label=${name} data-id=${id} data-die=${face}>
      ${picture}</span>`;
  return html`<button type="button" class=${look} style=${style} aria-label=${name} aria-pressed=${kept}
      aria-disabled=${!mine}
      data-id=${id} data-die=${face} onClick=${(/** @type {MouseEvent} */ event) => onPress(event, id)}>${picture}</button>`;
}
