/** Keys of the table: a die by its place from the left, a table by its letter, Enter for what stands out. */
import { useKeys } from '../../../web/table/keys.js';
import { DICE } from '../../../web/table/keeps.js';
import { TABLES } from './facts.js';

/** Shown in the list of keys; `text` is a catalogue key. */
export const SHORTCUTS = [
  { keys: '1 – 5', text: 'cin.keys.die' },
  { keys: 'A B C', text: 'cin.keys.table' },
  { keys: 'Enter', text: 'cin.keys.go' },
];

/**
 * @param {{own: import('./own-dice.js').OwnDice, decision: import('../../../web/table/decision.js').Decision,
 *   offered: import('../../../web/table/table.js').Button[]}} now
 */
export function useTableKeys({ own, decision, offered }) {
  useKeys((key) => {
    const place = Number(key);
    if (own.may && place >= 1 && place <= DICE) return () => own.toggle(idAt(place - 1));
    if (decision.busy) return undefined; // as long as no button can be pressed
    const table = `table ${key.toUpperCase()}`;
    if (TABLES.includes(key.toUpperCase()) && decision.can(table)) return () => decision.play(table);
    const first = offered.find(({ primary, disabled }) => primary && !disabled);
    return key === 'Enter' && first?.text && decision.can(first.text)
      ? () => decision.play(first.text ?? '')
      : undefined;
  });
}

/** The die that lies there, counted from the left as it is seen: on the felt dice lie where they have fallen. @param {number} place */
function idAt(place) {
  const dice = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('.cin-tray .tray-die')]);
  const left = new Map(dice.map((die) => [die, die.getBoundingClientRect().left]));
  const found = dice.sort((one, other) => (left.get(one) ?? 0) - (left.get(other) ?? 0))[place];
  return Number(found?.dataset.id);
}
