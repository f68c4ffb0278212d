/** The table of My Dice - Your Dice: the reserve, the game dice shared out by their numbers, what each has won. */
import { complete } from '../../../web/components/needs.js';
import { later } from '../../../web/components/when-needed.js';
import { Die } from '../../../web/components/die.js';
import { Tray } from '../../../web/cup/tray.js';
import { CHANCE, together } from '../../../web/line/steps.js';
import { useDecision } from '../../../web/table/decision.js';
import { story } from '../../../web/table/story.js';
import { summary } from '../../../web/table/summary.js';
import { GameTable } from '../../../web/table/table.js';
import { html, useEffect, useLayoutEffect, useMemo, useState } from '../../../web/vendor/preact.js';
import { MAIN, PHASE, SECONDARY } from './facts.js';
import { moves } from './moves.js';

/** @typedef {import('../../../web/types.js').TableProps<import('./facts.js').View>} TableProps */
/** @typedef {import('./facts.js').View} View */
/** @typedef {import('../../../web/types.js').Step<import('./facts.js').View>} Step */

const { drawing: DRAWING, ransoming: RANSOMING, stuck: STUCK } = PHASE;

export const Rules = later(async () => (await complete(import('./rules.js'))).Rules);

const told = story({ values: ransomed });

/** How many dice are ransomed. @param {Step} step @returns {Record<string, number>} */
function ransomed({ text }) {
  const [word, n] = (text ?? '').split(' ');
  return word === 'ransom' ? { n: Number(n) } : {};
}

/** @type {import('../../../web/types.js').Sentence<import('./facts.js').View>} */
export const sentence = (step, context) =>
  step.text === 'ransom 0'
    ? context.t('told.my-dice-your-dice.ransom-none', { name: context.names[step.seat] })
    : told(step, context);

export const Summary = summary('my-dice-your-dice');

/** @param {TableProps} props */
export default function Table(props) {
  const { view, t, match, steps } = props;
  const decision = useDecision(props);
  const ransom = useRansom(props);
  const points = (/** @type {number} */ seat) => view.won[seat] + view.spare[seat];
  const look = (/** @type {number} */ seat) => ({
    score: points(seat),
    turn: view.phase > DRAWING && view.turn === seat,
    more: html`<${Stock} view=${view} seat=${seat} goal=${Number(match.options.goal)} t=${t} />`,
  });
  return html`<${GameTable} ...${props} decision=${decision} seat=${look}
      say=${t(`mdy.say.${view.phase}`, { n: theirs(view), goal: match.options.goal })}
      buttons=${buttons({ view, t, ransom })} moves=${moves}>
    <div class="mdy" aria-label=${t('mdy.table')} role="group">
      <${Reserve} groups=${view.groups} t=${t} />
      <${GameDice} view=${view} names=${props.seats.map(({ name }) => name)} steps=${steps}
          ransom=${decision.mine && view.phase === RANSOMING ? ransom : null}
          refuse=${decision.refuse} motion=${props.settings.tumble} falling=${props.falling} t=${t}
          over=${match.over} />
    </div>
  <//>`;
}

/**
 * @param {{view: View, t: TableProps['t'], ransom: ReturnType<typeof useRansom>}} props
 * @returns {import('../../../web/table/table.js').Button[]}
 */
function buttons({ view, t, ransom }) {
  if (view.phase === RANSOMING) {
    return [
      {
        text: `ransom ${ransom.count}`,
        primary: true,
        label: ransom.count ? t('mdy.ransom', { n: ransom.count }) : t('mdy.ransom.none'),
      },
    ];
  }
  const again =
    view.phase === STUCK
      ? { text: 'pay', label: t('mdy.pay', { n: view.game + 1 }) }
      : { text: 'roll', label: t('mdy.roll', { n: view.game }) };
  return [
    { ...again, primary: true },
    { text: 'stop', label: t('mdy.stop') },
  ];
}

/** How many dice I mean to ransom, chosen anew for every roll. @param {TableProps} props */
export function useRansom({ view, version, match }) {
  const [count, set] = useState(0);
  useLayoutEffect(() => set(0), [version]); // before anybody can press
  const most = Math.min(theirs(view), Math.floor((view.spare[view.turn] ?? 0) / Number(match.options.ransom_price)));
  return { count: Math.min(count, most), most, set };
}

/** Main and secondary number of a seat. @param {View} view @param {number} seat */
const numbersOf = (view, seat) => [MAIN, SECONDARY].map((faces) => faces[Number(seat === view.first)] + 1);

/** How many dice lie there that the opponent of whose turn it is would win. @param {View} view */
const theirs = (view) => view.rolled[numbersOf(view, 1 - view.turn)[0] - 1];

/**
 * What a seat has: its numbers, its action dice, and how far it is from the goal.
 * @param {{view: View, seat: number, goal: number, t: TableProps['t']}} props
 */
function Stock({ view, seat, goal, t }) {
  const [main, secondary] = numbersOf(view, seat);
  const points = view.won[seat] + view.spare[seat];
  return html`<span class="mdy-stock">
    ${
      view.phase > DRAWING &&
      html`<span class="mdy-numbers" role="img" aria-label=${t('mdy.numbers', { main, secondary })}>
        <${Die} face=${main} class="mdy-main" /><${Die} face=${secondary} class="mdy-secondary" /></span>`
    }
    <span class="mdy-spare"><span aria-hidden="true">
      ${Array.from({ length: view.spare[seat] }, (_, at) => html`<i key=${at} />`)}</span>
      ${t('mdy.spare', { n: view.spare[seat] })}</span>
    <span class="mdy-way" role="img" aria-label=${t('mdy.way', { points, goal })}>
      <i style=${{ inlineSize: `${Math.min(100, (100 * points) / goal)}%` }} /></span>
  </span>`;
}

/** @param {{groups: number[], t: TableProps['t']}} props */
function Reserve({ groups, t }) {
  const left = groups.filter((size) => size > 0);
  return html`<div class="mdy-stack"><p class="mdy-name">${t('mdy.reserve', { n: left.length })}</p>
    <ul class="mdy-reserve" data-steady aria-label=${t('mdy.reserve', { n: left.length })}>${left.map(
      (size, at) => html`<li key=${at} class="mdy-group" aria-label=${t('mdy.group', { n: size })}>
        ${Array.from({ length: size }, (_, die) => html`<i key=${die} />`)}<b aria-hidden="true">${size}</b></li>`,
    )}</ul></div>`;
}

/**
 * The dice of the last roll; those that were won lie in light. While ransom is decided, those to be handed over can be
 * picked.
 * @param {{view: View, names: readonly string[], steps: Step[], ransom: ReturnType<typeof useRansom> | null,
 *     motion: boolean, refuse: import('../../../web/table/decision.js').Decision['refuse'], falling: boolean,
 *     t: TableProps['t'], over: boolean}} props `falling`: whose they are is not seen yet
 */
function GameDice({ view, names, steps, ransom, refuse, motion, falling, t, over }) {
  const { key, faces } = useMemo(() => lastRoll(steps), [steps]);
  const thrown = useFirstThrow(steps);
  const lying = useMemo(() => lyingOf(faces, view), [faces, view]);
  const handed = ransom ? lying.filter(({ won, face }) => !won && face === numbersOf(view, 1 - view.turn)[0]) : [];
  const picked = handed.slice(0, ransom?.count ?? 0);
  const tap = (/** @type {number | string} */ id) => {
    const place = handed.findIndex((die) => die.id === id);
    if (place < 0) refuse(lying.find((die) => die.id === id)?.won ? 'won-die' : 'nobodys-die');
    else if (place >= picked.length && picked.length === ransom?.most) refuse('ransom-most', { n: picked.length });
    else ransom?.set(place < picked.length ? place : Math.min(place + 1, ransom.most));
  };
  const describe = (/** @type {number | string} */ id) => {
    const die = lying.find((one) => one.id === id);
    const { face = 0, won = false } = die ?? {};
    if (won) return t('mdy.won', { face, name: names[ownerOf(view, face)] });
    return t(die && handed.includes(die) ? 'mdy.handed' : 'mdy.die', { face });
  };
  const cup = view.game - lying.filter(({ won }) => !won).length;
  return html`<div class="mdy-felt">
    <${Tray} dice=${lying.map((die) => ({
      id: die.id,
      face: die.face,
      kept: picked.includes(die),
      meant: handed.includes(die),
      owner: !falling && die.won ? ownerOf(view, die.face) : undefined,
    }))}
        throwing=${key && thrown ? { key, ids: lying.map(({ id }) => id) } : null}
        mine=${handed.length > 0} onTap=${handed.length ? tap : undefined} describe=${describe} motion=${motion} t=${t}
        label=${t('mdy.dice')} />
    <p class="mdy-cup">${!over && cup > 0 ? t('mdy.cup', { n: cup }) : ''}</p>
  </div>`;
}

/** Who wins a die that shows this (MDY-4). @param {View} view @param {number} face */
const ownerOf = (view, face) => (numbersOf(view, view.turn).includes(face) ? view.turn : 1 - view.turn);

/** The first throw has fallen before the page is there: it is thrown once it is. @param {readonly Step[]} steps */
function useFirstThrow(steps) {
  const [there, come] = useState(() => steps.some(({ seat }) => seat !== CHANCE));
  useEffect(() => come(true), []);
  return there;
}

/** What fell last, in the order of falling. @param {Step[]} steps @returns {{key: number, faces: number[]}} */
function lastRoll(steps) {
  const isDie = (/** @type {Step} */ { seat, text }) => seat === CHANCE && Boolean(text?.startsWith('die'));
  const index = steps.findLastIndex(isDie);
  const fallen = index < 0 ? [] : (together(steps[index], { steps, index }) ?? []);
  return { key: fallen.at(-1)?.version ?? 0, faces: fallen.map(({ text }) => Number(text?.split(' ')[1])) };
}

/** The dice of a roll, and which of them somebody has won since. @param {readonly number[]} faces @param {View} view */
function lyingOf(faces, view) {
  const left = [...view.rolled];
  return faces.map((face, id) => ({ id, face, won: left[face - 1]-- <= 0 }));
}
