/** Beside the buttons: the die in hand, to be turned over; else the fights of the last move, face by face. */
import { FACES, LEFT_OF, POSES, SIDE_OF_SEAT } from '../../../web/pyramid/lattice.js';
import { FaceToken, Token } from '../../../web/pyramid/token.js';
import { html } from '../../../web/vendor/preact.js';
import { option } from './facts.js';
import { cellOf, COLOURS, facesAt, fighters, posesWith } from './march.js';
import { fightText } from './words.js';

/** @typedef {import('../../../web/types.js').Translate} Translate */
/** @typedef {import('./turn.js').Turn} Turn */

/**
 * Which face comes to me, and which to my left: that names a pose.
 * @param {{turn: Turn, view: import('./facts.js').View, seat: number, busy: boolean, t: Translate}} props
 */
export function TurnOver({ turn, view, seat, busy, t }) {
  const side = SIDE_OF_SEAT[seat];
  const left = LEFT_OF[side];
  const now = facesAt(view, /** @type {number} */ (turn.picked));
  const faces = turn.meant?.startsWith('pose') ? [...turn.meant.split(' ')[1]].map(Number) : now;
  const take = (/** @type {readonly number[]} */ pose) =>
    pose.join() === now.join() ? turn.unplan() : pose.join() !== faces.join() && turn.think(`pose ${pose.join('')}`);
  const near = (/** @type {number} */ face) =>
    take(posesWith(side, face).find((pose) => pose[left] === faces[left]) ?? posesWith(side, face)[0]);
  const button = (
    /** @type {number} */ face,
    /** @type {boolean} */ pressed,
    /** @type {string} */ name,
    /** @type {() => void} */ press,
  ) => html`
    <button type="button" key=${face} class="quiet square wue-face" data-face=${face} aria-pressed=${pressed}
        aria-label=${t(name, { face })} disabled=${busy} onClick=${press}>
      <${FaceToken} colour=${COLOURS[seat]} face=${face} /></button>`;
  return html`<div class="wue-turn">
    <div class="wue-faces" role="group" aria-label=${t('wue.turn.near')}>
      <span class="wue-word" aria-hidden="true">${t('wue.turn.near')}</span>
      <span class="wue-arrow" aria-hidden="true">↓</span>
      ${FACES.map((face) => button(face, face === faces[side], 'wue.turn.near.face', () => near(face)))}</div>
    <div class="wue-faces" role="group" aria-label=${t('wue.turn.left')}>
      <span class="wue-word" aria-hidden="true">${t('wue.turn.left')}</span>
      <span class="wue-arrow" aria-hidden="true">←</span>
      ${posesWith(side, faces[side]).map((pose) => button(pose[left], pose[left] === faces[left], 'wue.turn.left.face', () => take(pose)))}</div>
  </div>`;
}

/** @param {{fights: readonly import('./march.js').Fight[], names: readonly string[], size: number, t: Translate}} props */
export function Fights({ fights, names, size, t }) {
  return html`<ul class="wue-fights">${fights.map(
    (fight) => html`<li key=${fight.funnel} class="wue-fight">
      <span class="wue-fighters" aria-hidden="true">${fight.fighters.map(
        ({ seat, face, cell, gone }) => html`
          <${FaceToken} key=${cell} colour=${COLOURS[seat]} face=${face} class=${gone ? 'wue-gone' : ''} />`,
      )}</span>
      <span>${fightText(t, fight, names, size)}</span></li>`,
  )}</ul>`;
}

/**
 * The fights that I may choose among, by the numbers that stand on the base.
 * @param {{turn: Turn, view: import('./facts.js').View, names: readonly string[], busy: boolean, t: Translate}} props
 */
export function FightChoice({ turn, view, names, busy, t }) {
  return html`<ul class="wue-fights">${turn.fights.map((cell, at) => {
    const all = fighters(view, cellOf(cell));
    const action = `fight ${cell}`;
    return html`<li key=${cell}>
      <button type="button" class="quiet wue-fight wue-choice" disabled=${busy}
          aria-pressed=${turn.plan?.action === action}
          onClick=${() => turn.meant !== action && turn.think(action)}>
        <b class="number">${at + 1}</b>
        <span class="wue-fighters" aria-hidden="true">
          ${all.map(
            ({ seat, face, cell: where }) => html`<${FaceToken} key=${where} colour=${COLOURS[seat]} face=${face}
            />`,
          )}</span>
        <span>${all.map(({ seat, face }) => t('wue.fighter', { name: names[seat], face })).join(', ')}</span></button></li>`;
  })}</ul>`;
}

/**
 * What a seat has: dice on the base, dice won, own dice lost: to others and by ties, which alone cost points (WUE-9).
 * @param {{view: import('./facts.js').View, seat: number, t: Translate}} props
 */
export function Army({ view, seat, t }) {
  const [n, army] = [view.armies[seat], option.army(view)];
  const counts = { n, army, won: view.won[seat], lost: army - n, ties: view.lost[seat] };
  return html`<span class="wue-army"><span class="wue-dice" role="img" aria-label=${t('wue.army', counts)}>
    ${Array.from(
      { length: counts.n },
      (_, at) => html`<${Token} key=${at} colour=${COLOURS[seat]} faces=${POSES[0]}
      />`,
    )}
  </span><span class="wue-counts" aria-hidden="true">
    ${counts.won || counts.lost ? t('wue.counts', counts) : ''}</span></span>`;
}
