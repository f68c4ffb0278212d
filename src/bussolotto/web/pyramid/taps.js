/** Two taps at the same spot, one soon after the other, are a double tap. */

const SOON_MS = 320;
const NEAR_PX = 28;

export class Taps {
  #last = { x: 0, y: 0, at: -Infinity };

  /**
   * Is this tap the second one of two?
   * @param {{x: number, y: number}} point
   * @param {number} at milliseconds: when it was made, for a page that draws hears of it later
   */
  again({ x, y }, at) {
    const last = this.#last;
    const again = at - last.at < SOON_MS && Math.hypot(x - last.x, y - last.y) < NEAR_PX;
    this.#last = { x, y, at: again ? -Infinity : at };
    return again;
  }
}
