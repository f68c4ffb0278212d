/**
 * The ways to play, side by side above all games: one is chosen once, and every game is set for it; with real dice,
 * too.
 */
import { needs } from '../../components/needs.js';
import { useShell } from '../../components/shell.js';
import { html } from '../../vendor/preact.js';
import { namesFor, People, sitting, WAYS } from './way.js';

needs(['later-evening']);

/** @typedef {import('./types.js').Plan} Plan */

/** @type {Plan} */
export const FIRST_PLAN = { way: 'online', names: [], dice: 'program' };
export const EVENING = 'evening';

const FIRST_PEOPLE = 3;
const MOST_PEOPLE = 8;
/** @type {Record<string, string>} line drawings, 24 units wide */
const PICTURES = {
  online:
    'M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM2.500 19c0-3 2.500-5 5.500-5s5.500 2 5.500 5M16.500 11a2.500 2.500 0 1 0 0-5M16.500 14c3 0 5 2 5 5',
  device: 'M6.500 3h11v18h-11zM11 18h2',
  screen: 'M3 4h18v12H3zM8 20h8M12 16v4',
  days: 'M4 6h16v14H4zM4 10.500h16M8.500 3.500V8M15.500 3.500V8M8 15h.01M12 15h.01M16 15h.01',
  evening: 'M20 14.500A8.500 8.500 0 1 1 9.500 4a7 7 0 0 0 10.500 10.500z',
  real: 'M5 5h14v14H5zM9 9h.01M15 9h.01M12 12h.01M9 15h.01M15 15h.01',
};

/** What a game's table is asked for, with this plan. @param {Plan} plan @param {{rolled: boolean}} game */
export const planned = ({ way, names, dice }, { rolled }) => ({
  ...sitting(way, names),
  dice: rolled ? dice : 'program',
});

/** @param {{plan: Plan, change: (news: Partial<Plan>) => void}} props */
export function Ways({ plan, change }) {
  const { t, me } = useShell();
  const { way, names, dice } = plan;
  const real = dice === 'real';
  const pick = (/** @type {string} */ to) =>
    change({ way: to, names: names.length ? names : namesFor(FIRST_PEOPLE, [me.name], t) });
  return html`<section class="ways" aria-labelledby="ways">
    <h2 id="ways">${t('way.how')}</h2>
    <fieldset class="ways-row" aria-labelledby="ways">
      ${WAYS.map(
        (one) => html`<${Tile} key=${one} name=${one} title=${t(`way.${one}`)}>
          <input type="radio" name="way" value=${one} checked=${one === way} aria-labelledby=${`way-${one}`}
              aria-describedby=${`way-${one}-line`} onChange=${() => pick(one)} /><//>`,
      )}
      <${Tile} name="real" title=${t('way.real')}>
        <input type="checkbox" checked=${real} aria-labelledby="way-real" aria-describedby="way-real-line"
            onChange=${() => change({ dice: real ? 'program' : 'real' })} /><//>
      <${Tile} name=${EVENING} title=${t('evening.title')}>
        <button type="button" aria-labelledby="way-evening" aria-describedby="way-evening-line"
            onClick=${toEvening}></button><//>
    </fieldset>
    <p class="muted ways-hint">${t(`way.${way}.hint`)}</p>
    ${real && html`<p class="muted">${t('dice.hint')}</p>`}
    ${
      way === 'device' &&
      html`<${People} name="all" most=${MOST_PEOPLE} people=${names}
          call=${(/** @type {string[]} */ people) => change({ names: people })} />`
    }
  </section>`;
}

/** An evening is set up by itself, below all games. */
function toEvening() {
  const card = document.getElementById(EVENING);
  card?.scrollIntoView({ behavior: 'smooth', block: 'center' });
  card?.focus({ preventScroll: true });
}

/** @param {{name: string, title: string, children?: any}} props */
function Tile({ name, title, children }) {
  const { t } = useShell();
  return html`<div class=${`way way-${name}`}>${children}<span class="way-face">
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${PICTURES[name]} /></svg>
    <strong id=${`way-${name}`}>${title}</strong>
    <small class="muted" id=${`way-${name}-line`}>${t(`way.${name}.line`)}</small></span></div>`;
}
