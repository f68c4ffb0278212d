/** One sheet: what it is, what it is like, playing it, handing it on. */
import { AskOnce } from '../../components/ask.js';
import { CopyField } from '../../components/copy.js';
import { useEvery, useLoad } from '../../components/load.js';
import { excuse, useShell } from '../../components/shell.js';
import { useTitle } from '../../components/title.js';
import { encoded } from '../../line/address.js';
import { ask, get, remove } from '../../line/api.js';
import { html, useState } from '../../vendor/preact.js';
import { learn } from '../../words/i18n.js';
import { moment } from '../../words/moment.js';
import { gameTitle } from '../../words/names.js';
import { PlayNow } from '../home/play-now.js';
import { RuleList } from '../house-rules.js';
import { Coming, Failed } from '../missing.js';
import { Report } from '../parts/report.js';
import { Setup } from '../setup/setup.js';
import { Frame } from './frame.js';
import { credit, groups, length, numbers, places, playedBy, versions } from './words.js';

/** @typedef {import('../../wire.js').SheetView} Sheet */
/** @typedef {import('../../types.js').Game} Game */

const LOOK_MS = 2000;
const REASONS = /** @type {const} */ (['insults', 'copied', 'other']);

/** @param {{name: string}} props */
export function One({ name }) {
  const { t } = useShell();
  const sheet = useLoad(() => /** @type {Promise<Sheet>} */ (get(`/api/sheets/${name}`)), [name]);
  const of = sheet.value && (sheet.value.rules?.game ?? name);
  const { value: game, error: unknown } = useLoad(async () => {
    if (!of) return null;
    const [found] = await Promise.all([get(`/api/games/${of}`), learn(of)]);
    return /** @type {Game} */ (found);
  }, [of]);
  const { value: text } = useLoad(
    async () => (await ask('GET', `/api/sheets/${name}/file`, undefined, {})).text(),
    [name],
  );
  useEvery(() => sheet.value && isMeasured(sheet.value) && sheet.again(), LOOK_MS);
  useTitle(sheet.value?.title ?? t('sheets.title'));
  if (sheet.error && !sheet.value) return html`<${Failed} problem=${sheet.error} again=${sheet.again} />`;
  if (unknown && !game) return html`<${Failed} problem=${unknown} again=${sheet.again} />`;
  if (!sheet.value || !game || text == null) return html`<${Coming} />`;
  return html`<${Whole} sheet=${sheet.value} game=${game} text=${text} />`;
}

/** Is more to come of what its matches are like? @param {Sheet} sheet */
const isMeasured = ({ measured, measuring }) => !measured || measuring === 'waiting' || measuring === 'running';

/** @param {{sheet: Sheet, game: Game, text: string}} props */
function Whole({ sheet, game, text }) {
  const { t } = useShell();
  const whole = t(sheet.rules ? 'sheets.whole.rules' : 'sheets.whole');
  return html`<${Frame}><div><p><a href="/sheets">${t('sheets.title')}</a></p>
      <h1 id="sheets-name" translate=${false}>${sheet.title}</h1>
      <p class="muted" translate=${false}>${credit(t, sheet)}</p>
      <${Versions} sheet=${sheet} /></div>
    <div class="sheets-columns">
      <div class="sheets-part">
        ${sheet.about && html`<p translate=${false}>${sheet.about}</p>`}
        <p>${t('sheets.players', { numbers: numbers(sheet.seats), count: sheet.seats[sheet.seats.length - 1] })}</p>
        ${sheet.rules ? html`<${Rules} sheet=${sheet} rules=${sheet.rules} game=${game} />` : html`<${Play} sheet=${sheet} game=${game} />`}
        ${sheet.rules?.fits !== false && html`<${Measured} sheet=${sheet} />`}
      </div>
      <section class="sheets-part" aria-labelledby="sheets-hand"><h2 id="sheets-hand">${t('sheets.hand')}</h2>
        <p class="row"><a class="button quiet" href=${`/api/sheets/${sheet.sheet}/file`}
            download=${`${sheet.sheet}.${sheet.rules ? 'json' : 'toml'}`}>${t('sheets.file')}</a>
          ${!sheet.rules && html`<a class="button quiet" href=${`/sheets/${sheet.sheet}/edit`}>${t('sheets.edit')}</a>`}</p>
        <label class="field"><span>${t('sheets.link')}</span><${CopyField} label=${t('sheets.link')} text=${sheet.link}
            share=${sheet.title} /></label>
        <label class="field"><span>${whole}</span><${CopyField} label=${whole}
            text=${`${location.origin}/sheets#${encoded(text)}`} /></label>
        ${
          !sheet.rules &&
          html`<details class="fold"><summary>${t('sheets.read')}</summary><pre class="sheets-source" tabindex="0"
            translate=${false}>${text}</pre></details>`
        }
        ${
          sheet.mine
            ? html`<${Withdraw} sheet=${sheet} />`
            : html`<${Report} at=${`/api/sheets/${sheet.sheet}`} name=${sheet.title} reasons=${REASONS} hint=${false} />`
        }
      </section>
    </div><//>`;
}

/** When it came, and the way to its other versions. @param {{sheet: Sheet}} props */
function Versions({ sheet }) {
  const { t, lang } = useShell();
  const { newest, earlier } = versions(sheet);
  const date = (/** @type {{since: number}} */ { since }) => moment(lang, since);
  return html`<p class="muted">${t('sheets.since', { date: date(sheet) })}</p>
    ${newest && html`<p><a href=${`/sheets/${newest.sheet}`}>${t('sheets.newer', { date: date(newest) })}</a></p>`}
    ${
      earlier.length > 0 &&
      html`<details class="fold"><summary>${t('sheets.earlier', { n: earlier.length })}</summary>
        <ul class="list">${earlier.map(
          (one) => html`<li key=${one.sheet}><a href=${`/sheets/${one.sheet}`}>${date(one)}</a></li>`,
        )}</ul></details>`
    }`;
}

/** Playing by a sheet, or trying it in the lab. @param {{sheet: Sheet, game: Game}} props */
function Play({ sheet, game }) {
  const { t } = useShell();
  return html`<div class="row"><${PlayNow} game=${game} title="sheets-name" /></div>
    <details class="fold"><summary>${t('sheets.set')}</summary><${Setup} game=${game} /></details>
    <p><a href=${`/lab/${encoded(JSON.stringify({ game: sheet.sheet }))}`}>${t('sheets.lab')}</a></p>`;
}

/**
 * What house rules change, and setting a table with them.
 * @param {{sheet: Sheet, rules: import('../../wire.js').HouseRules, game: Game}} props
 */
function Rules({ sheet, rules, game }) {
  const { t } = useShell();
  if (!rules.fits) return html`<p class="problem">${t('presets.unfit', { game: gameTitle(t, game.name) })}</p>`;
  const { options, seats } = rules;
  return html`<${RuleList} game=${game} options=${options} />
    <details class="fold"><summary>${t('sheets.set')}</summary><${Setup} game=${game}
        first=${{ options, preset: sheet.title, ...(seats ? { seats } : {}) }} /></details>`;
}

/** Taking one's own sheet out of the list. @param {{sheet: Sheet}} props */
function Withdraw({ sheet }) {
  const { t, go, announce } = useShell();
  const [problem, fail] = useState('');
  const withdraw = () =>
    remove(`/api/sheets/${sheet.sheet}`).then(
      () => {
        announce(t('sheets.withdrawn', { title: sheet.title }));
        go('/sheets');
      },
      (refusal) => fail(excuse(t, refusal)),
    );
  return html`<${AskOnce} label=${t('sheets.withdraw')} question=${t(sheet.rules ? 'sheets.withdraw.rules' : 'sheets.withdraw.sure')}
      yes=${t('sheets.withdraw')} go=${withdraw} /><p class="problem" role="alert">${problem}</p>`;
}

/** What matches were like, at random and among bots. @param {{sheet: Sheet}} props */
function Measured({ sheet }) {
  const { t, lang } = useShell();
  const { measured, measuring } = sheet;
  if (!measured)
    return html`<p class="sheets-measuring muted" role="status">${t(measuring === 'failed' ? 'sheets.unmeasured' : 'sheets.measuring')}</p>`;
  return html`<section aria-labelledby="sheets-like"><h2 id="sheets-like">${t('sheets.like')}</h2>
    ${groups(measured).map(
      (figures) => html`<table class="sheets-table" key=${figures[0].by}>
        <caption class="muted">${playedBy(t, figures)}</caption>
        <thead><tr><th scope="col">${t('sheets.column.seats')}</th>
          <th scope="col">${t('sheets.column.length')}</th><th scope="col">${t('sheets.column.places')}</th></tr></thead>
        <tbody>${figures.map(
          (one) => html`<tr key=${one.seats}><th scope="row">${one.seats}</th><td>${length(t, one)}</td>
            <td>${places(one, lang)}</td></tr>`,
        )}</tbody></table>`,
    )}
    ${isMeasured(sheet) && html`<p class="muted" role="status">${t('sheets.bots.measuring')}</p>`}
    ${measured.some(({ matches }) => !matches) && html`<p class="muted">${t('sheets.bots.none')}</p>`}
  </section>`;
}
