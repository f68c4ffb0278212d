/** Things that fly over the table: clones that travel between two named places and vanish on arrival. */

const STAGGER_MS = 35;

/** @typedef {import('./scenes.js').Flight} Flight */

/**
 * @param {HTMLElement} root the table; places are elements with `data-at`
 * @param {readonly Flight[]} flights
 * @param {number} ms duration of all of them together
 * @returns {Animation[]}
 */
export function fly(root, flights, ms) {
  const stagger = Math.min(STAGGER_MS, ms / 3 / Math.max(1, flights.length));
  return flights.flatMap((flight, index) => {
    const from = at(root, flight.from);
    const to = at(root, flight.to);
    if (!from || !to) return [];
    const delay = index * stagger;
    return [travel(root, clone(flight, from), from, to, delay, ms - stagger * flights.length)];
  });
}

/** @param {HTMLElement} root @param {string} name @returns {HTMLElement | null} */
function at(root, name) {
  return root.querySelector(`[data-at="${name}"]`);
}

/** @param {Flight} flight @param {HTMLElement} from @returns {HTMLElement} */
function clone(flight, from) {
  const flying = document.createElement('span');
  flying.className = `flying flying-${flight.kind}`;
  flying.ariaHidden = 'true';
  const picture = flight.kind === 'die' ? from.querySelector('svg')?.cloneNode(true) : chip();
  if (picture) flying.append(picture);
  return flying;
}

/** @returns {HTMLElement} */
function chip() {
  const element = document.createElement('span');
  element.className = 'chip';
  return element;
}

/**
 * @param {HTMLElement} root @param {HTMLElement} flying @param {HTMLElement} from @param {HTMLElement} to
 * @param {number} delay @param {number} duration
 */
function travel(root, flying, from, to, delay, duration) {
  const start = from.getBoundingClientRect();
  const end = to.getBoundingClientRect();
  const origin = root.getBoundingClientRect();
  const size = flying.classList.contains('flying-die') ? start.width : Math.min(start.height, end.height, 34);
  flying.style.width = flying.style.height = `${size}px`;
  root.append(flying);
  const scale = flying.classList.contains('flying-die') ? end.width / start.width : 1;
  const animation = flying.animate(
    [{ transform: shift(start, origin, size) }, { transform: `${shift(end, origin, size)} scale(${scale})` }],
    { delay, duration, easing: 'cubic-bezier(.3,.1,.2,1)', fill: 'both' },
  );
  const gone = () => flying.remove();
  animation.finished.then(gone, gone);
  return animation;
}

/** @param {DOMRect} place @param {DOMRect} origin @param {number} size */
function shift(place, origin, size) {
  const x = place.left + (place.width - size) / 2 - origin.left;
  const y = place.top + (place.height - size) / 2 - origin.top;
  return `translate(${x}px, ${y}px)`;
}
