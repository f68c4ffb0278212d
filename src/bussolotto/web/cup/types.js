/**
 * The words of thrown dice, as types. Nothing here runs.
 *
 * @typedef {import('../pyramid/types.js').Colour} Colour
 *
 * @typedef {object} TrayDie
 * @property {string | number} id stays with the die from roll to roll
 * @property {number} face 1..6; 0 where it is not known: it then lies under a closed cup
 * @property {Colour | 'ivory'} [colour] none: ivory
 * @property {boolean} [kept] it stays where it is when others are thrown
 * @property {number} [owner] the seat whose it is by now: it has a ring in that colour
 * @property {boolean} [meant] of all that can be tapped, one of those that a tap is for
 * @property {boolean} [hidden] under a closed cup, and its face is shown nowhere
 * @property {boolean} [secret] I see it and others do not: under a cup whose edge is lifted to me
 *
 * @typedef {{key: string | number, ids: readonly (string | number)[]}} Throwing another key throws these dice
 *
 * @typedef {object} TrayProps
 * @property {readonly TrayDie[]} dice
 * @property {Throwing | null} [throwing]
 * @property {boolean} [mine] may I tap the dice now?
 * @property {(id: string | number) => void} [onTap]
 * @property {(id: string | number) => string} [describe] the accessible name of a die, where it is another than `die
 *     5, kept`
 * @property {boolean} motion
 * @property {import('../types.js').Translate} t
 * @property {string} label the accessible name of the whole
 *
 * @typedef {{width: number, height: number, beside: number, above: number, screen: number}} Size in pixels of the page;
 *     `beside` and `above`: room round the tray for a cup that is larger than it; `screen`: pixels of the
 *     screen for one of them
 *
 * @typedef {{width: number, depth: number}} Room the felt between the walls, in edges of a die; its middle is the
 *     origin
 * @typedef {readonly [number, number, number, number]} Turn a quaternion: x, y, z, w
 * @typedef {{x: number, y: number, z: number, turn: Turn}} Lying where a die is, and how it is turned
 *
 * @typedef {object} Path a recorded throw
 * @property {number} dice how many
 * @property {number} frames how many, FRAMES_PER_S a second
 * @property {Float32Array} poses [frame][die] -> x, y, z and the quaternion x, y, z, w
 * @property {{ms: number, force: number}[]} hits when a die struck wood or another die, and how hard (0..1)
 * @property {boolean} settled do all lie flat on the felt?
 */
export {};
