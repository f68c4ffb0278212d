/** The menu of a table: help, leaving and coming back, ending. */
import { post, remove } from '../../line/api.js';
import { excuse, useShell } from '../../components/shell.js';
import { html, useEffect, useState } from '../../vendor/preact.js';
import { AskOnce } from '../../components/ask.js';
import { Icon } from '../../components/icon.js';

/** @typedef {import('./at-table.js').AtTable} AtTable */
/** @typedef {(request: Promise<any>) => Promise<void>} Doing */

/**
 * @param {AtTable & {drawer: ReturnType<typeof import('../../components/drawer.js').useDrawer>, folded: ('odds' | 'rules')[]}} props
 *     `folded`: drawers that the header of a phone has no room for
 */
export function TableMenu({ table, changed, drawer, folded }) {
  const { t, settings, set } = useShell();
  const [problem, fail] = useState('');
  const me = table.me.seat;
  const { hinted, seen } = settings;
  const running = table.state === 'running';
  /** @type {Doing} */
  const doing = (request) =>
    request.then(
      (now) => {
        fail('');
        changed(now);
      },
      (refusal) => fail(excuse(t, refusal)),
    );
  return html`<div class="menu">
    ${folded.map(
      (name) => html`<button type="button" key=${name} class="quiet" onClick=${() => drawer.show(name)}>
        <${Icon} name=${name} /> ${t(`drawer.${name}`)}</button>`,
    )}
    <button type="button" class="quiet" onClick=${() => drawer.show('help')}>
      <${Icon} name="help" /> ${t('drawer.help')}</button>
    ${
      table.hints &&
      me !== null &&
      html`<button type="button" class="quiet" onClick=${() => set({ hinted: !hinted })}>
        <${Icon} name=${hinted ? 'close' : 'check'} /> ${t(hinted ? 'advice.hide' : 'advice.show')}</button>`
    }
    ${
      me !== null &&
      seen.includes(table.game) &&
      html`<button type="button" class="quiet" onClick=${() => set({ seen: seen.filter((word) => !isOf(word, table.game)) })}>
        <${Icon} name="check" /> ${t('coach.again')}</button>`
    }
    ${
      running &&
      me !== null &&
      !table.practice &&
      html`<${Ending} table=${table} me=${me} doing=${doing} />
        <${Leaving} table=${table} me=${me} doing=${doing} />`
    }
    <p class="problem" role="alert">${problem}</p>
  </div>`;
}

/** Is it remembered of this game that its notes were seen? @param {string} word @param {string} game */
const isOf = (word, game) => word === game || word.startsWith(`${game}.`);

/** Ending before the rules do. @param {{table: AtTable['table'], me: number, doing: Doing}} props */
function Ending({ table, me, doing }) {
  const { t } = useShell();
  const at = `/api/tables/${table.table}`;
  const many = table.seats.length > 2;
  return html`
    ${
      table.offers.includes(me)
        ? html`<button type="button" class="quiet" onClick=${() => doing(remove(`${at}/end`))}>
          ${t('end.withdraw')}</button>`
        : html`<${AskOnce} label=${html`<${Icon} name="check" /> ${t('end.offer')}`} question=${t('end.offer.ask')}
            yes=${t('end.offer.yes')}
            go=${() => doing(post(`${at}/end`))} />`
    }
    <${AskOnce} label=${html`<${Icon} name="flag" /> ${t('resign')}`}
        question=${t(many ? 'resign.ask.many' : 'resign.ask')}
        yes=${t('resign.yes')} go=${() => doing(post(`${at}/resign${table.device ? `?seat=${me}` : ''}`))} />`;
}

/** Standing up for a while, and coming back. @param {{table: AtTable['table'], me: number, doing: Doing}} props */
function Leaving({ table, me, doing }) {
  const { t } = useShell();
  const seat = `/api/tables/${table.table}/seats/${me}`;
  if (table.seats[me].left || table.seats[me].late)
    return html`<button type="button" onClick=${() => doing(post(seat))}>${t('leave.back')}</button>`;
  return html`<button type="button" class="quiet" onClick=${() => doing(remove(seat))}>
    <${Icon} name="hand" /> ${t('leave')}</button>`;
}

/** Who wants to end by agreement, and my answer. @param {AtTable & {seats: import('../../types.js').Seat[]}} props */
export function Offers({ table, seats, changed }) {
  const { t, announce } = useShell();
  const [problem, fail] = useState('');
  const me = table.me.seat;
  const asked = table.state === 'running' && me !== null && !table.offers.includes(me) && table.offers.length > 0;
  const text = asked ? t('end.offered', { name: table.offers.map((seat) => seats[seat].name).join(', ') }) : '';
  useEffect(() => announce(text), [text]);
  if (!asked) return null;
  const agree = () => {
    fail('');
    post(`/api/tables/${table.table}/end`).then(changed, (refusal) => fail(excuse(t, refusal)));
  };
  return html`<div class="notice" role="group" aria-label=${text}>
    <p>${text}</p>
    <button type="button" onClick=${agree}>${t('end.agree')}</button>
    ${problem && html`<p class="problem" role="alert">${problem}</p>`}
  </div>`;
}
