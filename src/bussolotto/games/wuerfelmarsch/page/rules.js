/** The rules of Würfelmarsch: sections in their order, each with the clauses that it tells; one has a drawn example. */
import { rulesOf } from '../../../web/table/rules.js';

export const Rules = rulesOf(
  [
    ['aim', 'WUE-1, WUE-8'],
    ['move', 'WUE-2, WUE-3, WUE-4'],
    ['fight', 'WUE-5, WUE-6'],
    ['ties', 'WUE-7'],
    ['end', 'WUE-9, WUE-10'],
  ],
  { fight: () => import('./example.js') },
);
