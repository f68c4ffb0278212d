/** The rules of Perspectives: sections in their order, each with the clauses that it tells; one has a drawn example. */
import { rulesOf } from '../../../web/table/rules.js';

export const Rules = rulesOf(
  [
    ['aim', 'PER-8'],
    ['roll', 'PER-1, PER-2'],
    ['place', 'PER-3, PER-4'],
    ['stop', 'PER-5, PER-6'],
    ['fill', 'PER-7'],
    ['more', 'PER-9, PER-10'],
  ],
  { place: () => import('./example.js') },
);
