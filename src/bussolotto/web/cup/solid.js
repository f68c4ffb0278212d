/** Are dice shown in three dimensions on this page? */
import { askedFor, useDeep } from '../components/manner.js';

/** Can dice be shown in three dimensions here? Asks without starting anything. */
export const isPossible = () =>
  typeof OffscreenCanvas !== 'undefined' &&
  'transferControlToOffscreen' in HTMLCanvasElement.prototype &&
  typeof Worker !== 'undefined';

export function useSolid() {
  const deep = useDeep(askedFor());
  return deep && isPossible();
}
