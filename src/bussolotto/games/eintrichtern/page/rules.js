/** The rules of Eintrichtern: sections in their order, each with the clauses that it tells; one has a drawn example. */
import { rulesOf } from '../../../web/table/rules.js';

export const Rules = rulesOf(
  [
    ['aim', 'EIN-1'],
    ['turn', 'EIN-2'],
    ['match', 'EIN-3, EIN-6'],
    ['memory', 'EIN-5'],
    ['end', 'EIN-4'],
  ],
  { match: () => import('./example.js') },
);
