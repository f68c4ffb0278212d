/** The title and the icon of the page's tab, which also say whose turn it is to those who look elsewhere. */
import { arrive } from './arrival.js';
import { useEffect } from '../vendor/preact.js';

/** @param {string} words @param {string | null} [turn] what to say in front of them when it is my turn */
export function useTitle(words, turn = null) {
  useEffect(() => {
    document.title = [turn && `● ${turn}`, words, words !== 'Bussolotto' && 'Bussolotto'].filter(Boolean).join(' · ');
    arrive(document.title);
    const icon = /** @type {HTMLLinkElement} */ (document.querySelector('link[rel=icon]'));
    const wanted = turn ? '/web/icon-turn.svg' : '/web/icon.svg';
    if (!icon.href.endsWith(wanted)) icon.href = wanted;
  }, [words, turn]);
}
