/** The one live region: says every event, in the order it happened, to who listens instead of looking. */
import { html, useEffect, useState } from '../vendor/preact.js';

const KEPT = 30;

/** @typedef {{id: number, text: string}} Line */

class Voice {
  constructor() {
    /** @type {Line[]} */
    this.lines = [];
    this.spoken = 0;
    /** @type {(lines: Line[]) => void} */
    this.show = () => {};
  }

  /** @param {string} text */
  say(text) {
    if (!text) return;
    this.lines = [...this.lines, { id: this.spoken++, text }].slice(-KEPT);
    this.show(this.lines);
  }

  hush() {
    this.lines = [];
    this.show(this.lines);
  }
}

const voice = new Voice();

/** @param {string} text */
export const announce = (text) => voice.say(text);

/** Nothing of what was said may be read any more. */
export const hush = () => voice.hush();

export function LiveRegion() {
  const [lines, show] = useState(voice.lines);
  useEffect(() => {
    voice.show = show;
    show(voice.lines);
  }, []);
  return html`<div class="visually-hidden" aria-live="polite" aria-relevant="additions" aria-atomic="false" id="live">
    ${lines.map(({ id, text }) => html`<p key=${id}>${text}</p>`)}
  </div>`;
}
