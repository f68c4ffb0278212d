/** The colours of the page, as the scene uses them: those of its style sheet, else our own. */
import { COLOURS } from './scene-die.js';

/** @typedef {import('./types.js').Palette} Palette */

const DICE = { red: '#c8362d', yellow: '#f0b429', pearl: '#f4ecdc', turquoise: '#1f9e9a', violet: '#7b55b8' };
const PIPS = { red: '#fff6e6', yellow: '#3a2410', pearl: '#3b2a1c', turquoise: '#fff6e6', violet: '#fff6e6' };

/** @param {Element} element @param {'light' | 'dark'} theme @returns {Palette} */
export function paletteOf(element, theme) {
  const style = getComputedStyle(element);
  /** @param {string} name @param {string} fallback */
  const token = (name, fallback) => style.getPropertyValue(name).trim() || fallback;
  return {
    dice: Object.fromEntries(COLOURS.map((name) => [name, token(`--die-${name}`, DICE[name])])),
    pips: Object.fromEntries(COLOURS.map((name) => [name, token(`--pip-${name}`, PIPS[name])])),
    accent: token('--accent', '#e6a832'),
    wood: token('--wood', '#8a5430'),
    woodDeep: token('--wood-deep', '#643a1e'),
    light: theme === 'light',
  };
}
