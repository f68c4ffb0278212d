/** The general page: the table of any game whose facts say what lies on it, drawn and played without a line of script. */
import { Die } from '../components/die.js';
import { needs } from '../components/needs.js';
import { CHANCE } from '../line/steps.js';
import { Tray } from '../cup/tray.js';
import { placed } from '../pyramid/places.js';
import { SIDE_OF_SEAT } from '../pyramid/lattice.js';
import { Pile } from '../pyramid/pile.js';
import { useDecision, tableOf } from '../table/decision.js';
import { useClaims } from '../table/race.js';
import { Rules as General } from '../table/rules.js';
import { story } from '../table/story.js';
import { changes } from '../table/summed.js';
import { GameTable } from '../table/table.js';
import { html, useLayoutEffect, useMemo, useRef, useState } from '../vendor/preact.js';
import { choiceName, wordName } from '../words/choices.js';
import { named } from '../words/names.js';
import {
  landingOf,
  openChoices,
  pileDice,
  sizeOf,
  takerOf,
  tapOf,
  tapped,
  thrownDice,
  trayDice,
  triedBy,
  upNow,
} from './looks.js';

/** @typedef {import('../types.js').TableProps} TableProps */
/** @typedef {import('../table/decision.js').Decision} Decision */
/** @typedef {import('../wire.js').LooksView} Looks */
/** @typedef {import('../wire.js').TrayLook} TrayLook */
/** @typedef {import('../wire.js').FigureLook} FigureLook */
/** @typedef {ReturnType<typeof useChoice>} Chosen */

needs(['later-general'], [new URL('../table/table.css', import.meta.url), new URL('./general.css', import.meta.url)]);

export const Rules = General;

/** @type {import('../types.js').Sentence} */
export const sentence = story({ values: (step, context) => ({ ...causer(step, context), ...placed(step, context) }) });

/**
 * Dice are told with the name of who rolled them: of the seat that acted last.
 * @param {import('../types.js').Step} step @param {import('../types.js').SentenceContext} context
 * @returns {Record<string, string>}
 */
function causer(step, { steps, index, names, t }) {
  if (step.seat !== CHANCE) return {};
  const last = steps.findLast(({ seat }, at) => at < index && seat !== CHANCE);
  return { name: last ? names[last.seat] : t('general.chance') };
}

/** How the points of all went. @param {Parameters<NonNullable<import('../types.js').GamePage['Summary']>>[0]} props */
export function Summary({ t, scores, names, Graph }) {
  const points = changes(scores.map((each) => each.slice(0, names.length)));
  return html`<${Graph} t=${t} title=${t('general.points')} points=${points} names=${names}
      value=${String} end=${t('graph.end')} />`;
}

/** @param {TableProps} latest */
export default function Table(latest) {
  const props = useStill(latest);
  const { game, view, t } = props;
  const looks = /** @type {Looks} */ (game.looks);
  const decision = useDecision(props);
  const choice = useChoice(props, decision);
  const seat = (/** @type {number} */ who) => ({
    score: scoreOf(props, looks, who),
    ...(game.race && { turn: upNow(looks.tries, view, who) }),
    more: html`<${Front} ...${props} looks=${looks} seat=${who} decision=${tapping(props, decision)} />`,
  });
  return html`<${GameTable} ...${props} decision=${decision} seat=${seat} say=${sayNow(props, choice)}
      buttons=${buttonsOf(props, choice)}>
    <div class=${`general ${looks.pile ? 'general-piled' : ''}`} role="group" aria-label=${t('general.table')}>
      ${looks.pile && html`<${Pyramid} ...${props} pile=${looks.pile} decision=${decision} choice=${choice} />`}
      ${hasFelt(looks) && html`<${Felt} ...${props} looks=${looks} view=${view} decision=${tapping(props, decision)} />`}
    </div>
  <//>`;
}

/**
 * What depends on dice waits until they lie: while they fall, all but they themselves is as it was before.
 * @param {TableProps} latest @returns {TableProps}
 */
function useStill(latest) {
  const settled = useRef(latest);
  if (!latest.falling) settled.current = latest;
  const { legal, movers } = settled.current;
  return { ...latest, view: latest.held, legal, movers };
}

/** The points of a seat: as its field says, else as the server tells them. @param {TableProps} props @param {Looks} looks @param {number} seat */
function scoreOf({ game, view, match }, { score }, seat) {
  const points = score ? view[score][seat] : match.scores?.[seat];
  return points === undefined ? null : points * game.point_worth;
}

/** @param {Looks} looks */
const hasFelt = ({ thrown, trays, figures }) =>
  thrown.length > 0 || [...trays, ...figures].some(({ by_seat: own }) => !own);

/** Who plays here can tap dice, also to learn why one cannot be taken. @param {TableProps} props @param {Decision} decision */
const tapping = ({ me, replay, match }, decision) => (me === null || replay || match.over ? undefined : decision);

/** The cells picked so far, and what they leave open. @param {TableProps} props @param {Decision} decision */
function useChoice(props, decision) {
  const { game, legal, view } = props;
  const moment = momentOf(props);
  const [kept, keep] = useState({ moment, cells: /** @type {number[]} */ ([]) });
  const cells = kept.moment === moment ? kept.cells : [];
  const texts = game.actions ?? [];
  const allowed = useMemo(() => allowedTo(props, decision), [game, legal, decision.mine, game.race && view]);
  const open = useMemo(() => openChoices(texts, allowed, cells), [game, allowed, cells]);
  const set = (/** @type {number[]} */ some) => keep({ moment, cells: some });
  const claim = useClaims(props, decision);
  const act = game.race ? claim : decision.play;
  useLayoutEffect(() => {
    if (!game.race) return;
    set([]);
    decision.quiet();
  }, [moment]);
  const pick = (/** @type {number} */ cell) => {
    const [only, ...others] = open.done;
    if (cell === cells.at(-1) && only && !others.length) return void act(only.text);
    const meant = openChoices(texts, [...texts.keys()], []).places.get(cell);
    if (isSnatched(props, cell)) return decision.mine && meant && void claim(meant.text);
    decision.quiet();
    if (open.places.has(cell)) return set([...cells, cell]);
    if (openChoices(texts, allowed, []).places.has(cell)) return set([cell]);
    return meant && void decision.why(meant.text);
  };
  return { cells, open, pick, act, clear: () => set([]) };
}

/** For how long what was picked counts: in a race, where versions follow each other fast, while the same can be tried. */
const momentOf = (/** @type {TableProps} */ { game, view, version }) =>
  game.race
    ? triedFields(game)
        .map((field) => view[field])
        .join(' ')
    : version;

/** @param {TableProps['game']} game */
const triedFields = ({ looks }) => [...new Set(looks?.tries.flatMap(({ field, by }) => [field, ...(by && [by])]))];

/** What I may choose among: what is legal, in a race what can be tried. @param {TableProps} props @param {Decision} decision */
function allowedTo({ game, view, me, legal }, { mine }) {
  if (!mine) return [];
  return game.race ? triedBy(/** @type {Looks} */ (game.looks), game.actions ?? [], view, me ?? 0) : (legal ?? []);
}

/** In a race a die is taken by the first press, or others are quicker. @param {TableProps} props @param {number} cell */
const isSnatched = ({ game, view }, cell) => game.race && game.looks?.pile && view[game.looks.pile.dice][cell] > 0;

/** @param {TableProps} props @param {Chosen} choice */
function sayNow({ game, view, seats, me, t }, { cells, open }) {
  if (cells.length) return t(open.done.length ? 'general.say.sure' : 'general.say.next');
  if (game.race) {
    const up = seats.filter(({ seat }) => seat !== me && upNow(game.looks?.tries ?? [], view, seat));
    if (open.places.size) return t('general.say.race');
    if (!open.now.length) return up.length ? t('turn.of', { n: up.length, name: up[0].name }) : '\u00a0';
  }
  const own = `say.${game.name}.${game.phases?.[view.phase] ?? ''}`;
  return t(t.has(own) ? own : open.places.size ? 'general.say.pile' : 'general.say');
}

/**
 * What can be done at once, and what the picked cells are enough for. Dice that lie on a tray are chosen there.
 * @param {TableProps} props @param {Chosen} choice
 * @returns {import('../table/table.js').Button[]}
 */
function buttonsOf(props, { cells, open, act, clear }) {
  const { game, view, me, t } = props;
  const onTrays = tapped(game.looks?.trays ?? [], view, me ?? 0);
  const free = open.now.filter(({ text }) => !onTrays.has(text));
  const label = (/** @type {string} */ text) => choiceName(t, game.name, text, at(props));
  const short = (/** @type {string} */ text) => wordName(t, text.split(' ')[0]); // the place itself is lit up
  const lone = !cells.length && !open.places.size;
  const button = (/** @type {string} */ text, /** @type {string} */ name, /** @type {boolean} */ primary) => ({
    text,
    label: name,
    primary,
    press: () => void act(text),
  });
  return [
    ...open.done.map(({ text }) => button(text, open.done.length > 1 ? label(text) : short(text), true)),
    ...(cells.length ? [{ label: t('general.back'), press: clear }] : []),
    ...free.map(({ text }, place) => button(text, label(text), lone && !place)),
  ];
}

/** Where places and players have names. @param {TableProps} props */
const at = (props) => ({
  ...tableOf(props),
  ...(props.game.looks?.pile && { size: sizeOf(props.game.looks.pile, props.view) }),
});

/** @param {TableProps & {pile: import('../wire.js').PileLook, decision: Decision, choice: Chosen}} props */
function Pyramid({ pile, decision, choice, ...props }) {
  const { game, view, steps, settings, me, t } = props;
  const dice = useMemo(() => pileDice(pile, view), [pile, view]);
  const taker = useMemo(() => takerOf(steps), [steps]);
  const lies = useLying(/** @type {Looks} */ (game.looks).trays, view);
  const places = useMemo(
    () =>
      [...choice.open.places]
        .filter(([cell]) => !isSnatched(props, cell))
        .map(([cell, { text }]) => ({ cell, label: choiceName(t, game.name, text, at(props)), quiet: game.race })),
    [choice.open],
  );
  return html`<${Pile} dice=${dice} places=${places} onPick=${choice.pick} chosen=${choice.cells.at(-1) ?? null}
      side=${pile.own_side && me !== null ? SIDE_OF_SEAT[me % SIDE_OF_SEAT.length] : null} atOnce=${game.race}
      size=${sizeOf(pile, view)} taker=${taker} lies=${lies} label=${t('pyramid.tools')} busy=${decision.busy}
      silent=${!pile.faces} settings=${settings} t=${t} />`;
}

/**
 * Where a die is drawn that was taken since the view before: a row of the felt, or one of the seat that took it.
 * @param {readonly TrayLook[]} trays @param {TableProps['view']} view
 * @returns {import('../pyramid/types.js').Lies}
 */
function useLying(trays, view) {
  const shown = useRef(view);
  useLayoutEffect(() => void (shown.current = view), [view]); // the pile, inside, has asked by then
  return ({ colour }, seat) => {
    const found = landingOf(trays, shown.current, view, { seat, colour });
    if (!found) return null;
    const { tray, place } = found;
    const row = `.general-row[data-tray="${tray.field}"] .general-die:nth-child(${place + 1}) > svg`;
    return tray.by_seat ? `.seat[data-seat="${seat}"] ${row}` : row;
  };
}

/** What lies in the middle: thrown dice, trays, figures. @param {TableProps & {looks: Looks, decision?: Decision}} props */
function Felt({ looks, decision, ...props }) {
  const { view, t, game } = props;
  const label = labelsOf(t, game.name);
  const mine = (/** @type {{by_seat: boolean}} */ one) => !one.by_seat;
  return html`<div class="general-felt">
    ${looks.thrown.length > 0 && html`<${Thrown} ...${props} words=${looks.thrown} />`}
    ${looks.trays.filter(mine).map(
      (tray) => html`<${Row} key=${tray.field} label=${label(tray.field)} dice=${trayDice(tray, view)} t=${t}
            tray=${tray} decision=${decision} />`,
    )}
    <${Figures} figures=${looks.figures.filter(mine)} value=${(/** @type {string} */ field) => view[field]}
        label=${label} t=${t} />
  </div>`;
}

/** @param {TableProps & {words: string[]}} props */
function Thrown({ steps, words, seats, movers, match, settings, t }) {
  const { dice, owner, last, past } = useMemo(() => thrownDice(steps, words), [steps, words]);
  const key = last.at(-1) ?? 0;
  const first = useRef(key); // what lay there when one came is not thrown again
  const passed = owner !== null && movers !== null && movers.length > 0 && !movers.includes(owner);
  return html`<div class=${`general-thrown ${!match.over && (past || passed) ? 'general-past' : ''}`}>
    <${Tray} dice=${dice} throwing=${key !== first.current ? { key, ids: last } : null} motion=${settings.tumble}
        label=${t('general.thrown')} t=${t} />
    <p class="general-of">${dice.length && owner !== null ? t('general.thrown.of', { name: seats[owner].name }) : '\u00a0'}</p>
  </div>`;
}

/**
 * Dice in a row; where their faces can be taken, each is a button.
 * @param {{label: string, dice: import('./looks.js').LyingDie[], t: TableProps['t'], tray: TrayLook,
 *     decision?: Decision}} props
 */
function Row({ label, dice, t, tray, decision }) {
  const named = (/** @type {import('./looks.js').LyingDie} */ { face, colour }) =>
    face ? t('cup.die', { face }) : t(`pyramid.die.${colour}`);
  const drawn = (/** @type {import('./looks.js').LyingDie} */ die, /** @type {number} */ place) => {
    const picture = html`<${Die} face=${die.face} colour=${die.colour} />`;
    const action = tapOf(tray, die);
    return tray.takes && decision
      ? html`<button type="button" class="general-die" key=${place} aria-label=${named(die)} disabled=${decision.busy}
          data-action=${action} data-legal=${decision.can(action) ? '' : undefined}
          onClick=${() => (decision.can(action) ? decision.play(action) : decision.why(action))}>${picture}</button>`
      : html`<span class="general-die" key=${place} role="img" aria-label=${named(die)}>${picture}</span>`;
  };
  return html`<div class="general-row" data-tray=${tray.field} role="group" aria-label=${`${label} ${dice.length}`}>
    <span class="general-label">${label}</span><span class="general-dice">${dice.map(drawn)}</span>
  </div>`;
}

/**
 * Numbers with their names.
 * @param {{figures: FigureLook[], value: (field: string) => number, label: (field: string) => string,
 *     t: TableProps['t']}} props
 */
function Figures({ figures, value, label, t }) {
  if (!figures.length) return null;
  return html`<dl class="general-figures">${figures.map(
    ({ field, of: most }) => html`<div key=${field}><dt>${label(field)}</dt>
      <dd class="number">${most ? t('general.of', { n: value(field), most: value(most) }) : value(field)}</dd></div>`,
  )}</dl>`;
}

/** What lies in front of a seat. @param {TableProps & {looks: Looks, seat: number, decision?: Decision}} props */
function Front({ looks, seat, view, game, me, t, decision }) {
  const label = labelsOf(t, game.name);
  const own = (/** @type {{by_seat: boolean}} */ one) => one.by_seat;
  const [trays, figures] = [looks.trays.filter(own), looks.figures.filter(own)];
  if (!trays.length && !figures.length) return null;
  return html`<span class="general-front">
    ${trays.map(
      (tray) => html`<${Row} key=${tray.field} label=${label(tray.field)} dice=${trayDice(tray, view, seat)} t=${t}
            tray=${tray} decision=${seat === me ? decision : undefined} />`,
    )}
    <${Figures} figures=${figures} label=${label} t=${t}
        value=${(/** @type {string} */ field) => (Array.isArray(view[field]) ? view[field][seat] : view[field])} />
  </span>`;
}

/** What stands beside a field. @param {TableProps['t']} t @param {string} game */
const labelsOf = (t, game) => (/** @type {string} */ field) =>
  named(t, `looks.${game}.${field}`, field.replaceAll('_', ' '));
