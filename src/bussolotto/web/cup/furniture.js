/** What the dice fall on and out of: a wooden tray lined with felt, and a leather cup. */
import {
  CanvasTexture,
  CircleGeometry,
  Color,
  DoubleSide,
  ExtrudeGeometry,
  Group,
  LatheGeometry,
  Mesh,
  MeshLambertMaterial,
  MeshPhongMaterial,
  Path,
  PlaneGeometry,
  RepeatWrapping,
  SRGBColorSpace,
  Shape,
  Vector2,
} from '../vendor/three.module.min.js';
import { drawing } from '../components/random.js';

/** @typedef {import('./types.js').Room} Room */
/** @typedef {{felt: string, wood: string, leather: string, brass: string}} Colours */

export const RIM = 0.5; // how broad the wood is
const RIM_HEIGHT = 0.75;
export const CUP_HEIGHT = 3.1;
export const CUP_MOUTH = 1.62;
export const CUP_FOOT = 1.28;
const CUP_WALL = 0.14;

/** @param {Room} room @param {Colours} colours */
export function tray({ width, depth }, colours) {
  const group = new Group();
  const felt = new Mesh(
    new PlaneGeometry(width + RIM, depth + RIM),
    new MeshLambertMaterial({ map: feltPicture(colours.felt) }),
  );
  felt.material.map.repeat.set(width / 4, depth / 4);
  felt.rotation.x = -Math.PI / 2;
  felt.receiveShadow = true;
  const outside = rounded(new Shape(), width + 2 * RIM, depth + 2 * RIM, 0.75);
  outside.holes.push(rounded(new Path(), width, depth, 0.4));
  const rim = new Mesh(
    new ExtrudeGeometry(outside, {
      depth: RIM_HEIGHT,
      bevelEnabled: true,
      bevelSize: 0.12,
      bevelThickness: 0.14,
      bevelOffset: -0.12,
      bevelSegments: 3,
      curveSegments: 6,
    }),
    new MeshPhongMaterial({ map: woodPicture(colours.wood), shininess: 26, specular: 0x2a2018 }),
  );
  rim.rotation.x = -Math.PI / 2;
  rim.castShadow = rim.receiveShadow = true;
  group.add(felt, rim);
  return group;
}

/**
 * @param {any} path
 * @param {number} width
 * @param {number} depth
 * @param {number} radius a rectangle with round corners, round the origin
 */
function rounded(path, width, depth, radius) {
  const [x, y] = [width / 2, depth / 2];
  path.moveTo(x - radius, -y);
  path.absarc(x - radius, radius - y, radius, -Math.PI / 2, 0, false);
  path.absarc(x - radius, y - radius, radius, 0, Math.PI / 2, false);
  path.absarc(radius - x, y - radius, radius, Math.PI / 2, Math.PI, false);
  path.absarc(radius - x, radius - y, radius, Math.PI, Math.PI * 1.5, false);
  path.closePath();
  return path;
}

/** A cup that stands on its mouth; its origin is the middle of the mouth. @param {Colours} colours */
export function cup(colours) {
  const outline = [
    [CUP_MOUTH - CUP_WALL, 0.02],
    [CUP_MOUTH - CUP_WALL / 2, 0],
    [CUP_MOUTH + 0.05, 0.05],
    [CUP_MOUTH + 0.06, 0.3],
    [CUP_MOUTH - 0.02, 0.36],
    [CUP_FOOT + 0.02, CUP_HEIGHT - 0.42],
    [CUP_FOOT + 0.08, CUP_HEIGHT - 0.36],
    [CUP_FOOT + 0.07, CUP_HEIGHT - 0.08],
    [CUP_FOOT - 0.06, CUP_HEIGHT],
    [0, CUP_HEIGHT],
  ];
  const inside = [
    [0, CUP_HEIGHT - 0.2],
    [CUP_FOOT - CUP_WALL, CUP_HEIGHT - 0.2],
    [CUP_MOUTH - CUP_WALL, 0.02],
  ];
  const leather = new MeshPhongMaterial({
    color: new Color(colours.leather),
    shininess: 22,
    specular: 0x33261c,
    side: DoubleSide,
  });
  const lining = new MeshLambertMaterial({ color: new Color(colours.felt).multiplyScalar(0.8), side: DoubleSide });
  const group = new Group();
  for (const [points, material] of /** @type {[number[][], any][]} */ ([
    [outline, leather],
    [inside, lining],
  ])) {
    const mesh = new Mesh(
      new LatheGeometry(
        points.map(([x, y]) => new Vector2(x, y)),
        40,
      ),
      material,
    );
    mesh.castShadow = mesh.receiveShadow = true;
    group.add(mesh);
  }
  const seal = new Mesh(
    new CircleGeometry(CUP_FOOT * 0.55, 32),
    new MeshPhongMaterial({ color: new Color(colours.brass), shininess: 60 }),
  );
  seal.rotation.x = -Math.PI / 2;
  seal.position.y = CUP_HEIGHT + 0.01;
  group.add(seal);
  return group;
}

/** @param {string} colour */
function feltPicture(colour) {
  return painted(128, (brush, draw) => {
    brush.fillStyle = colour;
    brush.fillRect(0, 0, 128, 128);
    for (let hair = 0; hair < 2600; hair++) {
      brush.fillStyle = draw() < 0.5 ? '#ffffff0b' : '#0000000e';
      brush.fillRect(draw() * 128, draw() * 128, 1 + draw() * 3, 1);
    }
  });
}

/** @param {string} colour */
function woodPicture(colour) {
  const map = painted(256, (brush, draw) => {
    brush.fillStyle = colour;
    brush.fillRect(0, 0, 256, 256);
    for (let line = 0; line < 150; line++) {
      brush.fillStyle = draw() < 0.45 ? '#ffffff0c' : '#00000012';
      brush.fillRect(0, draw() * 256, 256, 0.6 + draw() * 3);
    }
  });
  map.repeat.set(0.22, 0.4);
  return map;
}

/** @param {number} size @param {(brush: OffscreenCanvasRenderingContext2D, draw: () => number) => void} paint */
function painted(size, paint) {
  const canvas = new OffscreenCanvas(size, size);
  paint(/** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext('2d')), drawing(size));
  const map = new CanvasTexture(canvas);
  map.wrapS = map.wrapT = RepeatWrapping;
  map.colorSpace = SRGBColorSpace;
  map.anisotropy = 4;
  return map;
}
