/**
 * The shaders of dice, of the base and of shadows. Where the processor draws, every pixel is dear: light is computed
 * at the
 * corners, which are where surfaces bend, and colours are squares until the last line takes their root.
 */

/**
 * What dice and wood share: warm light from over the onlooker's left shoulder, paler and blue from above, a rim of
 * gloss.
 */
const LIT = `
uniform vec3 light;
varying vec3 lit;
varying float gloss;
void shine(vec3 normal, vec3 at, vec3 eye) {
  vec3 toEye = normalize(eye - at);
  float near = 1.5 - 0.036 * distance(at, light * 15.0);
  float key = max(dot(normal, light), 0.0) * near;
  lit = mix(vec3(0.13, 0.11, 0.10), vec3(0.34, 0.34, 0.35), normal.y * 0.5 + 0.5) + vec3(0.86, 0.80, 0.70) * key;
  float away = 1.0 - max(dot(normal, toEye), 0.0);
  gloss = pow(max(dot(normal, normalize(light + toEye)), 0.0), 32.0) + 0.16 * away * away * away;
}`;

export const VERTEX = `
attribute vec3 face;
attribute vec4 shadeX;
attribute vec4 shadeY;
attribute vec4 shadeZ;
attribute vec4 style;
attribute vec3 known;
uniform vec3 bodies[5];
uniform vec3 pips[5];
uniform vec3 sides[3];
varying vec2 tile;
varying vec2 onFace;
varying vec2 place;
flat varying vec4 shade;
flat varying vec3 body;
flat varying vec3 pip;
flat varying vec4 told;
${LIT}
void main() {
  mat3 turned = mat3(instanceMatrix);
  float axis = min(face.z, 7.0 - face.z);
  vec3 way = vec3(axis == 1.0, axis == 2.0, axis == 3.0);
  vec3 looks = turned * way * (face.z < 3.5 ? 1.0 : -1.0);
  vec3 off = turned * position;
  vec3 toSides = vec3(dot(looks, sides[0]), dot(looks, sides[1]), dot(looks, sides[2]));
  vec3 along = vec3(dot(off, sides[0]), dot(off, sides[1]), dot(off, sides[2])) * 2.0;
  vec3 upper = step(0.7, toSides);
  shade = shadeX * upper.x + shadeY * upper.y + shadeZ * upper.z;
  place = along.yz * upper.x + along.zx * upper.y + along.xy * upper.z;
  int colour = int(style.w + 0.5);
  body = bodies[colour];
  pip = pips[colour];
  onFace = face.xy - 0.5;
  tile = vec2((face.x + face.z - 1.0) / 6.0, (face.y + style.w) / 5.0);
  told = vec4(style.xyz, dot(way, known));
  vec4 world = modelMatrix * instanceMatrix * vec4(position, 1.0);
  shine(turned * normal, world.xyz, cameraPosition);
  gl_Position = style.x > 0.0 ? projectionMatrix * viewMatrix * world : vec4(2.0, 2.0, 2.0, 1.0); // quiet: nowhere
}`;

export const FRAGMENT = `
uniform sampler2D atlas;
uniform vec3 accent;
varying vec2 tile;
varying vec2 onFace;
varying vec2 place;
flat varying vec4 shade;
flat varying vec3 body;
flat varying vec3 pip;
flat varying vec4 told;
varying vec3 lit;
varying float gloss;
void main() {
  float mark = told.y;
  vec2 dots = texture2D(atlas, tile).rg * told.w;
  vec3 colour = mix(body, pip * (0.72 + 0.4 * dots.g), dots.r);
  vec4 edges = max(vec4(place, -place), 0.0).xzyw;
  vec4 wide = edges * edges;
  vec4 thin = wide * wide;
  thin *= thin;
  float corner = dot(max(shade * 2.0 - 1.0, 0.0), wide);
  float groove = dot(min(shade * 2.0, 1.0), thin);
  float dark = (1.0 - 0.62 * min(corner, 1.0)) * (1.0 - 0.55 * min(groove, 1.0));
  vec3 seen = (colour * lit + vec3(0.25, 0.235, 0.21) * (gloss * dark * (1.0 - 0.6 * dots.r))) * (dark * told.z);
  float alpha = told.x;
  if (mark > 0.5) {
    float rim = max(abs(onFace.x), abs(onFace.y));
    float frame = smoothstep(0.36, 0.375, rim) - smoothstep(0.445, 0.46, rim);
    if (mark < 1.5) {
      seen = mix(seen, accent * 1.05, frame * (0.97 - 1.6 * (mark - 1.0)));
    } else if (mark < 2.5) {
      seen = mix(seen, accent * 1.1, 0.25 + 0.75 * frame);
    } else {
      float edge = smoothstep(0.40, 0.47, rim);
      seen = mix(seen, accent * 1.15, edge * 0.8);
      alpha *= 0.34 + 0.5 * edge + 0.35 * dots.r;
    }
  }
  gl_FragColor = vec4(sqrt(seen), alpha);
}`;

export const WOOD_VERTEX = `
attribute float shaded;
varying vec2 grain;
varying float dark;
${LIT}
void main() {
  grain = position.xz * 0.085 + position.y * vec2(0.0, 0.09);
  dark = shaded;
  shine(normal, position, cameraPosition);
  gl_Position = projectionMatrix * viewMatrix * vec4(position, 1.0);
}`;

export const WOOD_FRAGMENT = `
uniform sampler2D wood;
varying vec2 grain;
varying float dark;
varying vec3 lit;
varying float gloss;
void main() {
  vec3 body = texture2D(wood, grain).rgb;
  vec3 seen = (body * body * lit + 0.11 * gloss * dark) * dark;
  gl_FragColor = vec4(sqrt(seen), 1.0);
}`;

export const SHADOW_VERTEX = `
varying vec2 off;
varying vec3 seen;
void main() {
  off = position.xz;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
  seen = gl_Position.xyw;
}`;

/** The shadow of a triangle with round corners: darker the nearer its rim is, and gone before the picture ends. */
export const SHADOW_FRAGMENT = `
uniform float reach;
uniform float bend;
uniform float strength;
varying vec2 off;
varying vec3 seen;
void main() {
  vec3 beyond = max(vec3(off.y, 0.866 * off.x - 0.5 * off.y, -0.866 * off.x - 0.5 * off.y) - reach + bend, 0.0);
  float far = sqrt(dot(beyond, beyond) + dot(beyond, beyond.yzx)) - bend; // from the rim
  vec2 inside = 1.0 - abs(seen.xy / seen.z);
  float share = clamp(0.85 - 0.6 * far, 0.0, 1.0) * min(1.0, 9.0 * min(inside.x, inside.y));
  gl_FragColor = vec4(0.05, 0.03, 0.01, strength * share * share);
}`;

export const SPOT_VERTEX = `
varying vec2 off;
void main() {
  off = position.xy;
  gl_Position = projectionMatrix * viewMatrix * instanceMatrix * vec4(position, 1.0);
}`;

export const SPOT_FRAGMENT = `
varying vec2 off;
void main() {
  float near = max(1.0 - length(off), 0.0);
  gl_FragColor = vec4(0.06, 0.03, 0.01, 0.75 * near * near * (3.0 - 2.0 * near));
}`;
