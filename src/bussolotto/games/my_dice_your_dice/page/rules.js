/**
 * The rules of My Dice, Your Dice: sections in their order, each with the clauses that it tells; one has a drawn
 * example.
 */
import { rulesOf } from '../../../web/table/rules.js';

export const Rules = rulesOf(
  [
    ['aim', 'MDY-1, MDY-2'],
    ['roll', 'MDY-3, MDY-4'],
    ['ransom', 'MDY-5, MDY-6'],
    ['again', 'MDY-7, MDY-8, MDY-11'],
    ['end', 'MDY-9, MDY-10'],
  ],
  { ransom: () => import('./example.js') },
);
