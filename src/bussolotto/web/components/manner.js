/** How pictures are shown on this page: in three dimensions or flat, by light or in the dark. */
import { useShell } from './shell.js';
import { useMedia } from './drawer.js';

const ROOM = '(min-width: 43.75em)'; // on a smaller screen dice are flat, unless asked for
const DARK = '(prefers-color-scheme: dark)';

/** What the address asks for, if anything. @returns {'flat' | 'deep' | null} */
export function askedFor() {
  const asked = new URLSearchParams(location.search);
  return asked.has('flat') ? 'flat' : asked.has('3d') ? 'deep' : null;
}

/**
 * In three dimensions? What was asked for comes first, then what the person has set, then whether there is room.
 * @param {'flat' | 'deep' | null} asked
 */
export function useDeep(asked) {
  const { settings } = useShell();
  const roomy = useMedia(ROOM);
  return (asked ?? settings.pile ?? (roomy ? 'deep' : 'flat')) === 'deep';
}

/** @returns {'light' | 'dark'} */
export function useTheme() {
  const { theme } = useShell().settings;
  const dark = useMedia(DARK);
  return theme === 'light' || theme === 'dark' ? theme : dark ? 'dark' : 'light';
}
