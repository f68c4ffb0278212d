/** House rules under a name: the usual ones, those I have kept, keeping these, and handing them on by a link. */
import { get, post, remove } from '../../line/api.js';
import { AskOnce } from '../../components/ask.js';
import { toClipboard } from '../../components/copy.js';
import { needs } from '../../components/needs.js';
import { excuse, useShell } from '../../components/shell.js';
import { html, useEffect, useRef, useState } from '../../vendor/preact.js';
import { showWrong } from './number.js';
import { asUsual } from './wish.js';

/** @typedef {import('./types.js').Part} Part */
/** @typedef {import('../../types.js').Preset} Preset */

needs(['later-presets']);

const LONGEST = 40; // letters of a name
const OWN = 'own'; // rules that are nobody's yet
const HANDED = 'handed'; // those of somebody else, with which the form began

/** All of mine, asked for once however many games are shown. @type {Promise<Preset[]> | null} */
let mine = null;

/** Ask anew. @returns {Promise<Preset[]>} */
const again = () => (mine = get('/api/me/presets').catch(() => []));

/** @param {Record<string, string>} one @param {Record<string, string>} other */
const same = (one, other) => Object.keys({ ...one, ...other }).every((name) => one[name] === other[name]);

/** @param {Part} props */
export function Presets({ game, wish, change }) {
  const { t } = useShell();
  const [known, know] = useState(/** @type {Preset[]} */ ([]));
  useEffect(() => void (mine ?? again()).then(know), []);
  const own = known.filter((one) => one.game === game.name && one.fits);
  const usual = asUsual(game);
  const matching = own.filter(({ options }) => same(options, wish.options));
  const now =
    matching.find(({ name }) => name === wish.preset) ?? (same(usual, wish.options) ? null : matching[0]) ?? null;
  const handed = useRef({ preset: HANDED, name: wish.preset ?? '', options: wish.options }).current;
  const offered = handed.name && !own.some(({ name }) => name === handed.name) ? [handed, ...own] : own;
  const named = now ?? offered.find(({ preset, options }) => preset === HANDED && same(options, wish.options)) ?? null;
  const chosen = named?.preset ?? (same(usual, wish.options) ? '' : OWN);
  useEffect(() => {
    if (wish.preset !== (named?.name ?? null)) change({ preset: named?.name ?? null });
  }, [named?.name]);
  const pick = (/** @type {string} */ value) => {
    const found = offered.find(({ preset }) => preset === value);
    change({ options: found?.options ?? usual, preset: found?.name ?? null });
  };
  return html`<div class="presets">
    <label class="field"><span>${t('presets.title')}</span>
      <select value=${chosen}
          onChange=${(/** @type {Event} */ event) => pick(/** @type {HTMLSelectElement} */ (event.target).value)}>
        <option value="" selected=${chosen === ''}>${t('presets.as-usual')}</option>
        ${offered.map(
          ({ preset, name }) => html`<option key=${preset} value=${preset} selected=${chosen === preset}
              translate=${false}>
            ${name}</option>`,
        )}
        ${chosen === OWN && html`<option value=${OWN} selected>${t('presets.own')}</option>`}
      </select></label>
    ${now && html`<${Handing} key=${now.preset} preset=${now} changed=${() => again().then(know)} />`}
    ${
      chosen === OWN &&
      html`<${Keeping} game=${game} options=${wish.options} kept=${(/** @type {Preset} */ preset) => {
        know((all) => [...all, preset]);
        again().then(know);
      }} />`
    }
  </div>`;
}

/**
 * Rules are kept under a name; no form of its own, since it stands in one.
 * @param {{game: Part['game'], options: Record<string, string>, kept: (preset: Preset) => void}} props
 */
function Keeping({ game, options, kept }) {
  const { t, announce } = useShell();
  const [name, call] = useState('');
  const [problem, fail] = useState('');
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  const keep = async () => {
    if (!name.trim() || showWrong(field.current?.form)) return;
    try {
      const preset = await post('/api/presets', { game: game.name, name: name.trim(), options });
      announce(t('presets.kept', { name: preset.name }));
      kept(preset);
    } catch (refusal) {
      fail(excuse(t, refusal));
    }
  };
  const enter = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault(); // of the form round it, which would set the table
    keep();
  };
  return html`<label class="field"><span>${t('presets.save')}</span>
    <span class="copy">
      <input type="text" class="copy-text" ref=${field} value=${name} maxlength=${LONGEST} autocomplete="off" translate=${false}
          onKeyDown=${enter}
          onInput=${(/** @type {InputEvent} */ event) => call(/** @type {HTMLInputElement} */ (event.target).value)} />
      <button type="button" class="quiet copy-button" disabled=${!name.trim()} onClick=${keep}>
        ${t('presets.keep')}</button></span></label>
    <p class="problem" role="alert">${problem}</p>`;
}

/** The link that hands rules on, and forgetting them. @param {{preset: Preset, changed: () => void}} props */
export function Handing({ preset, changed }) {
  const { t, announce } = useShell();
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  const [problem, fail] = useState('');
  const copy = async () => {
    const copied = await toClipboard(preset.link, field.current);
    fail(copied ? '' : t('copy.by-hand'));
    if (copied) announce(t('copied'));
  };
  const forget = () =>
    remove(`/api/presets/${preset.preset}`).then(
      () => {
        announce(t('presets.forgotten', { name: preset.name }));
        changed();
      },
      (refusal) => fail(excuse(t, refusal)),
    );
  return html`<div class="copy">
    <input class="copy-text" ref=${field} type="text" readonly value=${preset.link} aria-label=${t('presets.link')}
        onFocus=${(/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).select()} />
    <button type="button" class="quiet copy-button" onClick=${copy}>${t('copy')}</button>
    <${AskOnce} label=${t('presets.forget')} question=${t('presets.forget.sure', { name: preset.name })}
        yes=${t('presets.forget')} go=${forget} /></div>
    <p class="problem" role="alert">${problem}</p>`;
}
