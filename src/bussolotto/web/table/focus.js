/** Focus stays on what one does: where the control that had it goes, or cannot be pressed any more, its region has it. */
import { useLayoutEffect, useRef } from '../vendor/preact.js';

const REGIONS = '.bench-act, .bench-hand, .scene';
const AWAKE = ':not(:disabled, [aria-disabled="true"])';
const CONTROLS = `button${AWAKE}, a[href], input, [tabindex="0"]`;

/**
 * @param {{current: HTMLElement | null}} table whose actions have an element `.bench-act` that can take the focus
 * @param {boolean} race whether no button takes it by itself: what comes next comes without warning there, and a second
 *   press of the same key would call it
 */
export function useFocusKept(table, race) {
  const region = useRef('');
  useLayoutEffect(() => {
    const forget = (/** @type {Event} */ { target }) => {
      region.current = regionOf(/** @type {Element} */ (target), table.current);
    };
    document.addEventListener('focusin', forget);
    document.addEventListener('pointerdown', forget);
    return () => {
      document.removeEventListener('focusin', forget);
      document.removeEventListener('pointerdown', forget);
    };
  }, []);
  useLayoutEffect(() => {
    if (region.current && table.current && isLost(document.activeElement))
      successor(table.current, region.current, race)?.focus({ preventScroll: true });
  });
}

/** The selector of the region of the table that it lies in; '' outside. @param {Element} target @param {Element | null} table */
const regionOf = (target, table) => {
  const found = table?.contains(target) ? target.closest(REGIONS) : null;
  return REGIONS.split(', ').find((selector) => found?.matches(selector)) ?? '';
};

/** Has nothing the focus that could do anything with it? @param {Element | null} element */
const isLost = (element) =>
  !element || element === document.body || element.matches('.bench-act') || element.matches(':disabled');

/**
 * What takes the focus: of the region where it was, else of the actions; until there is anything, these as a whole.
 * @param {Element} table @param {string} region @param {boolean} race @returns {HTMLElement | null}
 */
function successor(table, region, race) {
  const actions = table.querySelector('.bench-act');
  const found =
    (region === '.scene' && table.querySelector('.scene [tabindex="0"]')) ||
    (!race && actions?.querySelector(`.primary${AWAKE}`)) ||
    (!race && actions?.querySelector(`.bench-buttons :is(${CONTROLS})`)) ||
    actions;
  return /** @type {HTMLElement | null} */ (found === document.activeElement ? null : found);
}

/**
 * A function that says whether a press was meant for the button of this name. In a race the second tap of a double one was
 * not, where the first was for another button that stood there before; elsewhere nothing comes without warning.
 * @param {boolean} race @returns {(event: Pick<MouseEvent, 'detail'>, name: string) => boolean}
 */
export function useMeant(race) {
  const last = useRef('');
  return ({ detail }, name) => {
    const meant = !race || detail <= 1 || last.current === name;
    if (meant) last.current = name;
    return meant;
  };
}

/**
 * Enter that is held down presses a button once, not again what has the focus by then.
 * @param {KeyboardEvent} event
 */
export function pressOnce(event) {
  const { key, repeat, target } = event;
  if (repeat && key === 'Enter' && /** @type {Element} */ (target).closest('button')) event.preventDefault();
}
