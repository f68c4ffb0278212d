/** The table that all games share: the others above, the scene in the middle, my own place and what I can do below. */
import { Advised, advisedText, Hint, Worth, worthId } from '../components/advice.js';
import { diceColour, fromMine, SeatCard, SeatStrip } from '../components/seats.js';
import { html, useRef, useState } from '../vendor/preact.js';
import { Banner, useMoves } from './banner.js';
import { tableOf, waitedFor } from './decision.js';
import { pressOnce, useFocusKept, useMeant } from './focus.js';
import { Rolling } from './rolling.js';
import { useSteady } from './steady.js';

/** @typedef {import('../types.js').TableProps} TableProps */
/** @typedef {import('./decision.js').Decision} Decision */
/**
 * @typedef {{score?: number | string | null, note?: string, turn?: boolean, more?: any}} SeatLook what is seen of a
 *     seat:
 *     the large number, a line under the name instead of whose turn it is, whether it is its turn (else by `movers`),
 *     and what it has in front of it
 * @typedef {{text?: string, label: any, primary?: boolean, press?: () => void, disabled?: boolean}} Button either an
 *     action by its text, or something of the page itself; while `disabled` it says again what can be done
 */

/**
 * What depends on dice waits until they lie: plates, words and buttons stay as they were while dice fall.
 * @param {TableProps & {decision: Decision, seat: (seat: number) => SeatLook, say?: string, buttons?: Button[],
 *   hand?: any, moves?: import('./banner.js').Moves, children: any}} latest `say`: what I can do now; `hand`: what lies
 *   in front of me; `moves`: what an event moves; children: the scene
 */
export function GameTable(latest) {
  const settled = useRef(latest);
  if (!latest.falling) settled.current = latest;
  const { seat, say, buttons, match, movers } = settled.current;
  const gain = (/** @type {number} */ who) => gainOf(who, settled.current);
  const props = { ...latest, seat, say, buttons, match, movers, gain };
  const { game, seats, me, t, replay, decision, children, event, moves, settings } = props;
  const others = fromMine(seats, me).filter(({ seat: other }) => other !== me);
  const table = useRef(/** @type {HTMLElement | null} */ (null));
  const [reminded, remind] = useState('');
  const told = decision.note || decision.question?.text || sayNow(props);
  const moment = `${props.version} ${told}`;
  useMoves(table, event, moves, settings.motion);
  useFocusKept(table, Boolean(game.race));
  useSteady(table);
  return html`<section ref=${table} onKeyDown=${pressOnce}
      class=${`game game-${game.name} ${game.race ? 'race' : ''} ${decision.mine ? 'game-mine' : ''} ${replay ? 'game-replay' : ''}`}
      data-version=${props.version}
      data-busy=${decision.busy ? '' : undefined}>
    ${
      !props.alone &&
      html`<${SeatStrip} label=${t('seat.others')}>
        ${others.map((other) => html`<${Plate} key=${other.seat} ...${props} who=${other.seat} />`)}<//>
        <div class="scene"><${Advised.Provider} value=${advisedText(decision.advisor.advice, game)}>${children}<//>
          <${Banner} ...${props} /></div>`
    }
    ${
      !(replay && me === null && !props.hand) &&
      html`<section class="bench" aria-label=${t('table.bench')}>
        ${me !== null && html`<${SeatStrip} label=${t('seat.mine')}><${Plate} ...${props} who=${me} /><//>`}
        ${props.hand && html`<div class="bench-hand">${props.hand}</div>`}
        ${
          !replay &&
          html`<div class=${`bench-act ${match.dice === 'real' ? 'bench-rolls' : ''}`} tabindex="-1">${
            props.throw
              ? html`<${Rolling} ...${props} />`
              : html`
                <p class=${`bench-say ${decision.note || reminded === moment ? 'problem' : ''}`}>${told}</p>
                <${Buttons} ...${props} remind=${() => {
                  remind(moment);
                  props.announce(told);
                }} />
                ${
                  me !== null &&
                  match.hints &&
                  html`<div class="bench-hint">
                    ${mayAsk(props) && html`<${Hint} ...${decision.advisor} ...${{ game, t, lang: props.lang, at: tableOf(props) }} />`}</div>`
                }`
          }
          </div>`
        }
      </section>`
    }
  </section>`;
}

/** Is there anything to choose? @param {TableProps & {decision: Decision}} props */
const mayAsk = ({ decision, legal }) => decision.mine && legal?.length !== 1;

/** @param {TableProps & {decision: Decision, say?: string}} props */
function sayNow({ t, match, say, decision, movers, seats, me }) {
  if (match.over) return t('over');
  if (decision.mine || movers === null) return say ?? ''; // in a race there is something to see for who only watches, too
  const waited = waitedFor({ movers, seats, me });
  return waited.n ? t('turn.of', waited) : '\u00a0';
}

/**
 * One seat.
 * @param {TableProps & {seat: (seat: number) => SeatLook, gain: (seat: number) => number, who: number}} props
 */
function Plate({ game, seats, me, movers, match, seat, gain, who, throw: due, t, event }) {
  const { score = null, note, more, turn = (movers ?? []).includes(who) } = seat(who);
  const rolls = due && turn ? t('plain.throws') : note;
  const counted = typeof score === 'number' ? score + gain(who) : score;
  return html`<${SeatCard} seat=${seats[who]} mine=${who === me} turn=${turn && !match.over}
      over=${match.over} score=${counted} note=${rolls} dice=${diceColour(game, who)} told=${event?.values.seat === who}>
    ${more}<//>`;
}

/**
 * What a player has by what was told of a view that does not show it yet, also once all is told and dice fall for what
 * comes next; what somebody takes from another is lost to that one.
 * @param {number} who @param {Pick<TableProps, 'event' | 'done'>} told
 */
export function gainOf(who, { event, done }) {
  return [...done, ...(event ? [event] : [])].reduce((sum, { values: { seat, other, gain = 0 } }) => {
    if (seat === who) return sum + gain;
    return other === who ? sum - gain : sum;
  }, 0);
}

/** @param {TableProps & {decision: Decision, buttons?: Button[], remind: () => void}} props */
function Buttons({ t, lang, version, decision, buttons = [], remind }) {
  const { question, advisor } = decision;
  const [sent, send] = useState(''); // shown as such at once, until something comes of it
  const isMeant = useMeant(decision.race);
  const last = decision.note ? '' : sent;
  if (question) {
    return html`<div class="bench-buttons">
      <button type="button" class="primary" onClick=${() => decision.play(...question.actions)}>
        ${t('table.yes')}</button>
      <button type="button" onClick=${decision.quiet}>${t('table.no')}</button>
    </div>`;
  }
  const offered = decision.mine ? buttons : [];
  return html`<div class="bench-buttons">${offered.map(({ text = '', label, primary, press, disabled }) => {
    const action = decision.code(text) ?? -1;
    const own = text && `${version} ${text}`;
    const go = press ?? (() => decision.play(text));
    return html`<button type="button" key=${text || label} class=${primary ? 'primary' : ''}
        data-action=${text || undefined} data-sent=${own && own === last ? '' : undefined}
        disabled=${decision.busy} aria-disabled=${disabled ? 'true' : undefined}
        aria-describedby=${worthId(advisor.advice, action)} onClick=${(/** @type {MouseEvent} */ event) => {
          if (!isMeant(event, text || label)) return;
          send(disabled ? '' : own);
          (disabled ? remind : go)();
        }}>
      ${label}<${Worth} advice=${advisor.advice} action=${action} lang=${lang} /></button>`;
  })}</div>`;
}
