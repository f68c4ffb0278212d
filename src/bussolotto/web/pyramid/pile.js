/**
 * The pile of dice that all games of the pyramid show: in three dimensions or flat, with its buttons and keys, and
 * every
 * cell that matters as a button of its own. The props are told in types.js.
 */
import { Advised } from '../components/advice.js';
import { askedFor, useDeep, useTheme } from '../components/manner.js';
import { needs } from '../components/needs.js';
import { useShell } from '../components/shell.js';
import { html, useContext, useEffect, useLayoutEffect, useMemo, useRef, useState } from '../vendor/preact.js';
import { CellButtons, seenAt } from './cells.js';
import { Depth } from './depth.js';
import { Flat } from './flat.js';
import { LEADING, step } from './keys.js';
import { cellNamed, CELLS, LEFT_OF, levelIn, RIGHT_OF, SIDES, SIZE } from './lattice.js';
import { useLeaving } from './leaving.js';
import { MOST, STEP } from './magnify.js';
import { frameOf, openRoles } from './plan.js';
import { Tools } from './tools.js';
import { describeCell } from './words.js';
import { useZoom } from './zoom.js';

/** @typedef {import('./types.js').PileProps} PileProps */
/** @typedef {import('./types.js').Side} Side */
/** @typedef {import('./types.js').Scene} Scene */
/** @typedef {import('./types.js').Move} Move */
/** @typedef {import('../types.js').Translate} Translate */

const PRESSED_MS = 700;
/** @type {readonly Move[]} */
const NO_MOVES = [];
/** @type {readonly import('./types.js').Goal[]} */
const NO_GOALS = [];

needs([], [new URL('./pyramid.css', import.meta.url)]);

/** @param {PileProps} props */
export function Pile(props) {
  const { describe, t, settings, label, taker, size = SIZE, moves = NO_MOVES, busy = false, silent = false } = props;
  const known = useKnown(props);
  const { byCell, placeOf, cells } = known;
  const focus = useFocus(cells);
  const seeing = useSeeing(props);
  const { below, owned, scene, manner, zoom, turning, unseen } = seeing;
  const picking = usePicking(props, known, turning.own);
  const { chosen, pick } = picking;
  const text = (/** @type {number} */ cell) => {
    const [place, more] = [placeOf.get(cell), describe?.(cell) ?? ''];
    return describeCell({ cell, dice: byCell, place, below, size, chosen: chosen === cell, more, silent, t });
  };
  const advised = cellNamed(useContext(Advised));
  const ringed = focus.keyed.current && focus.focused !== null ? focus.focused : advised;
  const closer = manner.deep ? closerInScene(scene, seeing.scale, ringed) : zoom;
  const onKey = useKeys(
    { cells, below, size, marked: cells.filter((cell) => placeOf.has(cell)), keyed: focus.keyed },
    commandsOf({ ...seeing, closer }),
  );
  const view = useRef(/** @type {HTMLElement | null} */ (null));
  const point = pointIn(view, manner.deep, scene, zoom, below);
  useLeaving(view, byCell, { taker, lies: props.lies, moves, motion: settings.motion, point });
  const [, , width, height] = frameOf(size);
  const kind = `${manner.deep ? 'pile-deep' : 'pile-flat'} ${manner.deep && !owned ? 'pile-edge' : ''}`;
  return html`<section class=${`pile ${kind}`} data-side=${below} aria-label=${label}
      onKeyDown=${onKey} onPointerDown=${() => void (focus.keyed.current = false)}>
    <div class="pile-frame" style=${`--pile-ratio:${(width / height).toFixed(4)}`}>
      <div class="pile-view" ref=${view}>
        <${Shown} ...${{ props, seeing, picking, byCell, ringed }} />
        <${CellButtons} ...${{ cells, text, chosen, busy, below, advised, dice: byCell }} marked=${placeOf}
            stop=${stopOf(cells, focus.stop, placeOf, chosen)} onPick=${pick} holder=${focus.buttons}
            onFocus=${focus.come} share=${manner.deep ? null : zoom.share} />
      </div>
      <${Tools} t=${t} tools=${toolsOf({ ...seeing, closer })} />
      ${
        manner.deep &&
        unseen > 0 &&
        html`<button type="button" class="quiet pile-unseen" onClick=${() => scene.current?.reveal()}>
          ${t('pyramid.unseen', { n: unseen })}</button>`
      }
      <p class="pile-where" aria-hidden="true">${ringed !== null && cells.includes(ringed) ? text(ringed) : ''}</p>
    </div>
  </section>`;
}

/**
 * The picture: the scene, or the flat drawing.
 * @param {{props: PileProps, seeing: ReturnType<typeof useSeeing>, picking: ReturnType<typeof usePicking>,
 *   byCell: ReadonlyMap<number, import('./types.js').PileDie>, ringed: number | null}} known
 */
function Shown({ props, seeing, picking, byCell, ringed }) {
  const { dice, places, taker, t, settings, size = SIZE, moves = NO_MOVES, goals = NO_GOALS, busy = false } = props;
  const { below, owned: own, names, manner, zoom, scene } = seeing;
  const { chosen, pick, again } = picking;
  const { motion } = settings;
  const look = useLook({ chosen, size, side: below, own, names, moves, goals, taker, motion, focused: ringed });
  if (manner.deep) {
    return html`<${Depth} ...${{ dice, places, look, scene }} theme=${manner.theme} onPick=${pick} onAgain=${again}
        onSide=${seeing.setBelow} onZoom=${seeing.enlarge} onUnseen=${seeing.tellUnseen} onSlow=${manner.slow}
        onFail=${manner.fail} />`;
  }
  return html`<${Flat} dice=${byCell} focused=${ringed} onPick=${pick} onAgain=${again} atOnce=${props.atOnce ?? false}
      ...${{ places, goals, chosen, size, below, names, moves, taker, motion, busy, zoom, t }} />`;
}

/**
 * How the scene is to be looked at: the same as long as nothing of it changes. One that comes later, or anew, begins at
 * the side that is shown by then.
 * @param {import('./types.js').Look} look
 */
export const useLook = (look) => useMemo(() => look, Object.values(look));

/** What lies there by its cell, and the cells that matter. @param {PileProps} props */
function useKnown({ dice, places, goals = NO_GOALS, size = SIZE }) {
  const byCell = useMemo(() => new Map(dice.map((die) => [die.cell, die])), [dice]);
  const placeOf = useMemo(() => new Map(places.map((place) => [place.cell, place])), [places]);
  const cells = useMemo(() => cellsThatMatter(byCell, placeOf, goals, size), [byCell, placeOf, goals, size]);
  return { byCell, placeOf, cells };
}

/** Where the keyboard is. @param {readonly number[]} cells */
function useFocus(cells) {
  const [focused, focus] = useState(/** @type {number | null} */ (null));
  const [stop, setStop] = useState(/** @type {number | null} */ (null));
  const keyed = useRef(false);
  const buttons = useRef(/** @type {HTMLElement | null} */ (null));
  const holdFocus = useHeldFocus(buttons, cells);
  const come = (/** @type {number | null} */ cell) => {
    focus(cell);
    holdFocus(cell);
    if (cell !== null) setStop(cell);
  };
  return { focused, stop, keyed, buttons, come };
}

/** From where, how closely and in which manner the pile is seen. @param {PileProps} props */
function useSeeing({ side, size = SIZE, t, ...props }) {
  const owned = side !== null && side !== undefined;
  const own = SIDES[side ?? 0];
  const [below, setBelow] = useState(own);
  const [names, setNames] = useState(props.names ?? false);
  const scene = useRef(/** @type {Scene | null} */ (null));
  const manner = useManner();
  const zoom = useZoom(size);
  const [scale, enlarge] = useState(1); // of the scene
  const [unseen, tellUnseen] = useUnseen(t);
  const turning = turns({ below, setBelow, own, whole: zoom.whole, scene: manner.deep ? scene : { current: null } });
  const toggleNames = () => setNames(!names);
  const shown = { below, setBelow, owned, names, toggleNames, scene, manner, zoom, turning };
  return { ...shown, scale, enlarge, unseen, tellUnseen };
}

/**
 * Picking cells: what is marked, and what a tap and a double tap do.
 * @param {PileProps} props @param {ReturnType<typeof useKnown>} known @param {() => void} reset
 */
function usePicking({ dice, onPick, busy = false, atOnce = false, ...props }, { byCell, placeOf }, reset) {
  const [pressed, press] = usePressed([dice, props.chosen]);
  const pick = (/** @type {number} */ cell) => {
    if (busy) return;
    press(cell);
    onPick(cell);
  };
  const isMeant = (/** @type {number} */ cell) => (placeOf.size ? placeOf.has(cell) : atOnce && byCell.has(cell));
  const again = (/** @type {number | null} */ cell) => (cell !== null && isMeant(cell) ? pick(cell) : reset());
  return { chosen: props.chosen ?? pressed, pick, again };
}

/**
 * @typedef {{closer: () => void, farther: () => void, most: boolean, scale: number}} Closer
 * @typedef {{turning: ReturnType<typeof turns>, toggleNames: () => void, manner: ReturnType<typeof useManner>,
 *   closer: Closer}} Means of looking at a pile
 */

/** Commands by their keys. @param {Means} means */
const commandsOf = ({ turning, toggleNames, manner, closer }) => ({
  ...{ q: turning.left, e: turning.right, o: turning.own, n: toggleNames, f: manner.toggle },
  ...{ '+': closer.closer, '-': closer.farther },
});

/** The same as buttons. @param {Means & {names: boolean, owned: boolean}} means */
const toolsOf = ({ turning, toggleNames, names, owned, manner, closer }) => [
  { name: 'left', press: turning.left },
  { name: 'right', press: turning.right },
  { name: owned ? 'own' : 'reset', press: turning.own },
  { name: 'names', press: toggleNames, pressed: names },
  { name: manner.deep ? 'flat' : 'deep', press: manner.toggle },
  { name: 'closer', press: closer.closer, off: closer.most },
  { name: 'farther', press: closer.farther, off: closer.scale === 1 },
];

/**
 * Looking closer at the scene: at the cell that the keyboard is at, else at its middle.
 * @param {{current: Scene | null}} scene @param {number} scale @param {number | null} cell @returns {Closer}
 */
function closerInScene(scene, scale, cell) {
  const point = () => (cell === null ? undefined : scene.current?.where(cell));
  return {
    closer: () => scene.current?.near(STEP, point()),
    farther: () => scene.current?.near(1 / STEP, point()),
    most: scale >= MOST,
    scale,
  };
}

/**
 * Where a cell is seen in the view of the pile.
 * @param {{current: HTMLElement | null}} view @param {boolean} deep @param {{current: Scene | null}} scene
 * @param {ReturnType<typeof useZoom>} zoom @param {Side} below
 */
const pointIn =
  (view, deep, scene, zoom, below) =>
  (/** @type {number} */ cell, /** @type {ReadonlyMap<number, import('./types.js').PileDie>} */ dice) => {
    if (deep) return scene.current?.where(cell) ?? null;
    const [x, y] = zoom.share(seenAt(cell, dice, below));
    const { clientWidth: width, clientHeight: height } = /** @type {HTMLElement} */ (view.current);
    return { x: x * width, y: y * height };
  };

/**
 * The cell that was picked just now: it is marked at once, until the page or the server has answered, or nothing comes.
 * @param {readonly unknown[]} answer
 * @returns {[number | null, (cell: number) => void]}
 */
function usePressed(answer) {
  const [cell, set] = useState(/** @type {number | null} */ (null));
  useEffect(() => {
    const timer = setTimeout(() => set(null), PRESSED_MS);
    return () => clearTimeout(timer);
  }, [cell]);
  useLayoutEffect(() => set(null), answer);
  return [cell, set];
}

/** Of how many places nothing is seen from here; who cannot see is told, too. @param {Translate} t */
function useUnseen(t) {
  const { announce } = useShell();
  const [unseen, set] = useState(0);
  const tell = (/** @type {number} */ count) => {
    set(count);
    if (count && count !== unseen) announce(t('pyramid.unseen', { n: count }));
  };
  return /** @type {const} */ ([unseen, tell]);
}

/**
 * The cells that are buttons: dice that are seen, places, and goals; from the top, row by row.
 * @param {ReadonlyMap<number, unknown>} dice @param {ReadonlyMap<number, unknown>} places
 * @param {readonly import('./types.js').Goal[]} goals @param {number} size
 */
function cellsThatMatter(dice, places, goals, size) {
  const cells = [...new Set([...dice.keys(), ...places.keys(), ...goals.map(({ cell }) => cell)])].filter(
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

/**
 * @param {{below: Side, setBelow: (side: Side) => void, own: Side, whole: () => void, scene: {current: Scene | null}}}
 *     now
 */
function turns({ below, setBelow, own, whole, scene }) {
  return {
    left: () => (scene.current ? scene.current.turn(1) : setBelow(LEFT_OF[below])),
    right: () => (scene.current ? scene.current.turn(-1) : setBelow(RIGHT_OF[below])),
    /** As one saw it at first. */
    own: () => {
      if (scene.current) return scene.current.face(own);
      whole();
      return setBelow(own);
    },
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
    slow: (/** @type {number} */ ms) => set({ frame: ms }),
    toggle: () => {
      fail(false);
      force(null);
      set({ pile: deep ? 'flat' : 'deep' });
    },
  };
}
