/** The rules of Cincinnati: sections in their order, each with the clauses that it tells; one has a drawn example. */
import { rulesOf } from '../../../web/table/rules.js';

export const Rules = rulesOf(
  [
    ['aim', 'CIN-5, CIN-17'],
    ['conditions', 'CIN-3, CIN-4'],
    ['hands', 'CIN-1, CIN-2'],
    ['rolls', 'CIN-7, CIN-8, CIN-18'],
    ['tokens', 'CIN-9, CIN-10, CIN-16'],
    ['clear', 'CIN-6, CIN-11'],
    ['duels', 'CIN-12, CIN-13, CIN-14, CIN-15'],
  ],
  { hands: () => import('./example.js') },
);
