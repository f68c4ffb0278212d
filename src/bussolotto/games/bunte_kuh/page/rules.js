/** The rules of Bunte Kuh: sections in their order, each with the clauses that it tells; one has a drawn example. */
import { rulesOf } from '../../../web/table/rules.js';

export const Rules = rulesOf(
  [
    ['aim', 'BKU-1'],
    ['throw', 'BKU-2'],
    ['call', 'BKU-3'],
    ['fiasco', 'BKU-4'],
    ['pass', 'BKU-5'],
    ['end', 'BKU-6'],
  ],
  { throw: () => import('./example.js') },
);
