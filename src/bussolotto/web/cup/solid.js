/** Are dice shown in three dimensions on this page? */
import { useMedia } from '../components/drawer.js';
import { useShell } from '../shell.js';
import { isPossible } from './stage.js';

const ROOM = '(min-width: 43.75em)'; // on a smaller screen dice are flat, unless asked for
const ASKED = new URLSearchParams(location.search);

/** What the address says comes first, then what the person has set, then whether there is room. */
export function useSolid() {
  const { settings } = useShell();
  const roomy = useMedia(ROOM);
  if (ASKED.has('flat') || !isPossible()) return false;
  return ASKED.has('3d') || (settings.pile ? settings.pile === 'deep' : roomy);
}
