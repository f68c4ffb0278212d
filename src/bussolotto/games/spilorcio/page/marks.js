/** Small drawings: a player's mark, a stack of chips, the signs of yellow and red squares. */
import { html } from '../../../web/vendor/preact.js';

/** A shape a seat, so that its colour is never alone. */
const SHAPES = [
  html`<circle cx="20" cy="20" r="17" />`,
  html`<rect x="4.5" y="4.5" width="31" height="31" rx="6" />`,
  html`<path d="M20 2.5 37.5 20 20 37.5 2.5 20Z" stroke-linejoin="round" />`,
  html`<path d="M11 4.5h18l9 15.5-9 15.5H11L2 20Z" stroke-linejoin="round" />`,
  html`<path d="M20 2.5 37 15.2 30.5 35.5h-21L3 15.2Z" stroke-linejoin="round" />`,
];

/** @param {{seat: number, name: string}} props */
export function SeatMark({ seat, name }) {
  return html`
    <svg class=${`seat-mark seat-colour-${seat}`} viewBox="0 0 40 40" aria-hidden="true">
      ${SHAPES[seat]}
      <text x="20" y="26" text-anchor="middle">${initial(name)}</text>
    </svg>`;
}

/** @param {string} name */
const initial = (name) => [...name.trim()][0]?.toLocaleUpperCase() ?? '?';

const CHIPS_A_DISC = 4;
const DISCS_A_PILE = 6;
const DISC = { width: 18, height: 7, thick: 4.2 };

/** @param {{chips: number}} props a stock as piles of discs, each for a few chips */
export function Stack({ chips }) {
  const discs = Math.ceil(chips / CHIPS_A_DISC);
  const piles = Math.max(1, Math.ceil(discs / DISCS_A_PILE));
  const width = piles * (DISC.width + 3);
  const height = DISCS_A_PILE * DISC.thick + DISC.height;
  return html`
    <svg class="stack" viewBox=${`0 0 ${width} ${height}`} width=${width} height=${height} aria-hidden="true">
      ${Array.from({ length: discs }, (_, disc) => {
        const x = 1 + Math.floor(disc / DISCS_A_PILE) * (DISC.width + 3);
        const y = height - DISC.height - DISC.thick - (disc % DISCS_A_PILE) * DISC.thick;
        return html`<${Disc} x=${x} y=${y} />`;
      })}
    </svg>`;
}

/** @param {{x: number, y: number}} props */
function Disc({ x, y }) {
  const { width, height, thick } = DISC;
  const rim = `M${x} ${y + height / 2}v${thick}a${width / 2} ${height / 2} 0 0 0 ${width} 0v${-thick}`;
  return html`
    <path class="disc-rim" d=${rim} />
    <ellipse class="disc-top" cx=${x + width / 2} cy=${y + height / 2} rx=${width / 2} ry=${height / 2} />`;
}

/** The sign of a yellow square: a coin from the reserve. */
export const YellowSign = () => html`
  <svg class="sign" viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="8" />
    <path d="M12 8v8M8 12h8" /></svg>`;

/** The sign of a red square: the row is won here. */
export const RedSign = () => html`
  <svg class="sign sign-full" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M12 3.5 14.6 9l6 .8-4.4 4.2 1.1 6L12 17.1 6.7 20l1.1-6L3.4 9.8l6-.8Z" />
  </svg>`;

export const UndoSign = () => html`
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M8 5 4 9l4 4M4 9h10a6 6 0 0 1 0 12H9" /></svg>`;
