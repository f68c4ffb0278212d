/** Dice that are lit and throw shadows: the body and the pips of the pyramid's dice, and ivory beside their colours. */
import { Color, Mesh, MeshPhongMaterial } from '../vendor/three.module.min.js';
import { COLOURS, dieGeometry, pipAtlas } from '../pyramid/scene-die.js';

/** @typedef {{body: string, pips: string}} Paint */

const [ROUND_PIPS] = COLOURS;

/** All that the dice of a tray share. */
export class DiceMaker {
  /** @param {Record<string, Paint>} paints by colour; `ivory` is one of them */
  constructor(paints) {
    this.paints = paints;
    this.geometry = dieGeometry();
    this.atlas = pipAtlas(new OffscreenCanvas(1, 1));
    /** @type {Map<string, any>} */ this.materials = new Map();
  }

  /** A new die. @param {string} colour */
  die(colour) {
    const mesh = new Mesh(this.geometry, this.material(colour));
    mesh.castShadow = mesh.receiveShadow = true;
    return mesh;
  }

  /** What dice of this colour are made of. @param {string} colour */
  material(colour) {
    const known =
      this.materials.get(colour) ?? pipped(this.atlas, this.paints[colour] ?? this.paints.ivory, rowOf(colour));
    this.materials.set(colour, known);
    return known;
  }
}

/** Which row of the atlas has the pips of a colour. @param {string} colour */
function rowOf(colour) {
  const row = COLOURS.findIndex((name) => name === colour);
  return row < 0 ? COLOURS.indexOf(ROUND_PIPS) : row;
}

/**
 * Lacquer of one colour with pips let in: three's own light and shadow, and the atlas laid over it.
 * @param {any} atlas
 * @param {Paint} paint
 * @param {number} row
 */
function pipped(atlas, { body, pips }, row) {
  const material = new MeshPhongMaterial({ color: new Color(body), shininess: 70, specular: 0x333333 });
  material.onBeforeCompile = (/** @type {any} */ shader) => {
    Object.assign(shader.uniforms, { atlas: { value: atlas }, row: { value: row }, pips: { value: new Color(pips) } });
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', 'attribute vec3 face; uniform float row; varying vec2 tile;\n#include <common>')
      .replace(
        '#include <begin_vertex>',
        'tile = vec2((face.x + face.z - 1.0) / 6.0, (face.y + row) / 5.0);\n#include <begin_vertex>',
      );
    shader.fragmentShader = shader.fragmentShader
      .replace('#include <common>', 'uniform sampler2D atlas; uniform vec3 pips; varying vec2 tile;\n#include <common>')
      .replace(
        '#include <map_fragment>',
        'vec2 dots = texture2D(atlas, tile).rg;\ndiffuseColor.rgb = mix(diffuseColor.rgb, pips * (0.7 + 0.5 * dots.g), dots.r);',
      );
  };
  return material;
}
