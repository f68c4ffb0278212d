/** The names of three.js that the scenes use. Its own declarations are many times as large as all our scripts, and are not released with it. */
declare class Loose { constructor(...values: any[]); [name: string]: any }
export class BufferAttribute extends Loose {}
export class BufferGeometry extends Loose {}
export class CanvasTexture extends Loose {}
export class CircleGeometry extends Loose {}
export class Color extends Loose {}
export class CylinderGeometry extends Loose {}
export class DirectionalLight extends Loose {}
export class ExtrudeGeometry extends Loose {}
export class Euler extends Loose {}
export class Float32BufferAttribute extends Loose {}
export class Group extends Loose {}
export class HemisphereLight extends Loose {}
export class InstancedBufferAttribute extends Loose {}
export class InstancedMesh extends Loose {}
export class LatheGeometry extends Loose {}
export class Matrix3 extends Loose {}
export class Matrix4 extends Loose {}
export class Mesh extends Loose {}
export class MeshBasicMaterial extends Loose {}
export class MeshLambertMaterial extends Loose {}
export class MeshPhongMaterial extends Loose {}
export class MeshStandardMaterial extends Loose {}
export class Object3D extends Loose {}
export class OrthographicCamera extends Loose {}
export class Path extends Loose {}
export class PerspectiveCamera extends Loose {}
export class PlaneGeometry extends Loose {}
export class Quaternion extends Loose {}
export class Ray extends Loose {}
export class Raycaster extends Loose {}
export class Scene extends Loose {}
export class ShaderMaterial extends Loose {}
export class Shape extends Loose {}
export class ShapeGeometry extends Loose {}
export class Texture extends Loose {}
export class TorusGeometry extends Loose {}
export class Vector2 extends Loose {}
export class Vector3 extends Loose {}
export class WebGLRenderer extends Loose {}
export const AdditiveBlending: number;
export const BackSide: number;
export const DoubleSide: number;
export const DynamicDrawUsage: number;
export const FrontSide: number;
export const LinearFilter: number;
export const LinearMipmapLinearFilter: number;
export const LinearMipmapNearestFilter: number;
export const LinearSRGBColorSpace: number;
export const NoColorSpace: number;
export const RepeatWrapping: number;
export const SRGBColorSpace: number;
