/** The shaders of dice and of the base: warm light from the onlooker's upper left, and roots of squares as colours. */

/** What dice and wood share: how a surface is lit. */
export const LIT = `
uniform vec3 light;
vec3 lit(vec3 body, vec3 normal, vec3 toEye, float gloss, float near) {
  float key = max(dot(normal, light), 0.0) * near;
  vec3 round = mix(vec3(0.13, 0.11, 0.10), vec3(0.34, 0.34, 0.35), normal.y * 0.5 + 0.5);
  float shine = max(dot(normal, normalize(light + toEye)), 0.0);
  shine *= shine;
  shine *= shine;
  shine *= shine;
  shine *= shine;
  shine *= shine; // its 32nd power; pow is dear where the processor draws
  float away = 1.0 - max(dot(normal, toEye), 0.0);
  float rim = away * away * away;
  return body * (round + vec3(0.86, 0.80, 0.70) * key) + gloss * (vec3(1.0, 0.95, 0.86) * shine + vec3(0.16, 0.15, 0.14) * rim);
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
uniform vec3 light;
varying vec2 tile;
varying vec2 place;
varying vec4 shade;
varying vec3 body;
varying vec3 pip;
varying vec3 outward;
varying vec3 toEye;
varying float near;
varying vec3 told;

void main() {
  mat3 turned = mat3(instanceMatrix);
  float axis = min(face.z, 7.0 - face.z);
  vec3 way = vec3(axis == 1.0, axis == 2.0, axis == 3.0);
  vec3 looks = turned * way * (face.z < 3.5 ? 1.0 : -1.0);
  vec3 off = turned * position;
  vec3 toSides = vec3(dot(looks, sides[0]), dot(looks, sides[1]), dot(looks, sides[2]));
  vec3 along = vec3(dot(off, sides[0]), dot(off, sides[1]), dot(off, sides[2]));
  vec3 upper = step(0.7, toSides);
  shade = shadeX * upper.x + shadeY * upper.y + shadeZ * upper.z;
  place = along.yz * upper.x + along.zx * upper.y + along.xy * upper.z;
  int colour = int(style.w + 0.5);
  body = bodies[colour];
  pip = pips[colour];
  tile = vec2((face.x + face.z - 1.0) / 6.0, (face.y + style.w) / 5.0);
  told = vec3(style.x, style.y, style.z);
  told.y += dot(way, known) > 0.5 ? 10.0 : 0.0;
  outward = turned * normal;
  vec4 world = modelMatrix * instanceMatrix * vec4(position, 1.0);
  toEye = cameraPosition - world.xyz;
  near = 1.5 - 0.037 * distance(world.xyz, light * 15.0);
  gl_Position = style.x > 0.0 ? projectionMatrix * viewMatrix * world : vec4(2.0, 2.0, 2.0, 1.0); // quiet: nowhere
}`;

export const FRAGMENT = `
uniform sampler2D atlas;
uniform vec3 accent;
varying vec2 tile;
varying vec2 place;
varying vec4 shade;
varying vec3 body;
varying vec3 pip;
varying vec3 outward;
varying vec3 toEye;
varying float near;
varying vec3 told;
${LIT}
void main() {
  float shown = step(9.5, told.y);
  float mark = told.y - 10.0 * shown;
  vec2 dots = texture2D(atlas, tile).rg * shown;
  vec3 colour = mix(body, pip * (0.72 + 0.4 * dots.g), dots.r);
  vec2 face = fract(tile * vec2(6.0, 5.0)) - 0.5;
  float rim = max(abs(face.x), abs(face.y));
  float frame = smoothstep(0.36, 0.375, rim) - smoothstep(0.445, 0.46, rim);
  float placed = (step(0.5, mark) - step(1.5, mark)) * (1.0 - 1.6 * (mark - 1.0));
  float chosen = step(1.5, mark) - step(2.5, mark);
  float ghost = step(2.5, mark);
  colour = mix(colour, accent, placed * frame * 0.95 + chosen * (0.3 + 0.7 * frame));
  vec4 edges = max(vec4(place.x, -place.x, place.y, -place.y), 0.0) * 2.0;
  vec4 wide = edges * edges;
  vec4 thin = wide * wide;
  thin *= thin;
  float corner = dot(max(shade * 2.0 - 1.0, 0.0), wide);
  float groove = dot(min(shade * 2.0, 1.0), thin);
  float dark = (1.0 - 0.62 * min(corner, 1.0)) * (1.0 - 0.55 * min(groove, 1.0));
  vec3 normal = normalize(outward);
  vec3 seen = lit(colour, normal, normalize(toEye), 0.34 * dark * (1.0 - 0.6 * dots.r), near) * dark;
  seen = mix(seen, accent * 1.1, max(placed * frame, chosen * frame) * 0.75);
  seen *= told.z;
  float alpha = told.x;
  if (ghost > 0.5) {
    float edge = smoothstep(0.40, 0.47, rim);
    seen = mix(seen, accent * 1.15, edge * 0.8);
    alpha *= 0.34 + 0.5 * edge + 0.35 * dots.r;
  }
  gl_FragColor = vec4(sqrt(seen), alpha);
}`;

export const WOOD_VERTEX = `
attribute float shaded;
uniform vec3 light;
varying vec2 grain;
varying vec3 outward;
varying vec3 toEye;
varying float near;
varying float dark;
void main() {
  grain = position.xz * 0.085 + position.y * vec2(0.0, 0.09);
  outward = normal;
  dark = shaded;
  toEye = cameraPosition - position;
  near = 1.5 - 0.037 * distance(position, light * 15.0);
  gl_Position = projectionMatrix * viewMatrix * vec4(position, 1.0);
}`;

export const WOOD_FRAGMENT = `
uniform sampler2D wood;
varying vec2 grain;
varying vec3 outward;
varying vec3 toEye;
varying float near;
varying float dark;
${LIT}
void main() {
  vec3 body = texture2D(wood, grain).rgb;
  vec3 seen = lit(body * body, normalize(outward), normalize(toEye), 0.12 * dark, near) * dark;
  gl_FragColor = vec4(sqrt(seen), 1.0);
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
