/**
 * The tray as a picture in three dimensions, drawn in a worker on a canvas of the page, only when something changes.
 */
import {
  DirectionalLight,
  HemisphereLight,
  PerspectiveCamera,
  Scene,
  Vector3,
  WebGLRenderer,
} from '../vendor/three.module.min.js';
import { Pace, drawsInSoftware } from '../pyramid/scene-pace.js';
import { DiceMaker } from './die-mesh.js';
import { closed, COVERED_MS, GONE_MS, lifted, POURED_MS, pouring, reach, SHAKEN_MS, slamming } from './cup-path.js';
import { RIM, cup, tray } from './furniture.js';
import { atFrame } from './model.js';
import { FRAMES_PER_S } from './simulate.js';

/** @typedef {import('./types.js').Lying} Lying */
/** @typedef {import('./types.js').Room} Room */
/** @typedef {import('./model.js').Thrown} Thrown */
/** @typedef {import('./furniture.js').Colours} Colours */
/** @typedef {string | number} Id */
/** @typedef {'away' | 'closed' | 'lifted'} CupState */
/**
 * @typedef {{id: Id, x: number, y: number, size: number}} Place where a die is on the canvas, in its pixels; `size`:
 *     of an edge
 */
/** @typedef {{ms: number, wait: number, draw: (ms: number) => void}} Moving draws the moment after so many milliseconds; `wait`: when
 *     the dice leave the cup */

const VIEW_DEGREES = 20;
const STEEP = 1.26; // radians above the felt
const WITHIN = 0.995; // of the picture
const ROOM = 0.97; // for the cup, of which only some points are looked at

export class TrayScene {
  /**
   * @param {OffscreenCanvas} canvas
   * @param {Room} room
   * @param {Colours} colours
   * @param {Record<string, import('./die-mesh.js').Paint>} paints
   */
  constructor(canvas, room, colours, paints) {
    const software = drawsInSoftware(new OffscreenCanvas(1, 1));
    this.pace = new Pace(software);
    this.renderer = new WebGLRenderer({ canvas, antialias: !software, alpha: true, powerPreference: 'low-power' });
    this.renderer.shadowMap.enabled = true;
    this.scene = new Scene();
    this.camera = new PerspectiveCamera(VIEW_DEGREES, 1, 1, 200);
    this.size = { width: 1, height: 1, beside: 0, above: 0, screen: 1 };
    this.maker = new DiceMaker(paints);
    /** @type {Map<Id, any>} */ this.meshes = new Map();
    this.room = room;
    this.colours = colours;
    this.cup = cup(colours);
    this.fine = software ? 512 : 1024;
    /** @type {any[]} */ this.furniture = [];
    this.scene.add(this.cup);
    this.furnish(room);
  }

  /** Put up a tray of this size, and a lamp over it. @param {Room} room */
  furnish(room) {
    this.room = room;
    this.scene.remove(...this.furniture);
    this.furniture = [tray(room, this.colours), ...lights(room, this.fine)];
    this.scene.add(...this.furniture);
    this.setCup('away');
    this.fit();
  }

  /** @param {import('./types.js').Size} size */
  resize(size) {
    this.size = size;
    this.fit();
    this.refine(false);
  }

  /** As fine as it may be, at rest or in motion. @param {boolean} inMotion */
  refine(inMotion) {
    const { width, height, screen } = this.size;
    const ratio = this.pace.ratio(inMotion, width * height, screen);
    if (this.drawnAs === `${ratio} ${width} ${height}`) return;
    const first = !this.drawnAs;
    this.drawnAs = `${ratio} ${width} ${height}`;
    this.renderer.setPixelRatio(ratio);
    this.renderer.setSize(width, height, false);
    if (!first) this.draw(); // a canvas of another size is blank until something is drawn
  }

  /** Stand so near that the whole tray is just seen, and the cup wherever it is: that may reach beyond the tray. */
  fit() {
    const { width, depth } = this.room;
    const { beside, above, ...canvas } = this.size;
    const [inner, high] = [Math.max(1, canvas.width - 2 * beside), Math.max(1, canvas.height - above)];
    this.camera.clearViewOffset();
    this.camera.aspect = inner / high;
    const corners = [-1, 1].flatMap((x) =>
      [-1, 1].map((z) => new Vector3(x * (width / 2 + RIM), 0.6, z * (depth / 2 + RIM))),
    );
    const around = reach(this.room).map((point) => new Vector3(...point));
    const top = 1 + (2 * above) / high;
    const side = 1 + (2 * beside) / inner;
    let near = 4;
    let far = 120;
    for (let step = 0; step < 24; step++) {
      const distance = (near + far) / 2;
      this.stand(distance);
      const fits = this.sees(corners, 1, 1) && this.sees(around, ROOM * side, ROOM * top);
      if (fits) far = distance;
      else near = distance;
    }
    this.camera.setViewOffset(inner, high, -beside, -above, canvas.width, canvas.height);
    this.stand(far);
  }

  /** Are all these points in the picture, and so much beside and above it? @param {readonly any[]} points @param {number} side @param {number} top */
  sees(points, side, top) {
    return points.every((point) => {
      const { x, y } = point.clone().project(this.camera);
      return Math.abs(x) < WITHIN * side && y < WITHIN * top && y > -WITHIN;
    });
  }

  /** @param {number} distance */
  stand(distance) {
    this.camera.position.set(0, Math.sin(STEEP) * distance, Math.cos(STEEP) * distance);
    this.camera.lookAt(0, 0.2, 0);
    this.camera.updateProjectionMatrix();
    this.camera.updateMatrixWorld();
  }

  /** @param {CupState} state */
  setCup(state) {
    this.cup.visible = state !== 'away';
    if (state !== 'away') this.putCup(state === 'closed' ? closed(this.room) : lifted(this.room));
  }

  /** @param {import('./cup-path.js').Pose} pose */
  putCup({ x, y, z, turn, size }) {
    this.cup.position.set(x, y, z);
    this.cup.rotation.set(0, 0, turn);
    this.cup.scale.setScalar(size);
    this.cup.visible = size > 0;
  }

  /**
   * These dice, as they lie.
   * @param {ReadonlyMap<Id, Lying>} lying
   * @param {readonly import('./model.js').Seen[]} dice
   */
  rest(lying, dice) {
    for (const [id, mesh] of this.meshes) {
      if (lying.has(id)) continue;
      this.scene.remove(mesh);
      this.meshes.delete(id);
    }
    for (const { id, colour } of dice) {
      const die = lying.get(id);
      if (die) put(this.meshOf(id, colour), die);
    }
    this.refine(false);
  }

  /** @param {Id} id @param {string} colour */
  meshOf(id, colour) {
    const mesh = this.meshes.get(id) ?? this.maker.die(colour);
    mesh.material = this.maker.material(colour);
    mesh.visible = true;
    this.meshes.set(id, mesh);
    this.scene.add(mesh);
    return mesh;
  }

  /** The cup is shaken and poured out, the dice tumble. @param {Thrown} thrown @returns {Moving} */
  throwing(thrown) {
    const meshes = thrown.ids.map((id) => this.meshes.get(id));
    return {
      wait: POURED_MS,
      ms: POURED_MS + Math.max(GONE_MS - POURED_MS, (thrown.path.frames / FRAMES_PER_S) * 1000),
      draw: (ms) => {
        this.putCup(pouring(this.room, ms));
        const frame = Math.floor(((ms - POURED_MS) / 1000) * FRAMES_PER_S);
        meshes.forEach((mesh, die) => {
          mesh.visible = frame >= 0;
          if (frame >= 0) put(mesh, atFrame(thrown, die, frame));
        });
      },
    };
  }

  /** The cup is shaken and put down on its mouth; nobody sees what is in it. @returns {Moving} */
  slamming() {
    return { wait: SHAKEN_MS, ms: COVERED_MS, draw: (ms) => this.putCup(slamming(this.room, ms)) };
  }

  /** Where the dice are on the tray. @param {ReadonlyMap<Id, Lying>} lying @returns {Place[]} */
  places(lying) {
    return [...lying].map(([id, { x, y, z }]) => {
      const middle = this.onCanvas(x, y + 0.2, z);
      const right = this.onCanvas(x + 1, y + 0.2, z);
      return { id, x: middle.x, y: middle.y, size: right.x - middle.x };
    });
  }

  /** @param {number} x @param {number} y @param {number} z */
  onCanvas(x, y, z) {
    const seen = new Vector3(x, y, z).project(this.camera);
    const { width, height, beside, above } = this.size;
    return { x: ((seen.x + 1) / 2) * width - beside, y: ((1 - seen.y) / 2) * height - above };
  }

  draw() {
    this.renderer.render(this.scene, this.camera);
  }
}

/** @param {any} mesh @param {Lying} lying */
function put(mesh, { x, y, z, turn }) {
  mesh.position.set(x, y, z);
  mesh.quaternion.set(...turn);
}

/**
 * A lamp above the table, to the left, and the light of the room.
 * @param {Room} room
 * @param {number} fine pixels of a shadow's picture
 */
function lights({ width, depth }, fine) {
  const lamp = new DirectionalLight(0xfff1d6, 2.1);
  lamp.position.set(-width * 0.35, 14, depth * 0.25);
  lamp.castShadow = true;
  lamp.shadow.mapSize.set(fine, fine);
  lamp.shadow.radius = 3;
  lamp.shadow.bias = -0.0006;
  lamp.shadow.normalBias = 0.02;
  Object.assign(lamp.shadow.camera, {
    left: -width * 0.7,
    right: width * 0.7,
    top: width * 0.55,
    bottom: -width * 0.55,
    near: 1,
    far: 40,
  });
  return [lamp, new HemisphereLight(0xfffaf0, 0x6a5a48, 1.35)];
}
