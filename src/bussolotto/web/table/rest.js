/** The time after a position in which all may look and nothing is accepted. */
import { useEffect, useState } from '../vendor/preact.js';

/**
 * Is this still the time in which all look and nothing is accepted? It begins with each position that states one.
 * @param {number} version @param {number} restMs
 */
export function useRest(version, restMs) {
  const rest = `${version} ${restMs}`;
  const [over, end] = useState(''); // the rest that is over
  useEffect(() => {
    const timer = setTimeout(() => end(rest), restMs);
    return () => clearTimeout(timer);
  }, [rest]);
  return restMs > 0 && over !== rest;
}
