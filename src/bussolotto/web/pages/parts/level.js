/** From where the dice of a match come, in one line with more behind it; and what this page has noticed about them. */
import { needs } from '../../components/needs.js';
import { useShell } from '../../components/shell.js';
import { openedIn } from '../../storage/chains.js';
import { html, useEffect, useState } from '../../vendor/preact.js';
import { check } from './verify-dice.js';

needs(['later-level'], [new URL('./level.css', import.meta.url)]);

const PATIENCE_MS = 600; // a roll that waits no longer than this is nobody's concern

/** @typedef {import('./at-table.js').AtTable & {seats: import('../../types.js').Seat[]}} Props */

/** @param {Pick<Props, 'table' | 'known'>} props @returns {string} names a text, and the one that says why */
const levelOf = ({ table, known }) => {
  if (known.dice === null && table.fair !== 'practice') return 'old';
  if (table.fair !== 'pages') return table.fair;
  return known.dice?.chains.some(Boolean) ? 'pages' : 'none';
};

/** @param {Props} props */
export function Level(props) {
  const { t } = useShell();
  const level = levelOf(props);
  const names = props.seats.filter(({ seat }) => props.known.dice?.chains[seat]).map(({ name }) => name);
  return html`<details class="dice-level">
    <summary>${t(`level.${level}`, { names: names.join(', ') })}</summary>
    <p>${t(`level.${level}.why`)}</p>
    ${['none', 'table', 'operator', 'race'].includes(level) && html`<p>${t('level.alone')}</p>`}
  </details>`;
}

/** A roll that waits for longer than people notice: for what, over the table, so that nothing moves. @param {Props} props */
export function RollWaits({ known }) {
  const { t, announce } = useShell();
  const [shown, show] = useState(false);
  const waits = Boolean(known.dice?.waits);
  useEffect(() => {
    const timer = waits && setTimeout(() => show(true), PATIENCE_MS);
    return () => {
      clearTimeout(timer || undefined);
      show(false);
    };
  }, [waits]);
  const text = shown ? t('level.waits') : '';
  useEffect(() => announce(text), [text]);
  return (
    text &&
    html`<div class="line-state" aria-hidden="true"><p><span class="spinner"></span><span>${text}</span></p></div>`
  );
}

/** What is wrong with the dice lies over the table until somebody has read it. @param {Props} props */
export function DiceWarning({ table, known }) {
  const { t, announce } = useShell();
  const wrong = useCheck(table);
  const [read, note] = useState('');
  const { worry = '', roll = 0 } = known.dice?.warning ?? {};
  const said = worry ? t(`level.worry.${worry}`, { n: roll + 1 }) : '';
  const text = wrong ? `${t('verify.wrong')} ${t(`verify.wrong.${wrong}`)}` : said;
  useEffect(() => announce(text), [text]);
  if (!text || text === read) return null;
  return html`<div class="notice dice-notice" role="group" aria-label=${text}>
    <p>${text}</p>
    <button type="button" onClick=${() => note(text)}>${t('level.read')}</button>
  </div>`;
}

/** At the end this page checks by itself what it had a part in: what is wrong, if anything. @param {Props['table']} table */
function useCheck({ match, end }) {
  const [wrong, find] = useState('');
  const over = end !== null;
  useEffect(() => {
    if (over && openedIn(match).length) check(match).then((found) => find(found.wrong ?? ''));
  }, [match, over]);
  return wrong;
}
