/** Short hints for the first match, each shown when it is of use, one at a time, none in the way. */
import { Icon } from '../../../web/components/icon.js';
import { html, useEffect, useState } from '../../../web/vendor/preact.js';
import { PHASE, setAside } from './position.js';

/**
 * @typedef {import('./position.js').View} View
 * @typedef {{name: string, fits: (view: View, mine: boolean) => boolean}} Hint
 */

/** @type {Hint[]} */
const HINTS = [
  { name: 'choose', fits: (view, mine) => mine && view.phase === PHASE.keeping },
  { name: 'again', fits: (view, mine) => mine && setAside(view).length > 0 },
  { name: 'squares', fits: (view, mine) => !mine && view.placed > 0 },
  { name: 'red', fits: (view, mine) => mine && view.filled.some((filled, row) => view.length[row] - filled <= 2) },
  { name: 'chance', fits: (view, mine) => mine && setAside(view).length > 1 },
  { name: 'miser', fits: (view, mine) => mine && view.plies > 60 },
];

/** @param {import('../../../web/types.js').TableProps<import('./facts.js').View> & {close: () => void}} props */
export function Walkthrough({ view, me, movers, t, close }) {
  const [at, go] = useState(0);
  const [seen, see] = useState(false);
  const mine = me !== null && Boolean(movers?.includes(me));
  const hint = HINTS[at];
  const fits = Boolean(hint?.fits(/** @type {View} */ (view), mine));
  const last = at === HINTS.length - 1;
  const onward = t(last ? 'spilorcio.hint.done' : 'spilorcio.hint.next');
  const next = () => {
    see(false);
    go(at + 1);
    if (last) close();
  };
  useEffect(() => {
    if (fits) see(true);
    else if (seen) next(); // its moment has passed
  }, [fits, seen]);
  if (!fits) return null;
  return html`
    <aside class="spilorcio-hint" aria-label=${t('spilorcio.hint')}>
      <p><span class="hint-count number">${at + 1}/${HINTS.length}</span> ${t(`spilorcio.hint.${hint.name}`)}</p>
      <div class="hint-buttons">
        <button type="button" class="quiet" title=${t('spilorcio.hint.close')} onClick=${close}>
          <${Icon} name="close" /><span class="hint-label">${t('spilorcio.hint.close')}</span></button>
        <button type="button" class="quiet hint-next" title=${onward} onClick=${next}>
          <${Icon} name=${last ? 'check' : 'back'} /><span class="hint-label">${onward}</span></button>
      </div>
    </aside>`;
}
