/** Are dice shown in three dimensions on this page? */
import { askedFor, useDeep } from '../components/manner.js';
import { isPossible } from './stage.js';

export function useSolid() {
  const deep = useDeep(askedFor());
  return deep && isPossible();
}
