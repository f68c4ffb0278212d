/**
 * Dice as one instanced mesh: a box with round edges, pips from one atlas, light and contact shade in one small shader.
 *
 * A die by itself has its faces 1, 2, 3 on +x, +y, +z; the matrix of its instance turns them where its pose shows them.
 * What else tells one die from another are numbers of its instance: colour, which faces are known, marks, shade at
 * edges.
 */
import {
  BufferGeometry,
  CanvasTexture,
  Color,
  DynamicDrawUsage,
  Float32BufferAttribute,
  InstancedBufferAttribute,
  InstancedMesh,
  LinearMipmapNearestFilter,
  ShaderMaterial,
  Vector3,
} from '../vendor/three.module.min.js';
import { AXIS, PIPS, PIP_SHAPES } from './lattice.js';
import { FRAGMENT, VERTEX } from './scene-shader.js';

/** @typedef {import('./types.js').Colour} Colour */
/** @typedef {CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D} Brush */

export const COLOURS = /** @type {const} */ (['red', 'yellow', 'pearl', 'turquoise', 'violet']);
/** Between a place and 1.5 its ring is fainter and fainter. */
export const MARK = /** @type {const} */ ({ none: 0, place: 1, faint: 1.4, chosen: 2, ghost: 3 });
const HALF = 0.492; // a hair less than the lattice, so that neighbours keep apart
const ROUND = 0.085; // radius of the edges
const TILE = 128; // pixels of a face in the atlas
const FACES = 6;

/** Numbers of an instance, by attribute: how many there are of each. */
const NUMBERS = /** @type {const} */ ({ shadeX: 4, shadeY: 4, shadeZ: 4, style: 4, known: 3 });

/** One die: each side a flat square, and four strips that bend down to the sides beside it. */
export function dieGeometry() {
  const sides = [1, 2, 3, 4, 5, 6].map(dieSide);
  const geometry = new BufferGeometry();
  geometry.setAttribute(
    'position',
    new Float32BufferAttribute(
      sides.flatMap(({ position }) => position),
      3,
    ),
  );
  geometry.setAttribute(
    'normal',
    new Float32BufferAttribute(
      sides.flatMap(({ normal }) => normal),
      3,
    ),
  );
  geometry.setAttribute(
    'face',
    new Float32BufferAttribute(
      sides.flatMap(({ face }) => face),
      3,
    ),
  );
  const strips = [0, 1, 2, 3].flatMap((corner) => [
    corner,
    corner + 4,
    ((corner + 1) % 4) + 4,
    corner,
    ((corner + 1) % 4) + 4,
    (corner + 1) % 4,
  ]);
  geometry.setIndex(sides.flatMap((_, side) => [0, 1, 2, 0, 2, 3, ...strips].map((point) => point + side * 8)));
  return geometry;
}

const AROUND = [
  [-1, -1],
  [1, -1],
  [1, 1],
  [-1, 1],
]; // the corners of a square, counter-clockwise

/**
 * The points of one side of a die: the corners of the flat square, then the round corners of the die.
 * @param {number} face
 */
function dieSide(face) {
  const axis = Math.min(face, 7 - face) - 1;
  const way = face <= 3 ? 1 : -1;
  const inner = HALF - ROUND;
  const points = [inner, HALF]
    .flatMap((reach) => AROUND.map(([u, v]) => [u * reach, v * reach]))
    .map(([u, v]) => {
      const point = [0, 0, 0];
      point[axis] = way * HALF;
      point[(axis + 1) % 3] = way * u; // turned, not mirrored, on the far side
      point[(axis + 2) % 3] = v;
      const core = point.map((coordinate) => Math.max(-inner, Math.min(inner, coordinate)));
      const normal = new Vector3(...point.map((coordinate, other) => coordinate - core[other])).normalize().toArray();
      const position = core.map((coordinate, other) => coordinate + ROUND * normal[other]);
      return { position, normal, face: [u / HALF / 2 + 0.5, v / HALF / 2 + 0.5, face] };
    });
  return {
    position: points.flatMap(({ position }) => position),
    normal: points.flatMap(({ normal }) => normal),
    face: points.flatMap((point) => point.face),
  };
}

/**
 * All pips, a row for each colour's shape and a column for each face: red where a pip is, green where its far rim
 * shines.
 * @param {HTMLCanvasElement | OffscreenCanvas} canvas to draw them on; a worker has no document to make one
 */
export function pipAtlas(canvas = document.createElement('canvas')) {
  canvas.width = TILE * FACES;
  canvas.height = TILE * COLOURS.length;
  const brush = /** @type {Brush} */ (canvas.getContext('2d'));
  brush.fillStyle = '#000';
  brush.fillRect(0, 0, canvas.width, canvas.height);
  brush.globalCompositeOperation = 'lighter';
  COLOURS.forEach((colour, row) =>
    PIPS.forEach((pips, face) =>
      pips.forEach(([x, y]) => {
        const middle = [(face - 1 + 0.5 + x * 0.25) * TILE, (row + 0.5 + y * 0.25) * TILE];
        drawPip(brush, PIP_SHAPES[colour], middle, face === 1 ? 0.125 : 0.1);
      }),
    ),
  );
  const texture = new CanvasTexture(canvas);
  texture.minFilter = LinearMipmapNearestFilter;
  texture.flipY = false;
  return texture;
}

/** @param {Brush} brush @param {string} shape @param {readonly number[]} middle @param {number} radius */
function drawPip(brush, shape, [x, y], radius) {
  const size = radius * TILE;
  brush.save();
  brush.translate(x, y);
  brush.fillStyle = '#f00';
  pipPath(brush, shape, size);
  brush.fill('evenodd');
  brush.clip('evenodd');
  const rim = brush.createLinearGradient(-size, -size, size, size);
  rim.addColorStop(0.35, '#000');
  rim.addColorStop(1, '#0f0');
  brush.fillStyle = rim;
  brush.fillRect(-2 * size, -2 * size, 4 * size, 4 * size);
  brush.restore();
}

/** @type {Record<string, (brush: Brush, size: number) => void>} */
const SHAPES = {
  round: (brush, size) => brush.arc(0, 0, size, 0, 7),
  square: (brush, size) => brush.roundRect(-0.86 * size, -0.86 * size, 1.72 * size, 1.72 * size, size * 0.25),
  diamond: (brush, size) => polygon(brush, 4, size * 1.22),
  triangle: (brush, size) => polygon(brush, 3, size * 1.25),
  ring: (brush, size) => {
    brush.arc(0, 0, size * 1.06, 0, 7);
    brush.closePath();
    brush.arc(0, 0, size * 0.46, 0, 7);
  },
};

/** @param {Brush} brush @param {string} shape @param {number} size */
function pipPath(brush, shape, size) {
  brush.beginPath();
  SHAPES[shape](brush, size);
}

/** @param {Brush} brush @param {number} corners @param {number} size */
function polygon(brush, corners, size) {
  for (let corner = 0; corner < corners; corner += 1) {
    const angle = (2 * Math.PI * corner) / corners - Math.PI / 2;
    brush.lineTo(size * Math.cos(angle), size * Math.sin(angle));
  }
  brush.closePath();
}

/**
 * The material of all dice, solid or ghostly, in the colours of the page.
 * @param {any} atlas @param {import('./types.js').Palette} palette @param {boolean} ghostly
 */
export function dieMaterial(atlas, palette, ghostly) {
  return new ShaderMaterial({
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    transparent: ghostly,
    depthWrite: !ghostly,
    uniforms: {
      atlas: { value: atlas },
      bodies: { value: COLOURS.map((name) => linear(palette.dice[name])) },
      pips: { value: COLOURS.map((name) => linear(palette.pips[name])) },
      accent: { value: linear(palette.accent) },
      sides: { value: AXIS.map((axis) => new Vector3(...axis).negate()) },
      light: { value: new Vector3(0, 1, 0) },
    },
  });
}

/** A colour of the page as the shader computes with it: squared, for the picture takes roots. @param {string} text */
export function linear(text) {
  const { r, g, b } = new Color().setStyle(text, '');
  return new Vector3(r * r, g * g, b * b);
}

/**
 * Room for so many dice.
 * @param {any} geometry shared by all meshes of dice @param {any} material @param {number} most
 */
export function diceMesh(geometry, material, most) {
  const own = new BufferGeometry();
  own.setIndex(geometry.index);
  for (const [name, values] of Object.entries(geometry.attributes)) own.setAttribute(name, values);
  for (const [name, size] of Object.entries(NUMBERS)) {
    const values = new InstancedBufferAttribute(new Float32Array(most * size), size);
    values.setUsage(DynamicDrawUsage);
    own.setAttribute(name, values);
  }
  const mesh = new InstancedMesh(own, material, most);
  mesh.instanceMatrix.setUsage(DynamicDrawUsage);
  mesh.frustumCulled = false;
  mesh.count = 0;
  return mesh;
}

/**
 * @typedef {object} Drawn a die as it is drawn
 * @property {number} cell
 * @property {any} matrix
 * @property {number} colour
 * @property {readonly number[]} known which of the pairs 1-6, 2-5, 3-4 may be seen: 1 or 0 each
 * @property {readonly (readonly number[])[]} shade by side, how dark its four edges are
 * @property {number} alpha
 * @property {number} mark
 * @property {number} tone 1 as it is; less: dimmed; more: new or under the pointer
 */

/** Draw these dice and no others. @param {any} mesh @param {readonly Drawn[]} dice */
export function fillDice(mesh, dice) {
  const { shadeX, shadeY, shadeZ, style, known } = mesh.geometry.attributes;
  dice.forEach((die, index) => {
    mesh.setMatrixAt(index, die.matrix);
    [shadeX, shadeY, shadeZ].forEach((values, side) => values.set(die.shade[side], index * 4));
    style.set([die.alpha, die.mark, die.tone, die.colour], index * 4);
    known.set(die.known, index * 3);
  });
  mesh.count = dice.length;
  mesh.userData.cells = dice.map(({ cell }) => cell);
  for (const values of [mesh.instanceMatrix, shadeX, shadeY, shadeZ, style, known]) values.needsUpdate = true;
  mesh.boundingSphere = null; // told anew when it is next picked from
}

/**
 * All that draws dice: one mesh for solid ones, one for ghosts, and where their light is.
 * @param {import('./types.js').Palette} palette @param {number} most
 */
export function makeDice(palette, most) {
  const geometry = dieGeometry();
  const atlas = pipAtlas();
  const materials = [false, true].map((ghostly) => dieMaterial(atlas, palette, ghostly));
  materials[1].uniforms.light = materials[0].uniforms.light;
  const meshes = materials.map((material) => diceMesh(geometry, material, most));
  const [solid, ghosts] = meshes;
  solid.renderOrder = -1; // the dice before the wood that they hide
  ghosts.renderOrder = 1;
  const dispose = () => {
    for (const mesh of meshes) {
      mesh.geometry.dispose();
      mesh.dispose();
    }
    for (const thing of [...materials, geometry, atlas]) thing.dispose();
  };
  return { solid, ghosts, light: materials[0].uniforms.light, dispose };
}
