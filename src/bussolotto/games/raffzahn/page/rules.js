/** The rules of Raffzahn: sections in their order, each with the clauses that it tells; one has a drawn example. */
import { rulesOf } from '../../../web/table/rules.js';

export const Rules = rulesOf(
  [
    ['aim', 'RAF-1, RAF-7'],
    ['grab', 'RAF-2, RAF-3'],
    ['stop', 'RAF-4, RAF-8'],
    ['late', 'RAF-5'],
    ['end', 'RAF-6'],
  ],
  { grab: () => import('./example.js') },
);
