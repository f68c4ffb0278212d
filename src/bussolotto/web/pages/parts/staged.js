/** What a page of a match shows now: one thing after the other, as `Stage` says. */
import { Stage } from '../../line/stage.js';
import { useMedia } from '../../components/drawer.js';
import { Falling } from '../../components/falling.js';
import { html, useEffect, useLayoutEffect, useMemo, useState } from '../../vendor/preact.js';

/** @typedef {import('./at-table.js').AtTable} AtTable */
/** @typedef {import('../../types.js').Position} Position */
/** @typedef {import('../../line/stage.js').Shown} Shown */
/** @typedef {Shown & {told: import('../../types.js').Step[], skip: () => void, stage: Stage}} Staged `told`: what may be told by now */

/**
 * The same table, as far as it is shown: neither the end nor what follows is known before all lies still.
 * @param {AtTable} props
 * @returns {AtTable & {staged: Staged}}
 */
export function useStaged(props) {
  const { known, table, game, channel } = props;
  const motion = !useMedia('(prefers-reduced-motion: reduce)') && table.dice !== 'real';
  const [now, show] = useState(/** @type {{of: Stage, shown: Shown} | null} */ (null));
  const stage = useMemo(() => {
    const own = new Stage((shown) => show({ of: own, shown }), game);
    return own;
  }, [table.match]);
  stage.motion = motion;
  const latest = /** @type {Position} */ (known.position);
  useLayoutEffect(() => stage.know(latest, known.steps), [latest, known.steps]);
  useEffect(() => () => stage.close(), [stage]);
  const shown = now?.of === stage ? now.shown : opening(latest, known.steps);
  const { position, steps, settled, busy } = shown;
  const told = useMemo(() => steps.filter(({ version }) => version <= settled), [steps, settled]);
  const ended = !busy && position.version === latest.version;
  const skip = () => {
    if (busy) channel.skip(latest.version);
    stage.finish();
  };
  return {
    ...props,
    table: ended || !table.end ? table : { ...table, end: null, returns: null, state: 'running' },
    known: { ...known, position, steps },
    staged: { ...shown, told, skip, stage },
  };
}

/** @param {Position} position @param {import('../../types.js').Step[]} steps @returns {Shown} */
const opening = (position, steps) => ({
  position,
  steps,
  settled: position.version,
  held: position,
  falling: false,
  event: null,
  done: [],
  busy: false,
});

/** What is drawn of this match says when its dice fall and lie. @param {{staged: Staged, children?: any}} props */
export function Staging({ staged, children }) {
  const { stage } = staged;
  const falling = useMemo(() => ({ fall: () => stage.fall(), lie: () => stage.lie() }), [stage]);
  return html`<${Falling.Provider} value=${falling}>${children}<//>`;
}
