/** How pictures are shown on this page: in three dimensions or flat, by light or in the dark. */
import { useShell } from './shell.js';
import { useMedia } from './drawer.js';
import { useEffect, useState } from '../vendor/preact.js';

const ROOM = '(min-width: 43.75em)';
const FAST_MS = 25; // a frame, on a smaller screen
const QUIET_MS = 4000; // the table comes first
const DARK = '(prefers-color-scheme: dark)';

/** What the address asks for, if anything. @returns {'flat' | 'deep' | null} */
export function askedFor() {
  const asked = new URLSearchParams(location.search);
  return asked.has('flat') ? 'flat' : asked.has('3d') ? 'deep' : null;
}

/**
 * In three dimensions? What was asked for comes first, then what the person has set, then whether there is room; on a
 * small screen, whether this device draws fast enough.
 * @param {{asked: 'flat' | 'deep' | null, pile: 'flat' | 'deep' | null, roomy: boolean, frame: number | null}} known
 */
export const isDeep = ({ asked, pile, roomy, frame }) =>
  (asked ?? pile ?? (roomy || (frame !== null && frame < FAST_MS) ? 'deep' : 'flat')) === 'deep';

/** @param {'flat' | 'deep' | null} asked */
export function useDeep(asked) {
  const { settings, set } = useShell();
  const { pile } = settings;
  const roomy = useMedia(ROOM);
  const [frame] = useState(settings.frame); // what is measured now counts from the next table on
  const unknown = !asked && !pile && !roomy && frame === null;
  useEffect(() => {
    if (!unknown) return undefined;
    const measure = async () => set({ frame: await (await import('./frame-time.js')).frameTime() });
    const timer = setTimeout(() => measure().catch(console.info), QUIET_MS);
    return () => clearTimeout(timer);
  }, [unknown]);
  return isDeep({ asked, pile, roomy, frame });
}

/** @returns {'light' | 'dark'} */
export function useTheme() {
  const { theme } = useShell().settings;
  const dark = useMedia(DARK);
  return theme === 'light' || theme === 'dark' ? theme : dark ? 'dark' : 'light';
}
