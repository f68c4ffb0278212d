/** The table of Spilorcio: seats round a wooden board, and my hand below it. */
import { complete } from '../../../web/components/needs.js';
import { later } from '../../../web/components/when-needed.js';
import { Falling } from '../../../web/components/falling.js';
import { useSolid } from '../../../web/cup/solid.js';
import { Banner } from '../../../web/table/banner.js';
import { html, useContext, useEffect, useLayoutEffect, useRef, useState } from '../../../web/vendor/preact.js';
import { pressOnce } from '../../../web/table/focus.js';
import { PLACE, keepNumber, spoken } from '../../../web/table/keeps.js';
import { Rolling } from '../../../web/table/rolling.js';
import { ROWS } from './facts.js';
import { HandHint, useAdvised } from './advice.js';
import { AskButtons, KeepButtons, Say, SkipButton } from './action.js';
import { Board } from './board.js';
import { placesOf, useChoice, useOutcome } from './choice.js';
import { PlaceChoice, Roll, Tray, proposedRows, useTumbling } from './hand.js';
import { SHORTCUTS, useKeys } from './keys.js';
import { Odds, useReach } from './odds.js';
import { placings } from './placing.js';
import { PHASE, nextSquares, rolled, setAside, squareKey } from './position.js';
import { Result } from './result.js';
import { Others, SeatPlate } from './seats.js';
import { useStage } from './stage.js';
import { useSubmit } from './submit.js';
import { Summary } from './summary.js';
import { NOTES } from './notes.js';
import { placingProspect, prospect, sentence } from './words.js';

/** The page itself tells how the match ended. */
export const SHOWS_RESULT = true;
const END_MS = 2500;

export const Rules = later(async () => (await complete(import('./rules.js'))).Rules);
export { NOTES, Odds, SHORTCUTS, Summary, sentence };

/**
 * @typedef {import('../../../web/types.js').TableProps<import('./facts.js').View>} TableProps
 * @typedef {import('./position.js').View} View
 */

/** @param {TableProps} props */
export default function Table(props) {
  const { seats, me, view, t, lang, match, replay } = props;
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  const reach = useReach();
  const hand = useHand(props, root);
  const { shown, choice } = hand;
  const over = match.over && !hand.busy;
  const shownView = over ? { ...shown.view, phase: PHASE.over } : shown.view; // also where people ended it by agreement
  return html`
    <section class=${`spilorcio ${over && !replay ? 'is-over' : ''} ${replay ? 'is-replay' : ''} ${hand.mine ? 'is-mine' : ''}`}
        ref=${root} data-phase=${view.phase} onKeyDown=${pressOnce}>
      <${Others} view=${shownView} seats=${seats} me=${me} t=${t} />
      <div class="board-area" onClick=${hand.busy ? hand.skip : undefined}>
        <${Board} view=${shownView} chosen=${choice.faces} promised=${over ? [] : hand.promised} ringed=${hand.ringed}
            reach=${over ? null : reach} t=${t}
            lang=${lang} open=${hand.rows} onRow=${hand.place} />
        <${Banner} ...${props} />
      </div>
      ${over && !replay ? html`<${Result} ...${props} />` : html`<${Hand} ...${props} hand=${hand} />`}
    </section>`;
}

/** @param {TableProps & {hand: ReturnType<typeof useHand>}} props */
function Hand(props) {
  const { seats, me, t, hand, replay, settings } = props;
  const { shown, choice } = hand;
  const tumbling = useTumbling(shown, choice.places, settings.tumble);
  const placing = hand.mine && shown.view.phase === PHASE.placing;
  return html`
    <section class=${`hand ${placing ? 'is-placing' : ''}`} aria-label=${t('spilorcio.hand')}>
      ${me !== null && html`<${SeatPlate} view=${shown.view} seat=${seats[me]} index=${me} me=${me} t=${t} />`}
      <${Tray} view=${shown.view} chosen=${choice.faces} t=${t}
          theirs=${shown.view.turn === me ? null : (seats[shown.view.turn] ?? null)}
          onGhost=${(/** @type {number} */ index) => choice.toggle(choice.places[index])}
          onLaid=${() => hand.explain('laid')} />
      ${
        placing &&
        html`<${PlaceChoice} view=${shown.view} rows=${hand.rows} advised=${hand.advised} onRow=${hand.place}
            focus=${hand.byKeyboard()} t=${t} />`
      }
      ${
        (!placing || tumbling.canvas) &&
        html`<${Roll} view=${shown.view} choice=${choice} mine=${hand.mine && !placing} picked=${shown.picked}
            advised=${hand.mine ? placesOf(rolled(shown.view), hand.advised) : []} flying=${shown.flying}
            focus=${hand.byKeyboard()} away=${placing} tumbling=${tumbling} onForbidden=${hand.forbidden} t=${t} />`
      }
      ${
        !replay &&
        (props.throw
          ? html`<div class="action bench-rolls">
            <${Rolling} ...${props} /></div>`
          : html`<${Action} ...${props} placing=${placing} />`)
      }
    </section>`;
}

/** @param {TableProps & {hand: ReturnType<typeof useHand>, placing: boolean}} props */
function Action({ game, match, legal, lang, hand, placing, t }) {
  const { choice, submit, advisor } = hand;
  const hint =
    match.hints && hand.mine && legal?.length !== 1 && html`<${HandHint} ...${{ advisor, game, t, lang }} />`;
  const choosing = hand.mine && !placing && !submit.question;
  return html`
    <div class="action">
      <${Say} lines=${hand.lines} warning=${Boolean(submit.question || submit.refusal)} />
      ${submit.question && html`<${AskButtons} submit=${submit} t=${t} />`}
      ${
        choosing &&
        html`<${KeepButtons} faces=${choice.faces} submit=${submit} onConfirm=${hand.confirm}
            onUndo=${choice.undo} t=${t}>${hint}<//>`
      }
      ${placing && hint && html`<div class="buttons">${hint}</div>`}
      ${hand.behind && html`<${SkipButton} onSkip=${hand.skip} t=${t} />`}
    </div>`;
}

/** What is decided by what is still being shown is told when that is over. @param {boolean} still */
function useLyingStill(still) {
  const falling = useContext(Falling);
  useLayoutEffect(() => (still ? falling.lie() : falling.fall()), [still]);
}

/** Once the match is over its last scenes keep nobody from the result for long. @param {boolean} over @param {{catchUp: () => void}} stage */
function useEnd(over, stage) {
  useEffect(() => {
    const timer = over ? setTimeout(() => stage.catchUp(), END_MS) : 0;
    return () => clearTimeout(timer);
  }, [over]);
}

/**
 * All that a hand can do, and what is known about it.
 * @param {TableProps} props
 * @param {{current: HTMLElement | null}} root
 */
function useHand(props, root) {
  const { me, movers, settings, replay, preview } = props;
  const view = useNews(/** @type {View} */ (props.view));
  const { shown, stage } = useStage({
    view,
    version: props.version,
    steps: props.steps,
    me,
    calm: !settings.motion,
    tumbling: useSolid(),
    root,
  });
  useLyingStill(!shown.busy);
  useEnd(props.match.over, stage);
  const mine = me !== null && !replay && !shown.busy && shown.view === view && Boolean(movers?.includes(me));
  const choice = useChoice(view, mine && view.phase === PHASE.keeping);
  const outcome = useOutcome(view, choice.faces, preview);
  const submit = useSubmit(props, choice.faces.join(), {
    send: (actions) => (actions[0] < PLACE ? stage.setAside(choice.places) : undefined),
    failed: () => stage.catchUp(),
  });
  const note = useNote(props, view.plies, choice.faces.join());
  const rows = mine && view.phase === PHASE.placing ? proposedRows(view) : [];

  const { forbidden, confirm, place, keys } = commandsOf({
    props,
    view,
    shown,
    stage,
    mine,
    choice,
    submit,
    note,
    rows,
  });
  useKeys(keys);

  const lines = wordsOf({ props, view: shown.view, mine, choice, outcome, submit, note: note.text });
  useAnnouncedChoice(props, mine, choice.faces, lines);
  const promised = nextSquares(shown.view, promisedDice(shown.view));
  return {
    shown,
    choice,
    submit,
    mine,
    rows,
    lines,
    promised,
    ...useAdvised(props),
    forbidden,
    confirm,
    place,
    byKeyboard: useByKeyboard(),
    ringed: choice.faces.length ? ringedSquares(view, choice.faces, outcome) : [],
    explain: note.explain,
    busy: shown.busy,
    behind: shown.busy && !submit.sending,
    skip: () => stage.skip(),
  };
}

/**
 * The same position told once more, as whenever the line has been made anew, is no news: nothing is begun again.
 * @param {View} view
 */
function useNews(view) {
  const known = useRef(view);
  if (known.current !== view && JSON.stringify(known.current) !== JSON.stringify(view)) known.current = view;
  return known.current;
}

/**
 * What a hand can be told, by the keyboard or by a button.
 * @param {{props: TableProps, view: View, stage: ReturnType<typeof useStage>['stage'], mine: boolean, rows: number[],
 *   shown: ReturnType<typeof useStage>['shown'], choice: ReturnType<typeof useChoice>,
 *   submit: ReturnType<typeof useSubmit>, note: ReturnType<typeof useNote>}} hand
 */
function commandsOf({ props, view, stage, shown, mine, rows, choice, submit, note }) {
  const { me, movers, replay, match } = props;
  const forbidden = () => {
    if (!replay && !match.over) note.explain(me !== null && movers?.includes(me) ? 'wait' : 'turn');
  };
  const confirm = () => {
    if (!mine) forbidden();
    else if (choice.faces.length) submit.submit([keepNumber(choice.faces)]);
    else note.explain('none');
  };
  const place = (/** @type {number} */ row) =>
    rows.includes(row) ? submit.submit([PLACE + row]) : note.explain('row');
  const digit = (/** @type {number} */ number) => {
    if (rows.length) place(number - 1);
    else if (!mine) forbidden();
    else if (rolled(view).includes(number)) choice.chooseFace(number);
    else note.explain('face', { face: number });
  };
  const keys = {
    digit,
    confirm: () => (rows.length ? place(rows[0]) : confirm()),
    all: () => (mine ? choice.all() : forbidden()),
    undo: () => (submit.question ? submit.quiet() : choice.undo()),
    clear: () => (shown.busy ? stage.skip() : submit.question ? submit.quiet() : choice.clear()),
    any: () => note.clear(),
  };
  return { forbidden, confirm, place, keys };
}

/** @param {View} view @returns {number[]} dice whose chips are still to come */
function promisedDice(view) {
  return view.phase >= PHASE.placing ? [] : setAside(view);
}

/** @param {View} view @param {readonly number[]} faces @param {View | null} outcome @returns {string[]} */
function ringedSquares(view, faces, outcome) {
  if (outcome && outcome.phase !== PHASE.placing)
    return placings(view, outcome).map(({ row, square }) => squareKey(row, square));
  const aside = setAside(view);
  return nextSquares(view, [...aside, ...faces]).slice(aside.filter((face) => face <= ROWS).length);
}

/**
 * What is said beside the dice.
 * @param {{props: TableProps, view: View, mine: boolean, choice: ReturnType<typeof useChoice>, outcome: View | null,
 *   submit: ReturnType<typeof useSubmit>, note: string}} now
 * @returns {string[]}
 */
function wordsOf({ props, view, mine, choice, outcome, submit, note }) {
  const { t, me, seats } = props;
  if (submit.refusal) return [submit.refusal];
  if (note) return [note];
  if (submit.question && me !== null)
    return placingProspect(/** @type {View} */ (props.view), submit.question.view, me, t);
  if (submit.sending) return [t('spilorcio.sending')];
  if (!mine || me === null) return [waitingText(view, seats, me, t)];
  if (view.phase === PHASE.placing) return [t('spilorcio.place.why')];
  if (choice.faces.length === 0) return [t('spilorcio.choose')];
  return prospect(view, me, choice.faces, outcome, t);
}

/** @param {View} view @param {TableProps['seats']} seats @param {number | null} me @param {TableProps['t']} t */
function waitingText(view, seats, me, t) {
  if (view.phase === PHASE.drawing) return t('spilorcio.waiting.draw');
  if (view.turn === me) return '';
  const doing = { [PHASE.rolling]: 'rolling', [PHASE.keeping]: 'keeping', [PHASE.placing]: 'placing' }[view.phase];
  return doing ? t(`spilorcio.waiting.${doing}`, { name: seats[view.turn]?.name ?? '' }) : '';
}

/**
 * Why something cannot be done now: said beside the dice and aloud, until something else happens.
 * @param {TableProps} props
 * @param {number} plies
 * @param {string} chosen
 */
function useNote({ view, seats, t, announce }, plies, chosen) {
  const [text, set] = useState('');
  useLayoutEffect(() => set(''), [plies, chosen]); // at once: what is said from now on is about what is there now
  return {
    text,
    clear: () => set(''),
    /** @param {string} reason @param {Record<string, string | number>} [values] */
    explain(reason, values = {}) {
      const said = t(`spilorcio.why.${reason}`, { name: seats[view.turn]?.name ?? '', ...values });
      set(said);
      announce(said);
    },
  };
}

/** @param {TableProps} props @param {boolean} mine @param {readonly number[]} faces @param {readonly string[]} lines */
function useAnnouncedChoice({ t, announce }, mine, faces, lines) {
  const said = useRef('');
  const text = mine && faces.length ? [t('spilorcio.chosen', { dice: spoken(faces) }), ...lines].join(' ') : '';
  useEffect(() => {
    if (text && text !== said.current) announce(text);
    said.current = text;
  }, [text]);
}

/** Does the person play by keyboard? Then the focus may follow the game. */
function useByKeyboard() {
  const keyboard = useRef(false);
  useLayoutEffect(() => {
    const typed = () => {
      keyboard.current = true;
    };
    const pointed = () => {
      keyboard.current = false;
    };
    document.addEventListener('keydown', typed, true);
    document.addEventListener('pointerdown', pointed, true);
    return () => {
      document.removeEventListener('keydown', typed, true);
      document.removeEventListener('pointerdown', pointed, true);
    };
  }, []);
  return () => keyboard.current;
}
