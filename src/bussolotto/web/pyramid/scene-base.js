/**
 * What the dice stand on: a triangle of wood with a hollow for every die, its shadow on the table, a spot under each
 * die.
 */
import {
  BufferGeometry,
  CanvasTexture,
  CircleGeometry,
  DoubleSide,
  DynamicDrawUsage,
  Float32BufferAttribute,
  Group,
  InstancedMesh,
  Matrix4,
  LinearMipmapNearestFilter,
  Mesh,
  Path,
  RepeatWrapping,
  ShaderMaterial,
  Shape,
  ShapeGeometry,
  Vector3,
} from '../vendor/three.module.min.js';
import { AXIS, CELLS, baseOf, centreOf } from './lattice.js';
import {
  SHADOW_FRAGMENT,
  SHADOW_VERTEX,
  SPOT_FRAGMENT,
  SPOT_VERTEX,
  WOOD_FRAGMENT,
  WOOD_VERTEX,
} from './scene-shader.js';

/** @typedef {import('./types.js').Palette} Palette */
/** @typedef {[number, number]} Point x and z */

const SUNK = 0.4; // the wood's top lies so far under the middle of the lowest dice
const CORNER = Math.sqrt(3) / 2; // from the middle of a die to its corner
const OPENING = (CORNER - SUNK) * Math.SQRT2; // from the middle of a hollow to a corner of it
const MARGIN = 1.28; // wood beyond the middles of the outer dice
const ROUND = 1.15; // radius of its corners
const THICK = 0.62;
/** Across the rim of the wood: how far in, how far down. */
const RIM = [
  [0.17, 0],
  [0.06, -0.03],
  [0, -0.13],
  [0, 0.12 - THICK],
  [0.1, -THICK],
];
const WAYS = AXIS.map(([x, , z]) => /** @type {Point} */ ([-x * Math.sqrt(1.5), -z * Math.sqrt(1.5)])); // to side X, Y, Z, seen from above

/** How high the wood lies. @param {number} size */
export const topOf = (size) => size * AXIS[0][1] - SUNK;
/** From the middle of the wood to its sides. @param {number} size */
const reachOf = (size) => (size * Math.sqrt(2 / 3)) / 2 + MARGIN;

/**
 * Points round all there is to see, to fit it into the picture.
 * @param {number} size
 * @param {number} highest the highest level that matters
 */
export function extentOf(size, highest) {
  const low = outline(size, 0).flatMap(([x, z]) => [0, -THICK].map((down) => new Vector3(x, topOf(size) + down, z)));
  const top = CELLS.filter((cell) => cell.reduce((total, value) => total + value) === size - highest);
  return [...low, ...top.map((cell) => new Vector3(...centreOf(cell)).add(new Vector3(0, CORNER, 0)))];
}

/** The rim seen from above, so far in from the edge. @param {number} size @param {number} inset @returns {Point[]} */
function outline(size, inset) {
  const reach = reachOf(size);
  const round = ROUND - inset;
  return [0, 1, 2].flatMap((corner) => {
    const [x, z] = WAYS[corner];
    const middle = [-2 * (reach - ROUND) * x, -2 * (reach - ROUND) * z];
    const facing = Math.atan2(-z, -x);
    return [-8, -6, -4, -2, 0, 2, 4, 6, 8].map((step) => {
      const angle = facing - (step / 8) * (Math.PI / 3);
      return /** @type {Point} */ ([middle[0] + round * Math.cos(angle), middle[1] + round * Math.sin(angle)]);
    });
  });
}

/** The corners of a hollow, seen from above. @param {number} cell @returns {Point[]} */
function hollow(cell) {
  const [x, , z] = centreOf(CELLS[cell]);
  return WAYS.map(([wayX, wayZ]) => [x + wayX * OPENING, z + wayZ * OPENING]);
}

/** Points, where they look, how dark they are: the wood as triangles. */
class Surface {
  /** @type {number[]} */ position = [];
  /** @type {number[]} */ normal = [];
  /** @type {number[]} */ shaded = [];

  /** @param {readonly any[]} corners three points @param {readonly any[]} normals @param {readonly number[]} shades */
  add(corners, normals, shades) {
    corners.forEach((corner, index) => {
      this.position.push(...corner.toArray());
      this.normal.push(...normals[index].toArray());
      this.shaded.push(shades[index]);
    });
  }

  geometry() {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new Float32BufferAttribute(this.position, 3));
    geometry.setAttribute('normal', new Float32BufferAttribute(this.normal, 3));
    geometry.setAttribute('shaded', new Float32BufferAttribute(this.shaded, 1));
    return geometry;
  }
}

/** @param {number} size */
function woodGeometry(size) {
  const surface = new Surface();
  addTop(surface, size);
  addRim(surface, size);
  for (const cell of baseOf(size)) addHollow(surface, cell, size);
  return surface.geometry();
}

/** The flat top, with an opening for every hollow. @param {Surface} surface @param {number} size */
function addTop(surface, size) {
  const shape = new Shape(outline(size, RIM[0][0]).map(([x, z]) => new Vector3(x, z, 0)));
  shape.holes = baseOf(size).map((cell) => new Path(hollow(cell).map(([x, z]) => new Vector3(x, z, 0))));
  const flat = new ShapeGeometry(shape).toNonIndexed().attributes.position;
  const up = new Vector3(0, 1, 0);
  for (let index = 0; index < flat.count; index += 3) {
    const corners = [index, index + 2, index + 1].map((at) => new Vector3(flat.getX(at), topOf(size), flat.getY(at)));
    surface.add(corners, [up, up, up], [1, 1, 1]);
  }
}

/** The rounded rim, strip by strip. @param {Surface} surface @param {number} size */
function addRim(surface, size) {
  const rings = RIM.map(([inset, down]) => outline(size, inset).map(([x, z]) => new Vector3(x, topOf(size) + down, z)));
  const outer = outline(size, 0);
  const inner = outline(size, 0.5);
  const around = outer.map(([x, z], index) => new Vector3(x - inner[index][0], 0, z - inner[index][1]).normalize());
  const rise = [1.2, 0.75, 0.2, 0, -0.6]; // how far each ring looks up
  const dark = [1, 1, 0.95, 0.66, 0.5];
  /** @param {number} ring @param {number} index */
  const looks = (ring, index) => around[index].clone().setY(rise[ring]).normalize();
  for (let ring = 0; ring + 1 < rings.length; ring += 1) {
    outer.forEach((_, index) => {
      const next = (index + 1) % outer.length;
      for (const [one, two, three] of [
        [
          [ring, index],
          [ring, next],
          [ring + 1, index],
        ],
        [
          [ring, next],
          [ring + 1, next],
          [ring + 1, index],
        ],
      ]) {
        const three3 = [one, two, three];
        surface.add(
          three3.map(([r, i]) => rings[r][i]),
          three3.map(([r, i]) => looks(r, i)),
          three3.map(([r]) => dark[r]),
        );
      }
    });
  }
}

/**
 * A hollow: three sides down to the corner in which a die stands.
 * @param {Surface} surface
 * @param {number} cell
 * @param {number} size
 */
function addHollow(surface, cell, size) {
  const [x, , z] = centreOf(CELLS[cell]);
  const bottom = new Vector3(x, topOf(size) + SUNK - CORNER, z);
  const corners = hollow(cell).map(([cornerX, cornerZ]) => new Vector3(cornerX, topOf(size), cornerZ));
  corners.forEach((corner, index) => {
    const next = corners[(index + 1) % 3];
    const normal = next.clone().sub(bottom).cross(corner.clone().sub(bottom)).normalize();
    const facing = normal.y < 0 ? normal.negate() : normal;
    surface.add([corner, next, bottom], [facing, facing, facing], [0.62, 0.62, 0.25]);
  });
}

/** Long grain of a dark wood, drawn once. @param {Palette} palette */
function woodTexture({ wood, woodDeep }) {
  const canvas = Object.assign(document.createElement('canvas'), { width: 512, height: 512 });
  const brush = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  brush.fillStyle = wood;
  brush.fillRect(0, 0, 512, 512);
  for (let line = 0; line < 150; line += 1) {
    const y = (line * 137.5) % 512;
    brush.strokeStyle = line % 3 ? woodDeep : '#c99362';
    brush.globalAlpha = 0.06 + 0.16 * ((line * 0.618) % 1);
    brush.lineWidth = 1 + 3 * ((line * 0.382) % 1);
    for (const shift of [-512, 0, 512]) {
      brush.beginPath();
      brush.moveTo(0, y + shift);
      brush.bezierCurveTo(170, y + shift + 9 * Math.sin(line), 340, y + shift - 9 * Math.sin(line), 512, y + shift);
      brush.stroke();
    }
  }
  const texture = new CanvasTexture(canvas);
  texture.wrapS = texture.wrapT = RepeatWrapping;
  texture.minFilter = LinearMipmapNearestFilter;
  return texture;
}

/** The shadow of the wood on the table. @param {number} size @param {boolean} light */
function makeShadow(size, light) {
  const shape = new Shape(outline(size, -SHADOW).map(([x, z]) => new Vector3(x, -z, 0)));
  const uniforms = { reach: { value: reachOf(size) }, bend: { value: ROUND }, strength: { value: light ? 0.42 : 0.7 } };
  const material = new ShaderMaterial({
    vertexShader: SHADOW_VERTEX,
    fragmentShader: SHADOW_FRAGMENT,
    uniforms,
    transparent: true,
    depthWrite: false,
  });
  const shadow = new Mesh(new ShapeGeometry(shape).rotateX(-Math.PI / 2), material);
  shadow.position.y = topOf(size) - THICK;
  shadow.renderOrder = -2;
  return shadow;
}

const SHADOW = 1.7; // how far it reaches beyond the wood

/** The light in which all stands, as a background. @param {boolean} light */
export const glow = (light) => {
  const [warm, inner, outer] = light ? ['255, 250, 236', 0.9, 0.5] : ['255, 226, 168', 0.2, 0.09];
  return `radial-gradient(closest-side, rgba(${warm}, ${inner}), rgba(${warm}, ${outer}) 55%, rgba(${warm}, 0))`;
};

/**
 * The base of a pile of this size.
 * @param {number} size @param {Palette} palette @param {any} light where the light is, shared with the dice
 */
export function makeBase(size, palette, light) {
  const wood = woodTexture(palette);
  const uniforms = { wood: { value: wood }, light };
  const material = new ShaderMaterial({
    vertexShader: WOOD_VERTEX,
    fragmentShader: WOOD_FRAGMENT,
    uniforms,
    side: DoubleSide,
  });
  const plate = new Mesh(woodGeometry(size), material);
  const shadow = makeShadow(size, palette.light);
  const spots = makeSpots(size);
  const group = new Group();
  group.add(shadow, plate, spots);
  const dispose = () => {
    wood.dispose();
    for (const mesh of [plate, shadow, spots]) {
      mesh.geometry.dispose();
      mesh.material.dispose();
    }
    spots.dispose();
  };
  /** @param {ReadonlySet<number>} filled */
  const shade = (filled) => fillSpots(spots, filled, size);
  return { group, plate, dispose, shade };
}

/** The shade that dice throw on the wood round them. @param {number} size */
function makeSpots(size) {
  const material = new ShaderMaterial({
    vertexShader: SPOT_VERTEX,
    fragmentShader: SPOT_FRAGMENT,
    transparent: true,
    depthWrite: false,
  });
  const spots = new InstancedMesh(new CircleGeometry(1, 20), material, baseOf(size).length);
  spots.instanceMatrix.setUsage(DynamicDrawUsage);
  spots.frustumCulled = false;
  return spots;
}

/** @param {any} spots @param {ReadonlySet<number>} filled @param {number} size */
function fillSpots(spots, filled, size) {
  const under = baseOf(size).filter((cell) => filled.has(cell));
  const flat = new Matrix4().makeRotationX(-Math.PI / 2).scale(new Vector3(1.3, 1.3, 1.3));
  under.forEach((cell, index) => {
    const [x, , z] = centreOf(CELLS[cell]);
    spots.setMatrixAt(index, new Matrix4().makeTranslation(x, topOf(size) + 0.012, z).multiply(flat));
  });
  spots.count = under.length;
  spots.instanceMatrix.needsUpdate = true;
}
