/**
 * The sounds of a table, for who has asked for them. Nothing is told by them alone: the log and the live region tell
 * it all.
 */
import { useShell } from '../components/shell.js';
import { useEffect, useRef } from '../vendor/preact.js';

/** @typedef {import('./sounds.js').SoundName} SoundName */

/**
 * Let what happens be heard as it happens, that it is my turn, and that the match is over. What happened before the
 * page
 * was opened is silent, and so are real dice, which people hear for themselves.
 * @param {{steps: readonly import('../types.js').Step[], version: number, myTurn: boolean, over: boolean, real:
 *     boolean}} now
 */
export function useSound({ steps, version, myTurn, over, real }) {
  const { settings } = useShell();
  const known = useRef({ version, myTurn, over });
  useEffect(() => {
    const before = known.current;
    known.current = { version, myTurn, over };
    if (!settings.sound) return;
    const fresh = steps.filter((step) => step.version > before.version && step.version <= version);
    const ends = over && !before.over;
    /** @type {SoundName[]} */
    const last = ends ? ['gong'] : myTurn && !before.myTurn ? ['bell'] : [];
    if (fresh.length || last.length)
      import('./playing.js').then(({ playSteps }) => playSteps(fresh, real, last, settings.volume)).catch(console.info);
  }, [version, myTurn, over, settings.sound]);
}
