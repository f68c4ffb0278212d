/** The rules of Cui bono?: sections in their order, each with the clauses that it tells; one has a drawn example. */
import { rulesOf } from '../../../web/table/rules.js';

export const Rules = rulesOf(
  [
    ['aim', 'CUI-1'],
    ['take', 'CUI-2'],
    ['put', 'CUI-3, CUI-4, CUI-8'],
    ['keep', 'CUI-5'],
    ['end', 'CUI-6, CUI-7'],
  ],
  { put: () => import('./example.js') },
);
