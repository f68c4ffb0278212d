/** House rules that somebody hands on by a link: what differs, setting a table with them, keeping them. */
import { get, post } from '../line/api.js';
import { AskOnce } from '../components/ask.js';
import { Header, HomeLink } from './parts/header.js';
import { useLoad } from '../components/load.js';
import { gameTitle } from '../words/names.js';
import { optionName, optionValue } from '../words/options.js';
import { learn } from '../words/i18n.js';
import { rulesOf, writeRules } from './setup/rules-file.js';
import { Setup } from './setup/setup.js';
import { needs } from '../components/needs.js';
import { excuse, useShell } from '../components/shell.js';
import { useTitle } from '../components/title.js';
import { html, useState } from '../vendor/preact.js';
import { RuleList } from './house-rules.js';
import { Coming, Failed } from './missing.js';

/** @typedef {import('../types.js').Preset} Preset */
/** @typedef {import('../types.js').Game} Game */
/** @typedef {import('../types.js').Translate} Translate */

needs(['later-home', 'later-presets'], [new URL('./waiting.css', import.meta.url)]);

const LONGEST_ABOUT = 200; // as the server has it
const LICENCES = ['CC0-1.0', 'CC-BY-4.0', 'CC-BY-SA-4.0'];

/** @param {{id: string}} props */
export function Page({ id }) {
  const { value, error, again } = useLoad(async () => {
    const preset = /** @type {Preset} */ (await get(`/api/presets/${id}`));
    const [game] = await Promise.all([get(`/api/games/${preset.game}`), learn(preset.game)]);
    return { preset, game: /** @type {Game} */ (game) };
  }, [id]);
  if (error) return html`<${Failed} problem=${error} again=${again} />`;
  if (!value) return html`<${Coming} />`;
  return html`<${Handed} preset=${value.preset} game=${value.game} />`;
}

/** @param {{preset: Preset, game: Game}} props */
function Handed({ preset, game }) {
  const { t } = useShell();
  const title = gameTitle(t, game.name);
  useTitle(`${preset.name} · ${title}`);
  return html`<${Header} title=${html`<${HomeLink} />`} />
    <main id="main" class="waiting" tabindex="-1">
      <div class="waiting-head"><h1 translate=${false}>${preset.name}</h1>
        <p class="muted" translate=${false}>${credit(t, preset)}</p>
        ${preset.about && html`<p translate=${false}>${preset.about}</p>`}</div>
      <div class="waiting-columns preset">
        <section aria-labelledby="rules-title"><h2 id="rules-title">${t('waiting.rules')}</h2>
          ${
            preset.fits
              ? html`<${RuleList} game=${game} options=${preset.options} />`
              : html`<p class="problem">${t('presets.unfit', { game: title })}</p><${Former} preset=${preset} />`
          }
          <p class="row"><a class="button quiet" download=${`${preset.name}.json`}
              href=${`data:application/json,${encodeURIComponent(writeRules(preset))}`}>${t('presets.file')}</a></p>
          ${preset.fits && (preset.mine ? html`<${Share} preset=${preset} />` : html`<${Keep} preset=${preset} />`)}
        </section>
        ${
          preset.fits &&
          html`<section aria-labelledby="set-title"><h2 id="set-title">${t('presets.set')}</h2>
            <${Setup} game=${game}
                first=${{ options: preset.options, preset: preset.name, ...(preset.seats ? { seats: preset.seats } : {}) }}
            /></section>`
        }
      </div>
    </main>`;
}

/** Of which game, by whom, by which licence, and who keeps them if that is somebody else. @param {Translate} t @param {Preset} preset */
function credit(t, { game, by, authors, licence }) {
  const title = gameTitle(t, game);
  const name = authors.length ? authors.join(', ') : by;
  const kept = authors.length && by ? t('presets.kept-by', { name: by }) : '';
  return [name ? t('presets.by', { game: title, name }) : title, licence, kept].filter(Boolean).join(' · ');
}

/** Rules that are not known any more, in the words that are left for them. @param {{preset: Preset}} props */
function Former({ preset: { game, options } }) {
  const { t } = useShell();
  return html`<dl class="options">${Object.entries(options).map(
    ([name, value]) => html`<div key=${name}>
      <dt>${optionName(t, game, name)}</dt><dd>${optionValue(t, game, name, value)}</dd></div>`,
  )}</dl>`;
}

/** My own into the collection, where everybody finds them. @param {{preset: Preset}} props */
function Share({ preset }) {
  const { t, go } = useShell();
  const { authors } = preset;
  const [problem, fail] = useState('');
  const [about, describe] = useState(preset.about);
  const [licence, choose] = useState(preset.licence || LICENCES[0]);
  const [sure, names] = authors.length ? ['presets.collect.sure.of', authors.join(', ')] : ['presets.collect.sure', ''];
  const share = () =>
    post('/api/sheets/rules', { ...rulesOf(preset), about, licence }).then(
      ({ sheet }) => go(`/sheets/${sheet}`),
      (refusal) => fail(excuse(t, refusal)),
    );
  return html`<details class="fold preset-share"><summary>${t('presets.collect.more')}</summary>
      <label class="field"><span>${t('presets.about')}</span>
        <textarea rows="3" maxlength=${LONGEST_ABOUT} translate=${false} value=${about}
            onInput=${(/** @type {Event} */ event) => describe(/** @type {HTMLTextAreaElement} */ (event.target).value)} /></label>
      ${
        !preset.licence &&
        html`<label class="field"><span>${t('presets.licence')}</span>
        <select value=${licence} onChange=${(/** @type {Event} */ event) => choose(/** @type {HTMLSelectElement} */ (event.target).value)}>
          ${LICENCES.map((one) => html`<option key=${one} value=${one} selected=${one === licence}>${t(`presets.licence.${one}`)}</option>`)}
        </select></label>`
      }</details>
    <${AskOnce} label=${t('presets.collect')} question=${t(sure, { names, licence })}
      yes=${t('presets.collect')} go=${share} /><p class="problem" role="alert">${problem}</p>`;
}

/** @param {{preset: Preset}} props */
function Keep({ preset }) {
  const { t, announce } = useShell();
  const [kept, mark] = useState(false);
  const [problem, fail] = useState('');
  const keep = async () => {
    try {
      await post('/api/presets', rulesOf(preset));
      mark(true);
      announce(t('presets.kept', { name: preset.name }));
    } catch (refusal) {
      fail(excuse(t, refusal));
    }
  };
  return html`<p class="row">
    <button type="button" class="quiet" disabled=${kept} onClick=${keep}>
      ${t(kept ? 'presets.is-kept' : 'presets.keep-too')}</button></p>
    <p class="problem" role="alert">${problem}</p>`;
}
