/** As much of cannon-es as the dice need. */
export class Vec3 {
  constructor(x?: number, y?: number, z?: number);
  x: number; y: number; z: number;
  set(x: number, y: number, z: number): Vec3;
  length(): number;
}
export class Quaternion {
  constructor(x?: number, y?: number, z?: number, w?: number);
  x: number; y: number; z: number; w: number;
  set(x: number, y: number, z: number, w: number): Quaternion;
  setFromEuler(x: number, y: number, z: number, order?: string): Quaternion;
}
export class Material { constructor(name: string); }
export class ContactMaterial { constructor(one: Material, other: Material, options: { friction?: number; restitution?: number }); }
export class Shape {}
export class Box extends Shape { constructor(halfExtents: Vec3); }
export class Plane extends Shape {}
export type BodyOptions = {
  mass?: number; position?: Vec3; quaternion?: Quaternion; material?: Material; shape?: Shape; type?: number;
  linearDamping?: number; angularDamping?: number; allowSleep?: boolean; sleepSpeedLimit?: number; sleepTimeLimit?: number;
};
export class Body {
  static DYNAMIC: number; static STATIC: number; static KINEMATIC: number; static SLEEPING: number;
  constructor(options?: BodyOptions);
  id: number; mass: number; type: number; sleepState: number;
  position: Vec3; quaternion: Quaternion; velocity: Vec3; angularVelocity: Vec3;
  addEventListener(kind: string, listener: (event: { body: Body; contact: { getImpactVelocityAlongNormal(): number } }) => void): void;
  wakeUp(): void;
}
export class World {
  constructor(options?: { gravity?: Vec3; allowSleep?: boolean });
  solver: { iterations: number; tolerance: number };
  defaultContactMaterial: { friction: number; restitution: number; contactEquationStiffness: number };
  addBody(body: Body): void;
  addContactMaterial(material: ContactMaterial): void;
  fixedStep(step?: number): void;
  step(step: number): void;
}
