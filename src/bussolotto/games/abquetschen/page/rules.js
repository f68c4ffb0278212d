/** The rules of Abquetschen: sections in their order, each with the clauses that it tells; one has a drawn example. */
import { rulesOf } from '../../../web/table/rules.js';

export const Rules = rulesOf(
  [
    ['aim', 'ABQ-1'],
    ['opening', 'ABQ-1'],
    ['build', 'ABQ-2, ABQ-3, ABQ-4'],
    ['shield', 'ABQ-5'],
    ['row', 'ABQ-6'],
    ['end', 'ABQ-7, ABQ-8'],
  ],
  { row: () => import('./example.js') },
);
