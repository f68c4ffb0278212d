/** Dice that fall: whoever draws them says when they are in the air and when they lie. */
import { createContext } from '../vendor/preact.js';

export const Falling = createContext({ fall: () => {}, lie: () => {} });
