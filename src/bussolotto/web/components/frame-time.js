/**
 * How long this device draws a picture like that of a full pyramid: asked once, on small screens, before dice are shown
 * in three dimensions there. It takes a few frames of a canvas that nobody sees, and none of what the pyramid loads.
 */

export const NEVER_MS = 1000; // there is no 3D, or it is drawn by the processor
const DICE = 165;
const FRAMES = 9; // the first ones prepare what the others need
const HOPELESS_MS = 200; // no more frames are asked for
const HEIGHT = 0.95; // of the picture, of its width

const VERTEX = `#version 300 es
out vec3 look;
const vec2 CORNERS[6] = vec2[](vec2(0, 0), vec2(1, 0), vec2(1, 1), vec2(0, 0), vec2(1, 1), vec2(0, 1));
void main() {
  int side = gl_VertexID / 6;
  float die = float(gl_InstanceID);
  vec2 middle = vec2(fract(die * 0.618), fract(die * 0.414)) * 1.8 - 0.9;
  vec2 corner = (CORNERS[gl_VertexID % 6] - 0.5) * (0.2 + 0.02 * float(side));
  look = vec3(corner * 9.0, float(side));
  gl_Position = vec4(middle + corner, 0.9 - die / 200.0, 1);
}`;
const FRAGMENT = `#version 300 es
precision highp float;
in vec3 look;
out vec4 seen;
void main() {
  float light = 0.4;
  for (int pip = 0; pip < 6; pip++) light += smoothstep(0.3, 0.2, length(look.xy - vec2(pip % 2, pip / 2) + 0.7));
  vec3 gloss = pow(abs(sin(look)), vec3(9.0));
  seen = vec4(sqrt(abs(light * vec3(0.8, 0.4, 0.2) + 0.2 * gloss)), 1);
}`;

/** Milliseconds that a frame takes. */
export async function frameTime() {
  const canvas = document.createElement('canvas');
  canvas.width = innerWidth * Math.min(2, devicePixelRatio);
  canvas.height = canvas.width * HEIGHT;
  const gl = canvas.getContext('webgl2', { antialias: true, failIfMajorPerformanceCaveat: true });
  if (!gl) return NEVER_MS;
  try {
    gl.useProgram(programOf(gl));
    gl.enable(gl.DEPTH_TEST);
    const times = [];
    for (let frame = 0; frame < FRAMES; frame += 1) {
      times.push(drawn(gl));
      if (frame > 0 && times[frame] > HOPELESS_MS) break;
      await new Promise((resolve) => setTimeout(resolve)); // others have work to do, too
    }
    return typicalOf(times);
  } finally {
    gl.getExtension('WEBGL_lose_context')?.loseContext();
  }
}

/** @param {WebGL2RenderingContext} gl */
function drawn(gl) {
  const began = performance.now();
  gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
  gl.drawArraysInstanced(gl.TRIANGLES, 0, 6 * 6, DICE);
  gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4)); // waits until all is drawn
  return performance.now() - began;
}

/** @param {WebGL2RenderingContext} gl */
function programOf(gl) {
  const program = gl.createProgram();
  for (const [kind, source] of /** @type {const} */ ([
    [gl.VERTEX_SHADER, VERTEX],
    [gl.FRAGMENT_SHADER, FRAGMENT],
  ])) {
    const shader = /** @type {WebGLShader} */ (gl.createShader(kind));
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  return program;
}

/** The middle one, of the later half: the first frames also prepare. @param {readonly number[]} times */
export function typicalOf(times) {
  const later = times.slice(times.length >> 1).sort((one, other) => one - other);
  return Math.round(later[later.length >> 1]);
}
