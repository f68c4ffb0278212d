/**
 * Things that fly over the table: to a player, copies of what is there or dice in the colour of who gets them; or to
 * where they lie from then on.
 */

import { needs } from './needs.js';

/** @typedef {{left: number, top: number, width: number, height: number}} Box in pixels of the screen */

const FLIGHT_MS = 650;
const BETWEEN_MS = 80; // one starts after the other
const DIE_PX = 30;
const EASING = 'cubic-bezier(.5, 0, .3, 1)';

needs([], [new URL('./flight.css', import.meta.url)]);

/**
 * Copies of these elements fly to a player.
 * @param {HTMLElement} root the page of the game @param {readonly Element[]} elements @param {number} seat
 * @returns {HTMLElement[]} what flies
 */
export const flyCopies = (root, elements, seat) =>
  elements.flatMap((element, at) =>
    flown(root, /** @type {HTMLElement} */ (element.cloneNode(true)), element.getBoundingClientRect(), seat, at),
  );

/**
 * Dice in the colour of a player fly to him from these boxes, and vanish there.
 * @param {HTMLElement} root @param {readonly Box[]} boxes @param {number} seat
 */
export const flyDice = (root, boxes, seat) =>
  boxes.flatMap(({ left, top, width, height }, at) => {
    const die = document.createElement('span');
    die.className = `flight-die seat-colour-${seat}`;
    const [x, y] = [left + (width - DIE_PX) / 2, top + (height - DIE_PX) / 2];
    return flown(root, die, { left: x, top: y, width: DIE_PX, height: DIE_PX }, seat, at, true);
  });

/**
 * What lies somewhere now is seen flying there from where it was.
 * @param {HTMLElement} root @param {HTMLElement} thing @param {Box} from the middle of it counts
 */
export function flyThere(root, thing, from) {
  const { left, top, width, height } = thing.getBoundingClientRect();
  const copy = /** @type {HTMLElement} */ (thing.cloneNode(true));
  const [x, y] = [from.left + from.width / 2 - width / 2, from.top + from.height / 2 - height / 2];
  put(root, copy, { left: x, top: y, width, height });
  const way = [{ transform: 'none' }, { transform: `translate(${left - x}px, ${top - y}px)` }];
  copy.animate(way, { duration: FLIGHT_MS, easing: EASING, fill: 'both' }).onfinish = () => copy.remove();
  thing.animate([{ opacity: 0 }, { opacity: 0 }], FLIGHT_MS); // it is there once the copy has come
}

/**
 * @param {HTMLElement} root @param {HTMLElement} thing @param {Box} from @param {number} seat @param {number} at
 * @param {boolean} [once] does it vanish where it arrives?
 */
function flown(root, thing, from, seat, at, once = false) {
  const target = root.querySelector(`.seat[data-seat="${seat}"]`)?.getBoundingClientRect();
  if (!target) return [];
  put(root, thing, from);
  const across = target.left + target.width / 2 - from.left - from.width / 2;
  const down = target.top + target.height / 2 - from.top - from.height / 2;
  const way = [{ transform: 'none' }, { transform: `translate(${across}px, ${down}px) scale(.4)`, opacity: 0.3 }];
  const motion = thing.animate(way, {
    duration: FLIGHT_MS,
    delay: BETWEEN_MS * at,
    easing: EASING,
    fill: 'both',
  });
  if (once) motion.onfinish = () => thing.remove();
  return [thing];
}

/** @param {HTMLElement} root @param {HTMLElement} thing @param {Box} box where it begins */
function put(root, thing, box) {
  thing.setAttribute('aria-hidden', 'true');
  thing.classList.add('event-flight');
  for (const side of /** @type {const} */ (['left', 'top', 'width', 'height'])) thing.style[side] = `${box[side]}px`;
  root.append(thing);
}
