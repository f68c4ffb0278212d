/** What entries of the operator's lists are made of. */
import { AskOnce } from '../../components/ask.js';
import { useShell } from '../../components/shell.js';
import { html, useId, useState } from '../../vendor/preact.js';

/** @typedef {import('./types.js').Doing} Doing */

const HOURS = [24, 168, 720]; // a day, a week, a month
const FOREVER = 0;

/**
 * @param {{title: any, notes: readonly (string | false | null | undefined)[],
 *     facts: readonly (string | false | null | undefined)[], children?: any}} props `facts`: what is the same in every language
 */
export function Entry({ title, notes, facts, children }) {
  const joined = (/** @type {typeof notes} */ parts) => parts.filter(Boolean).join(' · ');
  return html`<li class="line admin-entry"><div class="line-words"><strong translate=${false}>${title}</strong>
    <span class="muted">${joined(notes)}</span><span class="muted" translate=${false}>${joined(facts)}</span></div>
    ${children}</li>`;
}

/**
 * Banning a guest, with the addresses from where they are connected, or an address.
 * @param {Doing & {guest?: string, addresses?: string[]}} props without a guest an address
 *     is asked for
 */
export function BanForm({ operator, doing, guest, addresses = [] }) {
  const { t } = useShell();
  const [open, show] = useState(!guest);
  const [address, write] = useState('');
  const [hours, wait] = useState(HOURS[0]);
  const [reason, explain] = useState('');
  const [reaches, take] = useState(false);
  const id = useId();
  const valueOf = (/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target);
  if (!open) return html`<button type="button" class="quiet" onClick=${() => show(true)}>${t('admin.ban')}</button>`;
  const ban = (/** @type {Event} */ event) => {
    event.preventDefault();
    /** @type {import('../../wire.js').NewBan[]} */
    const bans = [{ hours: hours || null, reason, ...(guest ? { guest } : { address: address.trim() }) }];
    if (reaches) for (const one of addresses) bans.push({ hours: hours || HOURS[0], reason, address: one });
    doing(bans.reduce((before, one) => before.then(() => operator.post('bans', one)), Promise.resolve()));
    show(!guest);
  };
  return html`<form class="ask admin-ban" aria-labelledby=${id} onSubmit=${ban}>
    <p id=${id}>${t(guest ? 'admin.ban.ask' : 'admin.ban.address')}</p>
    ${
      !guest &&
      html`<label class="field"><span>${t('admin.address')}</span>
        <input type="text" required maxlength="64" value=${address}
            onInput=${(/** @type {Event} */ event) => write(valueOf(event).value)} /></label>`
    }
    <label class="field"><span>${t('admin.how-long')}</span>
      <select value=${hours} onChange=${(/** @type {Event} */ event) => wait(Number(valueOf(event).value))}>
        ${[...HOURS, ...(guest ? [FOREVER] : [])].map(
          (one) => html`<option key=${one} value=${one}>${one ? t('admin.days', { n: one / 24 }) : t('admin.for-good')}
          </option>`,
        )}
      </select></label>
    <label class="field"><span>${t('admin.reason')}</span>
      <input type="text" maxlength="200" value=${reason}
          onInput=${(/** @type {Event} */ event) => explain(valueOf(event).value)} /></label>
    ${
      addresses.length > 0 &&
      html`<div class="choice"><label><input type="checkbox" checked=${reaches} onChange=${() => take(!reaches)} />
        <span>${t('admin.ban.addresses')}</span></label></div>`
    }
    <div class="row">
      <button type="submit" class="danger">${t('admin.ban')}</button>
      ${guest && html`<button type="button" class="quiet" onClick=${() => show(false)}>${t('no')}</button>`}
    </div>
  </form>`;
}

/** Another name for a guest. @param {Doing & {guest: string, name: string}} props */
export function RenameForm({ operator, doing, guest, name }) {
  const { t } = useShell();
  const [open, show] = useState(false);
  const [wanted, write] = useState(name);
  if (!open) return html`<button type="button" class="quiet" onClick=${() => show(true)}>${t('admin.rename')}</button>`;
  const rename = (/** @type {Event} */ event) => {
    event.preventDefault();
    doing(operator.put(`guests/${guest}`, { name: wanted.trim() }));
    show(false);
  };
  return html`<form class="ask" onSubmit=${rename}>
    <label class="field"><span>${t('admin.new-name')}</span>
      <input type="text" required maxlength="40" value=${wanted}
          onInput=${(/** @type {Event} */ event) => write(/** @type {HTMLInputElement} */ (event.target).value)} /></label>
    <div class="row"><button type="submit">${t('admin.rename')}</button>
      <button type="button" class="quiet" onClick=${() => show(false)}>${t('no')}</button></div>
  </form>`;
}

/** @param {Doing & {table: string}} props */
export function CloseButton({ operator, doing, table }) {
  const { t } = useShell();
  return html`<${AskOnce} label=${t('admin.close')} question=${t('admin.close.ask')} yes=${t('admin.close')}
      go=${() => doing(operator.post(`tables/${table}/close`))} />`;
}

/** @param {Doing & {sheet: string}} props */
export function RemoveButton({ operator, doing, sheet }) {
  const { t } = useShell();
  return html`<${AskOnce} label=${t('admin.remove-sheet')} question=${t('admin.remove-sheet.ask')} yes=${t('admin.remove-sheet')}
      go=${() => doing(operator.post(`sheets/${sheet}/remove`))} />`;
}
