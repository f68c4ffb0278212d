/**
 * The pile in three dimensions. It draws when something has changed and rests otherwise: less fine while things move,
 * full at rest. Loaded only where it is shown; nobody else knows of three.js.
 */
import { Raycaster, Scene as World, Vector2, Vector3, WebGLRenderer } from '../vendor/three.module.min.js';
import { CELLS, COUNT, levelIn } from './lattice.js';
import { glow, makeBase } from './scene-base.js';
import { Onlooker } from './scene-camera.js';
import { paletteOf } from './scene-colours.js';
import { MARK, fillDice, makeDice } from './scene-die.js';
import { actors, stand, timetable } from './scene-motion.js';
import { makeSheet, placeOf, writtenOver } from './scene-names.js';
import { Pace, drawsInSoftware } from './scene-pace.js';
import { drawnDie, drawnGhost, filledBy, isBuried } from './scene-pile.js';
import { listen } from './scene-pointer.js';

/** @typedef {import('./types.js').PileDie} PileDie */
/** @typedef {import('./types.js').Place} Place */
/** @typedef {import('./types.js').Look} Look */
/** @typedef {import('./types.js').Side} Side */
/** @typedef {import('./types.js').SceneWish} SceneWish */
/** @typedef {import('./scene-motion.js').Standing} Standing */
/** @typedef {import('./scene-die.js').Drawn} Drawn */

const MOST = 16; // dice: if more change at once, it is another position, not a move
const MANY = 14; // places: so many rings are drawn fainter, but the one under the pointer
const SETTLE_MS = 140; // so long after the last motion the full picture is drawn

/** @type {Look} */
const AT_FIRST = { chosen: null, size: 8, side: 0, own: true, names: false, moves: [], goals: [], motion: false };

/**
 * A scene on this canvas.
 * @param {HTMLCanvasElement} canvas @param {SceneWish & {onLost?: () => void}} wish `onLost`: the machine has taken
 *     the picture away
 * @returns {Pile3d} throws where there is no WebGL
 */
export const createScene = (canvas, wish) => new Pile3d(canvas, wish);

/** A pile of dice on its base, and somebody who looks at it. */
export class Pile3d {
  onlooker = new Onlooker();
  world = new World();
  /** @type {readonly PileDie[]} */ dice = [];
  /** @type {readonly Place[]} */ places = [];
  look = AT_FIRST;
  /** @type {Map<number, Standing>} */ standing = new Map();
  /** @type {number | null} */ hovered = null;
  /** @type {{found: import('./scene-motion.js').Actor[], since: number} | null} */ playing = null;
  drawings = 0; // frames drawn so far
  highest = 0; // level that was reached so far
  #shown = false;
  #stale = true;
  #hasty = false; // leave out dice of which no more is seen than specks between others
  #frame = 0;
  #settle = 0;
  #last = 0;
  #asked = 0; // when the next frame was asked for
  #ratio = 0;
  #side = 0;
  #scale = 1;
  /** @type {(() => void)[]} */ #ends = [];

  /** @param {HTMLCanvasElement} canvas @param {SceneWish & {onLost?: () => void}} wish */
  constructor(canvas, wish) {
    this.canvas = canvas;
    this.wish = wish;
    const software = drawsInSoftware();
    this.pace = new Pace(software);
    this.renderer = new WebGLRenderer({ canvas, alpha: true, antialias: !software, powerPreference: 'low-power' });
    this.renderer.setClearColor(0x000000, 0);
    this.sheet = makeSheet(canvas);
    this.palette = paletteOf(canvas, wish.theme);
    this.made = makeDice(this.palette, 2 * COUNT);
    this.base = makeBase(AT_FIRST.size, this.palette, this.made.light);
    this.world.add(this.base.group, this.made.solid, this.made.ghosts);
    this.#attend();
    this.resize();
  }

  /** Listen to hands, and to the machine taking the picture away. */
  #attend() {
    const { canvas } = this;
    Object.assign(canvas.style, { touchAction: 'none', background: glow(this.palette.light) });
    this.#ends.push(
      listen(canvas, {
        tap: (point, again) => this.#tap(point, again),
        drag: (round, up) => {
          this.onlooker.drag(round, up);
          this.#stir();
        },
        drop: () => {
          this.onlooker.drop(this.look.motion);
          this.#stir();
        },
        near: (factor, point) => this.near(factor, point),
        move: (right, down) => {
          const { clientWidth: width, clientHeight: height } = canvas;
          this.onlooker.move((2 * right) / width, (-2 * down) / height);
          this.#stir();
        },
        hover: (x, y) => this.#hover(this.at(x, y)),
        leave: () => this.#hover(null),
      }),
    );
    const lost = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.wish.onLost?.();
    };
    canvas.addEventListener('webglcontextlost', lost);
    this.#ends.push(() => canvas.removeEventListener('webglcontextlost', lost));
  }

  /**
   * Show this position; what has changed since the last one moves there.
   * @param {readonly PileDie[]} dice @param {readonly Place[]} places @param {Look} look
   */
  show(dice, places, look) {
    const before = this.standing;
    const moves = look.moves === this.look.moves ? [] : look.moves; // told anew with every change of something else
    const viewer = this.#toViewer();
    this.#accept(dice, places, look);
    this.standing = stand(dice, before, moves);
    const all = this.#shown ? actors(before, this.standing, moves, viewer) : [];
    const found = all.filter(({ kind, standing }) => kind !== 'take' || look.taker?.(standing.die.cell) === undefined);
    if (found.length || !look.motion) this.skip(); // else what moves goes on moving
    if (found.length && found.length <= MOST && look.motion) this.playing = { found, since: performance.now() };
    this.#shown = true;
    this.#change();
  }

  /** @param {readonly PileDie[]} dice @param {readonly Place[]} places @param {Look} look */
  #accept(dice, places, look) {
    const { size } = this.look;
    Object.assign(this, { dice, places, look });
    this.onlooker.own = look.own;
    if (look.size !== size) this.#rebase(look.size);
    const highest = Math.max(this.highest, ...[...dice, ...places].map(({ cell }) => levelIn(cell, look.size)));
    if (highest > this.highest) {
      this.highest = highest;
      this.resize();
    }
    if (!this.#shown) this.face(look.side, false);
  }

  /** Stand the pile on a base of another size. @param {number} size */
  #rebase(size) {
    this.world.remove(this.base.group);
    this.base.dispose();
    this.base = makeBase(size, this.palette, this.made.light);
    this.world.add(this.base.group);
    this.highest = 0;
    this.resize();
  }

  /** The direction from the pile to who looks at it, level. */
  #toViewer() {
    const { position } = this.onlooker.camera;
    return new Vector3(position.x, 0, position.z).normalize();
  }

  /** Everything as it is drawn now, solid and ghostly. @returns {[Drawn[], Drawn[]]} */
  #drawn() {
    const { playing, hovered } = this;
    const { chosen, focused } = this.look;
    const filled = filledBy(this.dice);
    const ghostly = this.places.filter(({ cell }) => !this.standing.has(cell));
    const lit = new Set([hovered, focused]);
    const ring = this.places.length > MANY ? MARK.faint : MARK.place;
    const marked = new Map(
      this.places.map(({ cell, quiet }) => [
        cell,
        /** @type {number} */ (lit.has(cell) ? MARK.place : quiet ? MARK.none : ring),
      ]),
    );
    if (focused != null && !marked.has(focused)) marked.set(focused, MARK.place);
    if (chosen !== null) marked.set(chosen, MARK.chosen);
    const pile = { filled, marked, lit };
    const acting = new Set(playing?.found.map((actor) => actor.standing.die.cell));
    const leftOut = (/** @type {number} */ cell) => acting.has(cell) || (this.#hasty && isBuried(cell, filled));
    const still = [...this.standing.values()].sort(outerFirst).filter(({ die: { cell } }) => !leftOut(cell));
    const solid = still.map(({ die, pose }) => drawnDie(die, pose, pile));
    const ghosts = ghostly.map((place) => drawnGhost(place, lit.has(place.cell) || place.cell === chosen));
    if (playing) this.#act(playing, pile, solid, ghosts);
    return [solid, ghosts];
  }

  /**
   * Add the dice that move, where they are just now.
   * @param {NonNullable<typeof this.playing>} playing @param {Parameters<typeof drawnDie>[2]} pile @param {Drawn[]}
   *     solid @param {Drawn[]} ghosts
   */
  #act({ found, since }, pile, solid, ghosts) {
    const { begins } = timetable(found);
    const passed = performance.now() - since;
    for (const { kind, standing, path } of found) {
      const span = /** @type {{since: number, lasts: number}} */ (begins.get(kind));
      const share = Math.max(0, Math.min(1, (passed - span.since) / span.lasts));
      const { matrix, alpha } = path(share);
      if (alpha <= 0.01) continue;
      const die = { ...drawnDie(standing.die, standing.pose, pile), matrix, alpha };
      (alpha < 1 ? ghosts : solid).push(die);
    }
  }

  /** End what moves at once. */
  skip() {
    if (!this.playing) return;
    this.playing = null;
    this.#change();
  }

  /** 1 brings the side to the left to the front. @param {number} thirds */
  turn(thirds) {
    this.onlooker.turn(thirds, this.look.motion);
    this.#stir();
  }

  /** This side to the front. @param {Side} side @param {boolean} [motion] */
  face(side, motion = this.look.motion) {
    this.onlooker.face(side, motion);
    this.#side = side;
    this.#stir();
  }

  /**
   * Look from exactly here: radians round and up, and how many times as large.
   * @param {number} azimuth
   * @param {number} elevation
   * @param {number} [scale]
   */
  stand(azimuth, elevation, scale) {
    this.onlooker.look(azimuth, elevation, scale);
    this.#stir();
  }

  /** Look closer by this factor, about a point of the canvas; none: its middle. @param {number} factor @param {{x: number, y: number}} [point] */
  near(factor, point) {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const { x, y } = point ?? { x: width / 2, y: height / 2 };
    this.onlooker.near(factor, { x: (2 * x) / width - 1, y: 1 - (2 * y) / height });
    this.#stir();
  }

  /** Turn to places of which nothing is seen from here. */
  reveal() {
    this.onlooker.show(this.#unseen(), this.standing, this.look.motion);
    this.#stir();
  }

  /** Cells of places of which nothing is seen from here; where very many may be tried, nobody is told. */
  #unseen() {
    const told = this.places.filter(({ quiet }) => !quiet).map(({ cell }) => cell);
    return this.onlooker.hidden(told, new Map([...this.standing].filter(([, { die }]) => die.look !== 'lifted')));
  }

  /** The canvas has another size. */
  resize() {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (!width || !height) return;
    this.#ratio = 0;
    this.onlooker.fit(width / height, this.look.size, this.highest);
    this.#stir();
  }

  /**
   * The cell whose die or ghost is drawn at this place of the canvas; null where there is none.
   * @param {number} x
   * @param {number} y
   */
  at(x, y) {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const ray = new Raycaster();
    ray.setFromCamera(new Vector2((x / width) * 2 - 1, 1 - (y / height) * 2), this.onlooker.camera);
    const [hit] = ray.intersectObjects([this.made.solid, this.made.ghosts, this.base.plate], false);
    return hit?.instanceId === undefined ? null : /** @type {number} */ (hit.object.userData.cells[hit.instanceId]);
  }

  /** Where the middle of a cell is on the canvas. @param {number} cell */
  where(cell) {
    return placeOf(cell, this.onlooker.camera, this.canvas.clientWidth, this.canvas.clientHeight);
  }

  /** @param {{x: number, y: number}} point @param {boolean} again */
  #tap({ x, y }, again) {
    if (this.playing) {
      this.skip();
      this.draw();
    }
    const cell = this.at(x, y);
    if (again) this.wish.onAgain?.(cell);
    else if (cell !== null) this.wish.onPick(cell);
  }

  /** @param {number | null} cell */
  #hover(cell) {
    const touchable = cell !== null && this.places.some((place) => place.cell === cell);
    this.canvas.style.cursor = touchable ? 'pointer' : 'grab';
    const hovered = touchable ? cell : null;
    if (hovered === this.hovered) return;
    this.hovered = hovered;
    this.#change();
  }

  /** What is drawn has changed. */
  #change() {
    this.#stale = true;
    this.#stir();
  }

  /** Draw the next frame. */
  #stir() {
    clearTimeout(this.#settle);
    if (this.#frame) return;
    this.#asked = performance.now();
    this.#frame = requestAnimationFrame((now) => this.#next(now));
  }

  /** One frame; another one follows while anything moves, and a full picture when it rests. @param {number} now */
  #next(now) {
    this.#frame = 0;
    const passed = this.#last ? now - this.#last : 16;
    const walks = this.onlooker.step(now, Math.min(passed, 100));
    if (this.playing && performance.now() - this.playing.since >= timetable(this.playing.found).end) this.skip();
    const moves = walks || this.playing !== null;
    if (this.#last) this.pace.measure(performance.now() - this.#asked);
    this.draw(moves || this.#last > 0);
    this.#tellSide();
    this.#tellZoom();
    this.#last = now;
    if (moves) this.#stir();
    else this.#settle = window.setTimeout(() => this.#rest(), SETTLE_MS);
  }

  /** Nothing has moved for a while: the full picture. */
  #rest() {
    this.#last = 0;
    if (this.#ratio !== this.pace.ratio(false, this.canvas.clientWidth * this.canvas.clientHeight)) this.draw();
    this.wish.onUnseen?.(this.#unseen().length);
    if (this.pace.hopeless) this.wish.onSlow?.(Math.round(this.pace.typical));
  }

  /** Who turned the pile by hand learns which side is nearest now. */
  #tellSide() {
    const { side } = this.onlooker;
    if (side === this.#side) return;
    this.#side = side;
    this.wish.onSide?.(side);
  }

  #tellZoom() {
    const { scale } = this.onlooker.zoom;
    if (scale === this.#scale) return;
    this.#scale = scale;
    this.wish.onZoom?.(scale);
  }

  /** Draw now. @param {boolean} [inMotion] */
  draw(inMotion = false) {
    const ratio = this.pace.ratio(inMotion, this.canvas.clientWidth * this.canvas.clientHeight);
    if (ratio !== this.#ratio) {
      this.#ratio = ratio;
      this.renderer.setPixelRatio(ratio);
      this.renderer.setSize(this.canvas.clientWidth, this.canvas.clientHeight, false);
    }
    const hasty = inMotion && this.pace.software && !this.playing;
    if (this.#stale || this.playing || hasty !== this.#hasty) this.#fill(hasty);
    this.made.light.value.copy(this.onlooker.light());
    this.renderer.render(this.world, this.onlooker.camera);
    this.sheet.draw(writtenOver(this, this.onlooker.camera), this.onlooker.camera);
    this.drawings += 1;
  }

  /** Lay out the dice anew. @param {boolean} hasty */
  #fill(hasty) {
    this.#hasty = hasty;
    const [solid, ghosts] = this.#drawn();
    fillDice(this.made.solid, solid);
    fillDice(this.made.ghosts, ghosts);
    this.base.shade(filledBy(this.dice));
    this.#stale = false;
  }

  /** The scene is no longer needed: give everything back. */
  dispose() {
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#settle);
    for (const end of this.#ends) end();
    this.sheet.remove();
    this.base.dispose();
    this.made.dispose();
    this.renderer.dispose();
    if (!this.renderer.getContext().isContextLost()) this.renderer.forceContextLoss();
  }
}

/** The outer dice first: they hide the others, which then cost little. @param {Standing} one @param {Standing} other */
const outerFirst = (one, other) => Math.min(...CELLS[one.die.cell]) - Math.min(...CELLS[other.die.cell]);
