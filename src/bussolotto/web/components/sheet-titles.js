/** What rule sheets are called, in lists: their titles are in no catalogue that every page has. */
import { useEffect, useState } from '../vendor/preact.js';
import { learnTitle } from '../words/i18n.js';
import { isSheet } from '../words/names.js';
import { useShell } from './shell.js';

/** Learn the titles of those among these games that are sheets; until then they have names. @param {readonly string[]} games */
export function useSheetTitles(games) {
  const { t } = useShell();
  const [, show] = useState(0);
  const unknown = [...new Set(games)].filter((game) => isSheet(game) && !t.has(`game.${game}.title`)).join(' ');
  useEffect(() => {
    let here = true;
    if (unknown) Promise.allSettled(unknown.split(' ').map(learnTitle)).then(() => here && show((times) => times + 1));
    return () => {
      here = false;
    };
  }, [unknown]);
}
