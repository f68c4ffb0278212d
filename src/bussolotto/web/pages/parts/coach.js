/** The coach: a short note at the first of each kind of decision, one at a time, over nothing that is played with. */
import { Icon } from '../../components/icon.js';
import { needs } from '../../components/needs.js';
import { useShell } from '../../components/shell.js';
import { learn } from '../../words/i18n.js';
import { html, useEffect, useRef, useState } from '../../vendor/preact.js';

/** @typedef {import('../../types.js').TableProps} TableProps */
/** @typedef {import('../../types.js').Note} Note */
/**
 * @typedef {{game: TableProps['game'], view: TableProps['view'], me: number, mine: boolean,
 *   phases: Record<string, number>, own: readonly Note[]}} Moment what there is to decide now; `phases` by name; `own`:
 *   what else the page of the game has notes for
 */

needs(['later-coach'], [new URL('./coach.css', import.meta.url)]);

const READ_MS = 4000; // for so long a note is there, however quickly its moment passes

/**
 * The notes that would be of use now, the kind of decision first. In a race all decide, unless the page says who.
 * @param {Moment} moment @returns {string[]} words
 */
export function notesAt({ game, view, me, mine, phases, own }) {
  const phase = Object.keys(phases).find((name) => phases[name] === view.phase) ?? '';
  const moments = own.filter(({ fits }) => fits(view, mine, me)).map(({ word }) => word);
  const general = (mine || game.race) && !own.some(({ word }) => word === phase);
  return general ? [phase, ...moments] : moments;
}

/** How it is remembered that a note was seen. @param {string} game @param {string} word */
const told = (game, word) => `${game}.${word}`;

/** @param {{shown: TableProps, own?: readonly Note[]}} props */
export function Coach({ shown, own = [] }) {
  const { t, settings, set } = useShell();
  const { game, view, me, movers } = shown;
  const phases = useKnown(game);
  const latest = useRef(settings);
  latest.current = settings;
  const mine = me !== null && Boolean(movers?.includes(me));
  const fitting = phases && me !== null && !shown.match.over ? notesAt({ game, view, me, mine, phases, own }) : [];
  const { word, close } = useNote(shown, fitting, (/** @type {string} */ seen) =>
    set({ seen: [...latest.current.seen, told(game.name, seen)] }),
  );
  if (!word) return null;
  return html`<aside class="note" aria-label=${t('coach.title')} data-note=${word}>
    <p>${t(`note.${game.name}.${word}`)}</p>
    <div class="note-buttons">
      <button type="button" class="quiet" title=${t('coach.off')}
          onClick=${() => set({ seen: [...settings.seen, game.name] })}>
        <${Icon} name="hide" /><span class="note-label">${t('coach.off')}</span></button>
      <button type="button" class="quiet" title=${t('coach.done')} onClick=${close}>
        <${Icon} name="check" /><span class="note-label">${t('coach.done')}</span></button>
    </div>
  </aside>`;
}

/**
 * The note that is shown, until it is closed, or its moment has passed and it has been there long enough to be read.
 * @param {TableProps} shown @param {readonly string[]} fitting @param {(word: string) => void} see remembers it
 */
function useNote({ game, t, version, falling, busy }, fitting, see) {
  const { settings, announce } = useShell();
  const [now, show] = useState({ word: '', since: 0 });
  const [closedAt, closeAt] = useState(-1); // no other note in the same position
  const text = (/** @type {string} */ word) => `note.${game.name}.${word}`;
  const next = fitting.find((word) => t.has(text(word)) && !settings.seen.includes(told(game.name, word)));
  const comes = !now.word && !falling && !busy && closedAt !== version ? next : undefined;
  const passed = !fitting.includes(now.word);
  const end = () => {
    show({ word: '', since: 0 });
    see(now.word);
  };
  useEffect(() => {
    if (!comes) return;
    show({ word: comes, since: performance.now() });
    announce(t(text(comes)));
  }, [comes]);
  useEffect(() => {
    if (!now.word || !passed) return undefined;
    const timer = setTimeout(end, READ_MS - (performance.now() - now.since));
    return () => clearTimeout(timer);
  }, [now.word, passed]);
  const close = () => {
    closeAt(version);
    end();
  };
  return { word: now.word, close };
}

/** The phases of a game by name, once its notes are here too. @param {TableProps['game']} game */
function useKnown({ name, page, phases: named = [] }) {
  const [phases, know] = useState(/** @type {Record<string, number> | null} */ (null));
  useEffect(() => {
    const facts = page
      ? import(page.replace(/page\.js$/, 'facts.js'))
      : { PHASE: Object.fromEntries(named.map((phase, at) => [phase, at])) };
    Promise.all([facts, learn(`later-${name}-notes`)]).then(
      ([{ PHASE }]) => know(PHASE),
      () => {}, // without notes one can play on
    );
  }, [name]);
  return phases;
}
