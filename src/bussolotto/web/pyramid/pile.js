/**
 * The pile of dice that all games of the pyramid show: in three dimensions or flat, with its buttons and keys, and
 * every
 * cell that matters as a button of its own. The props are told in types.js.
 */
import { Advised } from '../components/advice.js';
import { askedFor, useDeep, useTheme } from '../components/manner.js';
import { needs } from '../components/needs.js';
import { useShell } from '../components/shell.js';
import { html, useContext, useLayoutEffect, useMemo, useRef, useState } from '../vendor/preact.js';
import { CellButtons } from './cells.js';
import { Depth } from './depth.js';
import { Flat } from './flat.js';
import { LEADING, step } from './keys.js';
import { cellNamed, CELLS, LEFT_OF, levelIn, RIGHT_OF, SIDES, SIZE } from './lattice.js';
import { frameOf, openRoles } from './plan.js';
import { Tools } from './tools.js';
import { describeCell } from './words.js';
import { useZoom } from './zoom.js';

/** @typedef {import('./types.js').PileProps} PileProps */
/** @typedef {import('./types.js').Side} Side */
/** @typedef {import('./types.js').Scene} Scene */
/** @typedef {import('./types.js').Move} Move */

/** @type {readonly Move[]} */
const NO_MOVES = [];

needs([], [new URL('./pyramid.css', import.meta.url)]);

/** @param {PileProps} props */
export function Pile(props) {
  const { dice, places, onPick, side, describe, t, settings, label } = props;
  const { chosen = null, size = SIZE, moves = NO_MOVES, busy = false, silent = false, atOnce = false } = props;
  const own = SIDES[side ?? 0];
  const [below, setBelow] = useState(own);
  const [names, setNames] = useState(props.names ?? false);
  const [focused, focus] = useState(/** @type {number | null} */ (null));
  const [stop, setStop] = useState(/** @type {number | null} */ (null));
  const scene = useRef(/** @type {Scene | null} */ (null));
  const keyed = useRef(false);
  const manner = useManner();
  const zoom = useZoom(size);
  const byCell = useMemo(() => new Map(dice.map((die) => [die.cell, die])), [dice]);
  const placeOf = useMemo(() => new Map(places.map((place) => [place.cell, place])), [places]);
  const cells = useMemo(() => cellsThatMatter(byCell, placeOf, size), [byCell, placeOf, size]);
  const buttons = useRef(/** @type {HTMLElement | null} */ (null));
  const holdFocus = useHeldFocus(buttons, cells);
  const pick = (/** @type {number} */ cell) => void (busy || onPick(cell));
  const text = (/** @type {number} */ cell) => {
    const [place, more] = [placeOf.get(cell), describe?.(cell) ?? ''];
    return describeCell({ cell, dice: byCell, place, below, size, chosen: chosen === cell, more, silent, t });
  };
  const advised = cellNamed(useContext(Advised));
  const ringed = keyed.current && focused !== null ? focused : advised;
  const look = useMemo(
    () => ({ chosen, size, side: below, names, moves, motion: settings.motion, focused: ringed }),
    [chosen, size, names, moves, settings.motion, ringed],
  );
  const turning = turns({ below, setBelow, own, scene: manner.deep ? scene : { current: null } });
  const toggleNames = () => setNames(!names);
  const onKey = useKeys(
    { cells, below, size, marked: cells.filter((cell) => placeOf.has(cell)), keyed },
    commandsOf({ turning, toggleNames, manner, zoom }),
  );
  const [, , width, height] = frameOf(size);
  return html`<section class=${`pile ${manner.deep ? 'pile-deep' : 'pile-flat'}`} data-side=${below} aria-label=${label}
      onKeyDown=${onKey} onPointerDown=${() => void (keyed.current = false)}>
    <div class="pile-frame" style=${`--pile-ratio:${(width / height).toFixed(4)}`}>
      <div class="pile-view">
        ${
          manner.deep
            ? html`<${Depth} ...${{ dice, places, look, scene }} theme=${manner.theme} onPick=${pick} onSide=${setBelow}
                onFail=${manner.fail} />`
            : html`<${Flat} dice=${byCell} motion=${settings.motion} focused=${ringed} onPick=${pick}
                ...${{ places, chosen, size, below, names, moves, busy, atOnce, zoom, t }} />`
        }
        <${CellButtons} ...${{ cells, text, chosen, busy, below, dice: byCell }} marked=${placeOf}
            stop=${stopOf(cells, stop, placeOf, chosen)} onPick=${pick}
            holder=${buttons} onFocus=${(/** @type {number | null} */ cell) => {
              focus(cell);
              holdFocus(cell);
              if (cell !== null) setStop(cell);
            }} share=${manner.deep ? null : zoom.share} />
      </div>
      <${Tools} t=${t} tools=${toolsOf({ turning, toggleNames, names, manner, zoom })} />
      <p class="pile-where" aria-hidden="true">${ringed !== null && cells.includes(ringed) ? text(ringed) : ''}</p>
    </div>
  </section>`;
}

/**
 * @typedef {{turning: ReturnType<typeof turns>, toggleNames: () => void, manner: ReturnType<typeof useManner>,
 *   zoom: ReturnType<typeof useZoom>}} Means of looking at a pile
 */

/** Commands by their keys. @param {Means} means */
const commandsOf = ({ turning, toggleNames, manner, zoom }) => ({
  ...{ q: turning.left, e: turning.right, o: turning.own, n: toggleNames, f: manner.toggle },
  ...{ '+': zoom.closer, '-': zoom.farther },
});

/** The same as buttons; only the flat view is looked at more closely. @param {Means & {names: boolean}} means */
function toolsOf({ turning, toggleNames, names, manner, zoom }) {
  const zooms = [
    { name: 'closer', press: zoom.closer, off: zoom.most },
    { name: 'farther', press: zoom.farther, off: zoom.scale === 1 },
  ];
  return [
    { name: 'left', press: turning.left },
    { name: 'right', press: turning.right },
    { name: 'own', press: turning.own },
    { name: 'names', press: toggleNames, pressed: names },
    { name: manner.deep ? 'flat' : 'deep', press: manner.toggle },
    ...(manner.deep ? [] : zooms),
  ];
}

/**
 * The cells that are buttons: dice that are seen, and places; from the top, row by row.
 * @param {ReadonlyMap<number, unknown>} dice @param {ReadonlyMap<number, unknown>} places @param {number} size
 */
function cellsThatMatter(dice, places, size) {
  const cells = [...new Set([...dice.keys(), ...places.keys()])].filter(
    (cell) => places.has(cell) || openRoles(cell, dice, 0).length,
  );
  return cells.sort(
    (one, other) =>
      levelIn(other, size) - levelIn(one, size) || CELLS[one][0] - CELLS[other][0] || CELLS[one][2] - CELLS[other][2],
  );
}

/**
 * The one tab stop: where the keyboard was last, what is chosen, the first place.
 * @param {readonly number[]} cells
 * @param {number | null} last
 * @param {ReadonlyMap<number, unknown>} places
 * @param {number | null} chosen
 */
function stopOf(cells, last, places, chosen) {
  const wanted = [last, chosen, cells.find((cell) => places.has(cell)), cells[0]];
  return wanted.find((cell) => cell !== undefined && cell !== null && cells.includes(cell)) ?? -1;
}

/**
 * Where a cell that has the focus is none any more, its neighbour at the tab stop gets it: the keyboard never falls
 * off.
 * @param {{current: HTMLElement | null}} buttons @param {readonly number[]} cells
 */
function useHeldFocus(buttons, cells) {
  const held = useRef(/** @type {number | null} */ (null));
  const known = useRef(cells);
  known.current = cells;
  useLayoutEffect(() => {
    if (held.current === null || cells.includes(held.current) || document.activeElement !== document.body) return;
    /** @type {HTMLElement | null | undefined} */ (buttons.current?.querySelector('[tabindex="0"]'))?.focus({
      preventScroll: true,
    });
  }, [cells]);
  return (/** @type {number | null} */ cell) => {
    if (cell !== null || known.current.includes(held.current ?? -1)) held.current = cell;
  };
}

/** @param {{below: Side, setBelow: (side: Side) => void, own: Side, scene: {current: Scene | null}}} now */
function turns({ below, setBelow, own, scene }) {
  return {
    left: () => (scene.current ? scene.current.turn(1) : setBelow(LEFT_OF[below])),
    right: () => (scene.current ? scene.current.turn(-1) : setBelow(RIGHT_OF[below])),
    own: () => (scene.current ? scene.current.face(own) : setBelow(own)),
  };
}

/**
 * What keys do while the pile has the focus.
 * @param {import('./keys.js').Map & {keyed: {current: boolean}}} map
 * @param {Record<string, () => void>} doings
 */
function useKeys(map, doings) {
  return (/** @type {KeyboardEvent} */ event) => {
    map.keyed.current = true;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const element = /** @type {HTMLElement} */ (event.target);
    const cell = element.dataset.cell;
    const doing = doings[event.key.toLowerCase()];
    if (doing) doing();
    else if (cell !== undefined && LEADING.includes(event.key)) {
      const next = step(event.key, Number(cell), map);
      /** @type {HTMLElement | null | undefined} */ (
        element.parentElement?.querySelector(`[data-cell="${next}"]`)
      )?.focus({ preventScroll: true });
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
}

/** In three dimensions or flat: as the address says, as chosen before, else by the width of the page. */
function useManner() {
  const { set } = useShell();
  const [failed, fail] = useState(false);
  const [forced, force] = useState(askedFor);
  const deep = useDeep(forced) && !failed;
  return {
    deep,
    theme: useTheme(),
    fail: () => fail(true),
    toggle: () => {
      fail(false);
      force(null);
      set({ pile: deep ? 'flat' : 'deep' });
    },
  };
}
